"""axe-core finds nothing on any page of the club, in any language, light or dark, and every word fits a small phone."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page

from tests.browser.every_page import EVERY_PAGE
from tests.browser.fitting import SMALL_PHONE, too_wide
from tests.browser.full_club import FullClub

AXE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"
LANGUAGES = [language for language, _ in settings.LANGUAGES]
# `make axe` leaves nothing out.
WHOLE = "AXE_WHOLE" in os.environ
# Else every rule once; another language changes no more than words and widths, another look no more than colours.
ALL = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}
COLOURS = {"resultTypes": ["violations"], "runOnly": ["color-contrast"]}
WORDS = {
    "resultTypes": ["violations"],
    "runOnly": [
        *("aria-command-name", "aria-dialog-name", "aria-input-field-name", "aria-meter-name", "aria-progressbar-name"),
        *("aria-toggle-field-name", "button-name", "document-title", "empty-heading", "empty-table-header"),
        *("html-has-lang", "html-lang-valid", "image-alt", "label", "label-content-name-mismatch", "landmark-unique"),
        *("link-name", "scrollable-region-focusable", "select-name", "summary-name", "svg-img-alt", "target-size"),
        "valid-lang",
    ],
}
RUN = """async (how) => (await axe.run(document, how)).violations.flatMap(({ id, nodes }) =>
  nodes.map((node) => `${id}: ${node.target.join(" ")}: ${node.failureSummary.split("\\n")[1].trim()}`))"""
# The page's text in the place of the one before: without a load, which costs ten times as much, its scripts do not run.
LAY = """async (address) => {
  const answer = await fetch(address);
  const laid = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.replaceChild(document.adoptNode(laid.documentElement), document.documentElement);
  const styles = [...document.querySelectorAll("link[rel=stylesheet]")].filter((style) => !style.sheet);
  await Promise.all(styles.map((style) => new Promise((loaded) => style.addEventListener("load", loaded))));
  return answer.status;
}"""
# What scripts draw is loaded, and looked at as they draw it.
DRAWN = ("table-", "replay", "better", "trainer", "race", "summary", "statistics-", "my-day-", "notices", "your-table")
# Of those, what is looked at in other languages too: each kind of it once.
ONCE = (
    *("table-race", "table-race-ended", "table-solo", "table-solo-ended", "table-menu", "table-keys", "table-turn"),
    *("table-turn-waiting", "replay-race", "better", "trainer", "race-member", "summary-race", "your-table"),
)


@pytest.fixture(scope="module")
def full_club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FullClub]:
    with FullClub(tmp_path_factory.mktemp("full-club")) as served:
        yield served


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """One with axe in it, where nothing moves."""
    context = browser.new_context(viewport=SMALL_PHONE, reduced_motion="reduce", service_workers="block")
    context.add_init_script(path=AXE)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_wrong_on_any_page(full_club: FullClub, page: Page, language: str) -> None:
    all_rules, wrong = WHOLE or language == LANGUAGES[0], []
    for sheet in EVERY_PAGE:
        drawn = sheet.name.startswith(DRAWN)
        if drawn and not all_rules and sheet.name not in ONCE:
            continue
        if WHOLE or drawn or sheet.first:
            status = full_club.open(page, sheet, language)
        else:
            full_club.sign_in(page, sheet.visitor, language)
            status = page.evaluate(LAY, full_club.address_of(sheet))
        assert page.locator("html").get_attribute("lang") == language
        # No page breaks but those that are to show how that looks.
        assert status < 500 or sheet.name.startswith("error-5"), sheet.name
        found = too_wide(page) + page.evaluate(RUN, ALL if all_rules else WORDS)
        if all_rules:
            page.emulate_media(color_scheme="dark")
            found += [f"in the dark, {what}" for what in page.evaluate(RUN, ALL if WHOLE else COLOURS)]
            page.emulate_media(color_scheme="light")
        wrong += [f"{sheet.name}: {what}" for what in found]
    assert wrong == []
