"""Takes the pictures of all pages in one language, at a club of their own."""

import base64
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser.conftest import ARGUMENTS, chromium
from tests.browser.every_page import Sheet
from tests.browser.full_club import FullClub

SIZES = [(360, 640), (390, 844), (844, 390), (768, 1024), (1280, 800)]
LOOKS = ("light", "dark")
# A long page is seen well enough by then.
TALLEST = 5000
QUALITY = 60
DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"


def take(folder: Path, language: str, sheets: list[Sheet]) -> int:
    """In every size and look, into that folder; how many."""
    count = 0
    with tempfile.TemporaryDirectory() as of_club, FullClub(Path(of_club)) as club, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        context = browser.new_context(reduced_motion="reduce", service_workers="block")
        # The opponent of the running race stays at the table.
        company = browser.new_context(service_workers="block").new_page()
        club.open(company, Sheet("table-race", "opponent", "/table/RUNNING/", ""))
        page = context.new_page()
        for sheet in sheets:
            page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
            page.emulate_media(color_scheme="light")
            club.open(page, sheet, language)
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                for look in LOOKS:
                    picture = folder / language / look / f"{width}x{height}" / f"{sheet.name}.webp"
                    picture.parent.mkdir(parents=True, exist_ok=True)
                    picture.write_bytes(photograph(page, look))
                    count += 1
        browser.close()
    return count


def photograph(page: Page, look: str) -> bytes:
    """The whole page, beyond what the window shows of it, as WebP."""
    page.emulate_media(color_scheme="dark" if look == "dark" else "light")
    page.evaluate(DRAWN)
    devtools = page.context.new_cdp_session(page)
    size = devtools.send("Page.getLayoutMetrics")["cssContentSize"]
    clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], TALLEST), "scale": 1}
    form = {"format": "webp", "quality": QUALITY, "captureBeyondViewport": True, "clip": clip}
    taken = devtools.send("Page.captureScreenshot", form)
    devtools.detach()
    return base64.b64decode(taken["data"])
