"""A game, a race and a turn from the first page to the result, by keys alone and by what a screen reader is told."""

import pytest
from playwright.sync_api import expect

from tests.browser.arrivals import Arrivals
from tests.browser.at_race import COUNTDOWN_SECONDS, AtRace, pass_time
from tests.browser.at_table import AtTable
from tests.browser.at_turns import AtTurns, sit_down
from tests.browser.by_keys import EAR, Board, expect_heard, has_focus, press, tab_to
from tests.served import ServedClub

RESULT = r"Won!|Blocked|A near win"


@pytest.fixture
def hare(arrivals: Arrivals) -> AtRace:
    return AtRace(arrivals.newcomer(script=EAR))


@pytest.fixture
def anna(arrivals: Arrivals) -> AtTurns:
    return AtTurns(arrivals.newcomer(script=EAR))


def test_a_game(arrivals: Arrivals) -> None:
    page = arrivals.newcomer(script=EAR)
    table = AtTable(page)
    page.goto("/")
    press(page, page.get_by_role("button", name="Play", exact=True))
    table.wait_for("running")
    tab_to(page, page.get_by_role("button", name="Turned card"))
    while table.is_running:
        _move_by_key(table)
    expect_heard(page, "^Turned card")
    expect_heard(page, RESULT)
    press(page, page.get_by_role("button", name="Next deal"))
    table.wait_for("running")


def _move_by_key(at: AtTable | AtTurns) -> None:
    """One move, chosen by what a screen reader is told; where it is asked whether it is meant, it is."""
    rows, page = at.rows, at.page
    page.keyboard.press(Board.told_by(page.locator("main").aria_snapshot()).key())
    if page.get_by_role("dialog").count():
        page.keyboard.press("Enter")
    expect(at.table).to_have_attribute("data-rows", str(rows + 1))
    assert has_focus(page)


def test_a_race(club: ServedClub, hare: AtRace, tortoise: AtRace) -> None:
    tortoise.sign_up("tortoise")
    tortoise.wish(minutes="5")
    tortoise.anyone().click()
    page = hare.page
    page.goto("/")
    press(page, page.get_by_role("link", name="Race", exact=True))
    press(page, page.locator("[data-list=waiting]").get_by_role("button"))
    for racer in (hare, tortoise):
        racer.wait_for("opening")
    press(page, page.get_by_role("button", name="Ready"))
    tortoise.get_ready()
    hare.wait_for("starting")
    expect_heard(page, "the boards open in a moment")
    club.move_clock(COUNTDOWN_SECONDS)
    tortoise.page.reload()
    hare.wait_for("running")
    expect_heard(page, "The boards are open")
    tab_to(page, page.get_by_role("button", name="Turned card"))
    expect_heard(page, "^Turned card")
    tortoise.play_until_a_card_goes_up()
    expect_heard(page, "tortoise: 5 cards")
    pass_time(club, 61, hare, tortoise)
    expect_heard(page, "^4 minutes left")
    while hare.table.get_attribute("data-own-stopped") is None and hare.is_running:
        hare.play(lambda seen: next((move for move in seen.legal if "F" in move), seen.legal[0]), moves=10)
        assert has_focus(page)
    tortoise.resign()
    hare.expect_told(".*", ".*tortoise.*")
    expect_heard(page, hare.reason.inner_text())
    assert has_focus(page)
    press(page, page.get_by_role("button", name="Rematch"))


def test_a_turn(anna: AtTurns, bert: AtTurns) -> None:
    sit_down(anna, bert, "keys")
    page = anna.page
    page.goto("/")
    press(page, page.get_by_role("link", name="My day"))
    press(page, page.get_by_role("link", name="keys-bert", exact=True))
    anna.wait_until("playing", 1)
    tab_to(page, page.get_by_role("button", name="Turned card"))
    while page.get_by_role("button", name="Turned card").count():
        _move_by_key(anna)
    expect_heard(page, "This turn's cards are placed")
    press(page, page.get_by_role("button", name="End turn"))
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Enter")
    anna.wait_until("waiting")
    assert has_focus(page)
    bert.play_turn()
    anna.wait_until("playing", 2)
    expect_heard(page, "turn 2|Turn 2")
    assert has_focus(page)
    bert.resign()
    anna.wait_for("ended")
    expect_heard(page, anna.reason.inner_text())
    assert has_focus(page)
    tab_to(page, page.get_by_role("link", name="Next match"))
