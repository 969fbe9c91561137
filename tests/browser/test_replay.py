"""The replay in the browser: stepping, jumping, playing by itself, both boards in step, and playing on from there."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_race import AtRace, badly, on_one_pile, race
from tests.browser.at_table import AtTable
from tests.browser.in_sight import DRAWN
from tests.served import ServedClub

SIZES = [(360, 740), (844, 390), (820, 1180), (1440, 900)]

# What lies outside of the window's width, and which of the parts that lead along the game are out of sight.
WRONG = """() => {
  const wrong = [], {clientWidth: width, clientHeight: height} = document.documentElement;
  if (document.scrollingElement.scrollWidth > width) wrong.push("the page scrolls sideways");
  const parts = "[data-board], [data-board] *, [data-slider], [data-do], [data-words]";
  for (const part of document.querySelectorAll(parts)) {
    const box = part.getBoundingClientRect();
    if (!box.width || !box.height || part.closest(".unseen")) continue;
    if (box.left < -1 || box.top < -1 || box.right > width + 1 || box.bottom > height + 1)
      wrong.push(`outside: ${part.className} ${part.textContent.slice(0, 20)}`);
  }
  return wrong;
}"""


class AtReplay:
    """Somebody who looks at an ended game again: reads what is drawn."""

    def __init__(self, page: Page, key: str, opened_at: str = "") -> None:
        self.page = page
        self.key = key
        page.goto(f"/table/{key}/replay/{opened_at}")
        self.root = page.locator("[data-replay]")
        self.slider = page.locator("[data-slider]")
        expect(self.root).to_have_attribute("data-step", re.compile(r"\d+"))

    def board(self, seat: int) -> list[list[str]]:
        """Tops of the foundations, waste piles and the turned card."""
        drawn = self.page.locator(f"[data-seat='{seat}'] [data-board]")
        found: list[list[str]] = drawn.evaluate("""(board) => {
          const cards = (part) => [...part.querySelectorAll(".card:not(.under)")].map((card) => card.dataset.card);
          return [...board.querySelectorAll("[data-foundation], [data-pile], [data-turned]")].map(cards);
        }""")
        return found

    def expect_moves(self, seat: int, moves: int) -> None:
        expect(self.page.locator(f"[data-seat='{seat}'] [data-board]")).to_have_attribute("data-n", str(moves))

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    @property
    def last(self) -> int:
        return int(self.slider.get_attribute("max") or "0")


def key_of(page: Page) -> str:
    return page.url.split("/table/")[1].split("/")[0]


def given_up(page: Page, cards: int) -> str:
    """The key of a game of one's own, given up after so many cards on one pile."""
    table = AtTable(page)
    table.sit_down(layout="classic", number="7")
    for _ in range(cards):
        table.after(lambda: page.keyboard.press("1"))
    page.locator("[data-action=menu]").click()
    page.locator("[data-menu] [data-action=resign]").click()
    page.locator("[data-ask-choices]").get_by_role("button", name="Resign").click()
    table.wait_for("ended")
    return key_of(page)


@pytest.fixture
def solo(page: Page) -> AtReplay:
    """A game that ended after ten cards, all of them on the first pile."""
    return AtReplay(page, given_up(page, 10))


@pytest.fixture
def both(hare: AtRace, tortoise: AtRace, club: ServedClub) -> AtReplay:
    """A race in which the two have gone different ways, as one of them sees it on a wide screen."""
    race(club, hare, tortoise)
    hare.play(badly, moves=8)
    tortoise.play(on_one_pile, moves=12)
    tortoise.resign()
    hare.wait_for("ended")
    hare.page.set_viewport_size({"width": 1440, "height": 900})
    return AtReplay(hare.page, key_of(hare.page))


