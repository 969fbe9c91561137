"""The coach at the table: a hint in practice, on the board and in words, gone with the next move, in no card’s way."""

from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_race import AtRace, race
from tests.browser.at_table import AtTable
from tests.browser.in_sight import DRAWN
from tests.served import ServedClub

SIZES = [(360, 740), (844, 390), (820, 1180), (1440, 900)]
# The thinking process starts with the first question, on a machine that may be busy.
THOUGHT_WITHIN = 60_000

# Parts of the panel that lie over a card, or are out of the window.
IN_THE_WAY = """() => {
  const wrong = [], {clientWidth: width, clientHeight: height} = document.documentElement;
  const panel = document.querySelector("[data-coach]").getBoundingClientRect();
  if (panel.left < 0 || panel.top < 0 || panel.right > width + 1 || panel.bottom > height + 1) wrong.push("outside");
  for (const part of document.querySelectorAll(".card, .tools button, .left")) {
    const box = part.getBoundingClientRect();
    const apart = box.right <= panel.left + 1 || box.left >= panel.right - 1;
    if (box.width && !apart && box.bottom > panel.top + 1 && box.top < panel.bottom - 1)
      wrong.push(part.className + part.textContent);
  }
  return wrong;
}"""


def expect_hint(page: Page) -> None:
    expect(page.locator("[data-coach]")).to_have_attribute("data-state", "answered", timeout=THOUGHT_WITHIN)
    expect(page.locator("[data-coach-best]")).not_to_be_empty()


def play_on(table: AtTable, cards: int) -> None:
    """So many cards on the piles in turn."""
    for at in range(cards):
        table.after(partial(table.page.keyboard.press, str(at % 4 + 1)))


def test_a_hint_comes_by_key_shows_the_best_and_goes_with_the_next_move(page: Page) -> None:
    table = AtTable(page)
    table.sit_down(layout="classic", number="17")
    play_on(table, 9)
    page.keyboard.press("h")
    expect_hint(page)
    advised = page.locator("[data-advised]")
    expect(advised).not_to_have_count(0)
    assert page.locator("[data-coach-share]").inner_text() != ""
    table.after(lambda: page.keyboard.press("1"))
    expect(page.locator("[data-coach]")).to_be_hidden()
    expect(advised).to_have_count(0)


def test_the_choices_are_compared_on_request(page: Page) -> None:
    table = AtTable(page)
    table.sit_down(layout="classic", number="17")
    play_on(table, 9)
    page.get_by_role("button", name="Hint", exact=True).click()
    expect_hint(page)
    compare = page.get_by_role("button", name="Compare")
    expect(compare).to_have_attribute("aria-expanded", "false")
    expect(page.locator("[data-choice]").first).to_be_hidden()
    compare.click()
    expect(page.locator("[data-choice]").first).to_be_visible()
    assert page.locator("[data-choice]").count() >= 2
    page.get_by_role("button", name="Close the hint").click()
    expect(page.locator("[data-coach]")).to_be_hidden()
    # What was thought once is there at once.
    page.keyboard.press("h")
    expect_hint(page)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_it_lies_over_no_card(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    table = AtTable(page)
    table.sit_down(layout="classic", number="17")
    play_on(table, 24)
    page.keyboard.press("h")
    expect_hint(page)
    page.evaluate(DRAWN)
    assert page.evaluate(IN_THE_WAY) == []


def test_a_game_that_counts_is_asked_about_first_and_is_practice_then(page: Page) -> None:
    table = AtTable(page)
    table.sit_down()
    page.keyboard.press("h")
    question = page.locator("[data-ask][open]")
    expect(question).to_contain_text("A hint makes this game practice")
    page.keyboard.press("Escape")
    expect(page.locator("[data-coach]")).to_be_hidden()
    expect(page.locator("[data-what]")).not_to_have_attribute("data-note", "practice")
    page.keyboard.press("h")
    page.get_by_role("button", name="Hint, as practice").click()
    expect_hint(page)
    expect(page.locator("[data-what]")).to_have_attribute("data-note", "practice")
    page.reload()
    table.wait_for("running")
    expect(page.locator("[data-what]")).to_have_attribute("data-note", "practice")


def test_there_is_no_coach_at_a_race(club: ServedClub, hare: AtRace, tortoise: AtRace) -> None:
    race(club, hare, tortoise)
    for runner in (hare, tortoise):
        expect(runner.page.locator("[data-coach], [data-action=hint]")).to_have_count(0)
        runner.page.keyboard.press("h")
        expect(runner.page.locator("[data-ask][open]")).to_have_count(0)
