"""Draws the icons that devices want as PNG from static/icon.svg: `CHROMIUM=… .venv/bin/python -m tools.draw_icons`."""

import os
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

STATIC = Path(__file__).resolve().parent.parent / "static"
GREEN = "#2f5d4b"
# By the file's name: its size, and the share of it that the drawing takes. A device may cut a maskable icon to a circle
# of four fifths of its width, and rounds the corners of a touch icon by itself: both lie on a ground without corners.
ICONS = {
    "icon-192": (192, 1.0),
    "icon-512": (512, 1.0),
    "maskable-512": (512, 0.72),
    "touch-180": (180, 0.86),
}


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page()
        for name, (size, share) in ICONS.items():
            draw(page, STATIC / "icons" / f"{name}.png", size, share)
        browser.close()


def draw(page: Page, file: Path, size: int, share: float) -> None:
    ground = GREEN if share < 1 else "transparent"
    width = round(size * share)
    svg = (
        (STATIC / "icon.svg").read_text(encoding="utf-8").replace("<svg ", f'<svg width="{width}" height="{width}" ', 1)
    )
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(f'<body style="margin:0;height:100vh;display:grid;place-items:center;background:{ground}">{svg}')
    page.screenshot(path=file, omit_background=True)


if __name__ == "__main__":
    main()