def test_it_is_stepped_through_by_keys_and_buttons(solo: AtReplay) -> None:
    solo.expect_moves(1, 0)
    dealt = solo.board(1)
    solo.press("ArrowRight")
    solo.expect_moves(1, 1)
    assert solo.board(1) != dealt
    # What was turned lies on the first pile.
    assert solo.board(1)[4] == dealt[-1]
    words = solo.page.locator("[data-words]")
    expect(words).to_have_text(re.compile(r"^Move 1 of 10: \w+ on waste pile 1$"))
    solo.press("End")
    solo.expect_moves(1, 10)
    expect(solo.page.locator("[data-ended]")).to_have_text("resigned")
    solo.press("ArrowLeft", "ArrowLeft", "ArrowDown")
    solo.expect_moves(1, 7)
    solo.press("ArrowUp")
    solo.expect_moves(1, 8)
    solo.press("Home")
    solo.expect_moves(1, 0)
    assert solo.board(1) == dealt
    for name, moves in (("To the end", 10), ("Back", 9), ("On", 10), ("To the start", 0)):
        solo.page.get_by_role("button", name=name, exact=True).click()
        solo.expect_moves(1, moves)
    solo.slider.focus()
    solo.press("ArrowRight")
    solo.expect_moves(1, 1)


def test_the_step_is_spoken_and_kept_in_the_address(solo: AtReplay) -> None:
    solo.press("ArrowRight", "ArrowRight", "ArrowRight")
    expect(solo.page.locator("[data-spoken]")).to_have_text(
        re.compile(r"^Move 3 of 10: .*, 4 cards on the foundations$")
    )
    expect(solo.slider).to_have_attribute("aria-valuetext", re.compile(r"^Move 3: Move 3 of 10: "))
    solo.page.wait_for_url(re.compile(r"\?seat=1&n=3$"))
    solo.page.reload()
    solo.expect_moves(1, 3)


@pytest.mark.parametrize("named", ["?seat=1&n=6", "#seat=1&n=6"])
def test_an_address_opens_it_at_a_move(solo: AtReplay, named: str) -> None:
    AtReplay(solo.page, solo.key, named).expect_moves(1, 6)


def test_an_address_that_names_no_such_move_opens_it_all_the_same(solo: AtReplay) -> None:
    for named, moves in (("?seat=9&n=99", 10), ("?n=-1", 0), ("?n=x", 0)):
        AtReplay(solo.page, solo.key, named).expect_moves(1, moves)


def test_a_press_on_the_chart_leads_there(solo: AtReplay) -> None:
    plot = solo.page.locator("[data-chart] .u-over")
    box = plot.bounding_box()
    assert box
    for share, moves in ((0.5, 5), (0.99, 10), (0.01, 0)):
        plot.click(position={"x": box["width"] * share, "y": box["height"] / 2})
        solo.expect_moves(1, moves)


