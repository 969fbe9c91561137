"""Find the better move in the browser: a game is given up, analysed, and its turning points are puzzles."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import AtTable

# The analysis of two dozen moves, on a machine that may be busy.
ANALYSED_WITHIN = 240_000


class AtPuzzles:
    """Somebody who looks for better moves: reads what is drawn."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.panel = page.locator("[data-puzzle]")
        self.word = page.locator("[data-puzzle-word]")
        self.next = page.locator("[data-action=next]")

    def play_badly(self) -> None:
        """All cards on one pile, and the game is given up."""
        table = AtTable(self.page)
        table.sit_down(layout="classic", number="17")
        for _ in range(12):
            table.after(lambda: self.page.keyboard.press("1"))
        self.page.keyboard.press("m")
        self.page.locator("[data-menu] [data-action=resign]").click()
        self.page.locator("[data-ask-choices] button").click()
        table.wait_for("ended")

    def have_it_analysed(self) -> None:
        """From the summary to the puzzles."""
        key = re.findall("/table/([^/]+)/", self.page.url)[0]
        self.page.goto(f"/table/{key}/summary/")
        self.page.get_by_role("button", name="Analyse this game").click()
        found = self.page.get_by_role("link", name="Find the better move")
        expect(found).to_be_visible(timeout=ANALYSED_WITHIN)
        found.click()
        self.expect_asked(1)

    def expect_asked(self, place: int) -> None:
        expect(self.page.locator("[data-puzzle-place]")).to_contain_text(f"Turning point {place} of ")
        expect(self.panel).to_have_attribute("data-state", "asked")
        expect(self.word).to_have_text("What would you play?")
        expect(self.page.locator("[data-advised]")).to_have_count(0)

    def expect_answered(self) -> None:
        expect(self.panel).to_have_attribute("data-state", re.compile("found|answered"))
        expect(self.page.locator("[data-advised]")).not_to_have_count(0)
        expect(self.next).to_be_focused()

    @property
    def count(self) -> int:
        return int(re.findall(r"of (\d)", self.page.locator("[data-puzzle-place]").inner_text())[0])


@pytest.fixture
def puzzles(page: Page) -> AtPuzzles:
    at_puzzles = AtPuzzles(page)
    at_puzzles.play_badly()
    at_puzzles.have_it_analysed()
    return at_puzzles


def test_puzzles_are_tried_and_solved_and_lead_to_the_replay_and_to_playing_on(puzzles: AtPuzzles) -> None:
    page = puzzles.page
    # What was played is no better than what was played.
    page.keyboard.press("1")
    puzzles.expect_answered()
    expect(puzzles.word).to_contain_text("That is what was played")
    best = page.locator("[data-choice]").first.get_attribute("data-choice") or ""
    puzzles.next.press("Enter")
    assert puzzles.count == 3
    puzzles.expect_asked(2)
    page.get_by_role("button", name="Answer").click()
    puzzles.expect_answered()
    expect(puzzles.word).to_contain_text("The best is: ")
    puzzles.next.click()
    puzzles.expect_asked(3)
    page.get_by_role("button", name="Choices").click()
    page.locator("[data-puzzle-choices] button").first.click()
    puzzles.expect_answered()
    puzzles.next.click()
    expect(puzzles.word).to_contain_text("of 3 better moves")
    page.get_by_role("button", name="Once more").click()
    puzzles.expect_asked(1)
    # Now it is known.
    play(page, best)
    puzzles.expect_answered()
    expect(puzzles.word).to_have_text("Found: that is the best.")
    rows = page.locator("[data-table]").get_attribute("data-rows")
    page.get_by_role("link", name="Replay from here").click()
    expect(page.locator("[data-seat='1'] [data-board]")).to_have_attribute("data-n", rows or "")
    page.go_back()
    puzzles.expect_asked(1)
    page.keyboard.press("h")
    puzzles.expect_answered()
    page.get_by_role("button", name="Play on from here").click()
    table = AtTable(page)
    table.wait_for("running")
    assert page.locator("[data-what]").get_attribute("data-note") == "practice"
    expect(table.table).to_have_attribute("data-rows", rows or "")


def play(page: Page, move: str) -> None:
    """By touch on the board: the turned card on a pile or a foundation, or a pile's top up."""
    if re.fullmatch(r"W\d", move):
        page.locator(f"[data-pile='{move[1]}']").click()
    else:
        page.locator(f"[data-foundation='{move[-1]}']").click()
        asked = page.locator(f"[data-ask][open] button[value='{move}']")
        if asked.count():
            asked.click()