def test_it_plays_by_itself_to_the_end_and_pauses(solo: AtReplay) -> None:
    solo.page.locator("[data-speed]").select_option("1000")
    solo.page.locator("[data-speed]").evaluate("(select) => select.blur()")
    solo.press(" ")
    expect(solo.page.get_by_role("button", name="Pause")).to_be_visible()
    # However late it is looked at.
    expect(solo.page.locator("[data-seat='1'] [data-board]")).to_have_attribute("data-n", re.compile(r"[1-9]"))
    # Nothing is read out while it plays.
    assert "as dealt" in solo.page.locator("[data-spoken]").inner_text()
    solo.press(" ")
    expect(solo.page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    solo.press("End", "ArrowLeft", " ")
    solo.expect_moves(1, 10)
    expect(solo.page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_both_boards_go_in_step_by_the_card(both: AtReplay) -> None:
    both.press("ArrowUp", "ArrowUp", "ArrowUp")
    left = both.page.locator("[data-left]")
    expect(left).to_have_text(["45 left", "45 left"])
    both.press("End")
    expect(left).to_have_text(["40 left", re.compile(r"\d+ left")])
    both.press("Home")
    for step in range(both.last):
        both.press("ArrowRight")
        expect(both.root).to_have_attribute("data-step", str(step + 1))
        one, two = (int(text.split()[0]) for text in left.all_inner_texts())
        # Once one board is at its end the other goes on alone.
        assert one in (two, 40)


def test_both_boards_go_each_by_its_own_moves_or_by_the_clock(both: AtReplay) -> None:
    both.page.get_by_label("each by its own moves").check()
    both.page.locator("h1").click()
    both.press("Home", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight")
    both.expect_moves(1, 4)
    both.expect_moves(2, 4)
    both.page.get_by_label("by the clock").check()
    # The seat that is looked at stays where it was; the other one had not begun.
    both.expect_moves(1, 4)
    both.expect_moves(2, 0)
    both.page.locator("h1").click()
    both.press("End", "ArrowLeft")
    both.expect_moves(1, 8)
    both.expect_moves(2, 11)
    # The shorter course ends where this one has come to.
    both.page.get_by_label("by the card").check()
    both.expect_moves(1, 8)


def test_on_a_phone_one_board_is_seen_at_a_time(both: AtReplay) -> None:
    both.page.set_viewport_size({"width": 360, "height": 740})
    boards = both.page.locator("[data-board]")
    expect(boards.nth(0)).to_be_visible()
    expect(boards.nth(1)).to_be_hidden()
    both.press("ArrowRight", "ArrowRight")
    both.page.locator(".replay-tabs button").nth(1).click()
    expect(boards.nth(0)).to_be_hidden()
    expect(boards.nth(1)).to_be_visible()
    both.expect_moves(2, 2)
    both.page.wait_for_url(re.compile(r"\?seat=2&n=2$"))
    both.press("s")
    expect(boards.nth(0)).to_be_visible()


def test_strokes_lead_on_and_back(both: AtReplay) -> None:
    both.page.set_viewport_size({"width": 360, "height": 740})
    touch = """([from, to]) => {
      const board = document.querySelector("[data-seat='1'] [data-board]");
      const finger = { clientY: 300, pointerId: 1, pointerType: "touch", isPrimary: true, bubbles: true };
      const at = (clientX) => ({ ...finger, clientX });
      board.dispatchEvent(new PointerEvent("pointerdown", at(from)));
      board.dispatchEvent(new PointerEvent("pointerup", at(to)));
    }"""
    both.page.evaluate(touch, [250, 120])
    both.expect_moves(1, 1)
    both.page.evaluate(touch, [120, 250])
    both.expect_moves(1, 0)


def test_a_board_is_played_on_from_a_point(both: AtReplay) -> None:
    both.press(*["ArrowRight"] * 5)
    both.expect_moves(2, 5)
    stood = both.board(2)
    both.page.locator("[data-seat='2']").get_by_role("button", name="Play on from here").click()
    table = AtRace(both.page)
    table.wait_for("running")
    assert table.rows == 5
    assert [table.cards(pile) for pile in range(1, 5)] == stood[4:8]
    # What else could have been played is tried there.
    table.after(lambda: both.page.keyboard.press("3"))
    assert len(table.cards(3)) == len(stood[6]) + 1


def test_the_turning_points_of_an_analysis_are_marked_and_led_to(page: Page) -> None:
    # Nobody plays so without giving something away.
    key = given_up(page, 24)
    page.goto(f"/table/{key}/summary/")
    page.get_by_role("button", name="Analyse this game").click()
    replay = AtReplay(page, key)
    turns = page.get_by_role("button", name="Turning point")
    expect(turns).to_be_visible(timeout=60_000)
    marks = page.locator(".replay-mark").count()
    assert 1 <= marks <= 3
    assert page.locator("[data-marks] i").count() == marks
    turns.click()
    choices = page.locator("[data-choices]")
    expect(choices).to_contain_text(re.compile(r"Move \d+: \w+ on waste pile 1"))
    expect(choices).to_contain_text(re.compile(r"It gave away \d+ points? ± \d+; best was \w+ "))
    expect(choices.locator("li", has_text="played")).to_have_count(1)
    expect(page.locator("[data-board] [data-choice=best]")).to_have_count(1)
    first = page.locator("[data-words]").inner_text()
    replay.press(*["t"] * marks)
    # After the last comes the first again.
    expect(page.locator("[data-words]")).to_have_text(first)


def test_everything_that_leads_along_the_game_is_in_sight(both: AtReplay) -> None:
    wrong = []
    both.press("End")
    for width, height in SIZES:
        both.page.set_viewport_size({"width": width, "height": height})
        both.page.evaluate(DRAWN)
        wrong += [f"{width} x {height}: {what}" for what in both.page.evaluate(WRONG)]
    assert wrong == []
