"""Turns on bad days: pages that slept over a deadline, tabs that are stale, networks gone."""

import calendar
import datetime as dt
import re

from playwright.sync_api import expect

from tests.browser.arrivals import Arrivals
from tests.browser.at_race import badly, pass_time
from tests.browser.at_turns import DAY, HOUR, JUDGED_AFTER, AtTurns, set_zone, sit_down
from tests.browser.wire import Wire
from tests.served import ServedClub

CARDS = 4
EACH = str(CARDS)


def test_a_page_that_slept_shows_the_time_that_it_is(
    club: ServedClub, wire: Wire, arrivals: Arrivals, bert: AtTurns
) -> None:
    anna = AtTurns(arrivals.newcomer(wire.url))
    anna.page.clock.install()
    sit_down(anna, bert, "sleeper", turn_cards=EACH, spare_days="1")
    expect(anna.until).to_have_text(re.compile("in 24 hours$"))
    # The device sleeps: nothing gets through, and no timer of the page runs before it wakes up.
    wire.cut()
    club.move_clock(19 * HOUR)
    anna.page.clock.fast_forward(19 * HOUR * 1000)
    anna.wake_up()
    assert anna.until.inner_text().endswith("in 5 hours")
    club.move_clock(5 * HOUR - 300)
    anna.page.clock.fast_forward((5 * HOUR - 300) * 1000)
    anna.wake_up()
    assert re.search(r"in [45]:\d\d$", anna.until.inner_text())
    # Past the deadline it shows no time below zero, and what became of it once the club can be asked.
    club.move_clock(300 + JUDGED_AFTER)
    anna.page.clock.fast_forward((300 + JUDGED_AFTER) * 1000)
    anna.wake_up()
    assert anna.until.inner_text() == "time is up; the result comes in a moment"
    wire.mend()
    expect(anna.until).to_have_text(re.compile("in 24 hours$"))
    expect(anna.page.locator("[data-word]")).to_have_text(re.compile("^A spare day was used: until "))
    expect(anna.own.locator("[data-line-state]")).to_have_text("no spare day")
    anna.wait_until("playing", 1)


def test_a_spare_day_is_spent_and_then_the_match_is_lost_on_time(
    club: ServedClub, anna: AtTurns, bert: AtTurns
) -> None:
    sit_down(anna, bert, "late", turn_cards=EACH, spare_days="1")
    bert.play_turn(badly)
    bert.wait_until("waiting", 1)
    anna.play(badly, moves=2)
    board = anna.board()
    pass_time(club, DAY + JUDGED_AFTER, anna, bert)
    expect(anna.page.locator("[data-word]")).to_have_text(re.compile("^A spare day was used: until "))
    expect(anna.until).to_have_text(re.compile("in 24 hours$"))
    expect(bert.waits).to_contain_text("in 24 hours")
    # What was placed is still there, and so is the rest of the turn.
    assert anna.board() == board
    pass_time(club, DAY, anna, bert)
    anna.expect_told("late-bert won", r"You were out of time\.")
    bert.expect_told("You won!", r"late-anna was out of time\.")
    expect(bert.page.locator("[data-board='1']")).to_contain_text("out of time")


def test_a_turn_whose_cards_are_placed_is_ended_by_its_deadline(club: ServedClub, anna: AtTurns, bert: AtTurns) -> None:
    sit_down(anna, bert, "by-itself", turn_cards=EACH, spare_days="0")
    anna.place(badly)
    bert.place(badly)
    # A question about a turn that is over is not left lying there.
    bert.end_button.click()
    expect(bert.question).to_be_visible()
    pass_time(club, DAY + JUDGED_AFTER, anna, bert)
    for player in (anna, bert):
        player.wait_until("playing", 2)
    expect(bert.question).to_be_hidden()


def test_both_out_of_time_at_once_is_a_draw(club: ServedClub, anna: AtTurns, bert: AtTurns) -> None:
    sit_down(anna, bert, "both-late", turn_cards=EACH, spare_days="0")
    pass_time(club, DAY + JUDGED_AFTER, anna, bert)
    for player in (anna, bert):
        player.expect_told("A draw", r"Both were out of time at once\.")


def test_two_tabs_on_one_seat_stay_the_same(anna: AtTurns, bert: AtTurns) -> None:
    key = sit_down(anna, bert, "tabs", turn_cards=EACH)
    beside = AtTurns(anna.page.context.new_page())
    beside.open(key)
    anna.play(badly, moves=2)
    expect(beside.table).to_have_attribute("data-rows", "2")
    assert beside.board() == anna.board()
    beside.play(badly, moves=2)
    expect(anna.end_button).to_be_visible()
    anna.end_turn()
    for tab in (anna, beside):
        tab.wait_until("waiting", 1)
    bert.play_turn(badly)
    for tab in (anna, beside):
        tab.wait_until("playing", 2)
    assert beside.drawn() == anna.drawn()


def test_what_a_stale_tab_meant_for_one_turn_is_not_played_in_another(wire: Wire, anna: AtTurns, bert: AtTurns) -> None:
    key = sit_down(anna, bert, "stale", turn_cards=EACH)
    anna.play(badly, moves=CARDS)
    stale = AtTurns(anna.page.context.new_page())
    stale.page.goto(f"{wire.url}/table/{key}/")
    stale.wait_until("playing", 1)
    wire.cut()
    # Said in turn 1, and heard when turn 2 is open.
    stale.page.keyboard.press("u")
    anna.end_turn()
    bert.play_turn(badly)
    anna.wait_until("playing", 2)
    expect(stale.table).to_have_attribute("data-connection", "reconnecting")
    wire.mend()
    stale.wait_until("playing", 2)
    expect(stale.page.locator("[data-word]")).to_have_text(
        "That was meant for another turn. The board is shown as it is now."
    )
    expect(stale.page.locator("[data-pending]")).to_have_count(0)
    assert anna.rows == CARDS
    assert stale.drawn() == anna.drawn()
    stale.play(badly, moves=1)
    expect(anna.table).to_have_attribute("data-rows", str(CARDS + 1))


def test_the_end_of_a_turn_that_was_said_without_a_network_is_said_again(
    wire: Wire, arrivals: Arrivals, bert: AtTurns
) -> None:
    anna = AtTurns(arrivals.newcomer(wire.url))
    sit_down(anna, bert, "offline", turn_cards=EACH)
    anna.place(badly)
    wire.cut()
    for _ in range(2):
        # Pressed twice since nothing seems to happen.
        anna.page.keyboard.press("Enter")
        anna.page.keyboard.press("Enter")
    expect(anna.table).to_have_attribute("data-connection", "reconnecting")
    wire.mend()
    anna.wait_until("waiting", 1)
    bert.play_turn(badly)
    for player in (anna, bert):
        player.wait_until("playing", 2)


def test_boards_that_cannot_be_fetched_are_asked_for_again(anna: AtTurns, bert: AtTurns) -> None:
    sit_down(anna, bert, "unfetched", turn_cards=EACH)
    anna.play_turn(badly)
    bert.play_turn(badly)
    anna.wait_until("playing", 2)
    anna.page.context.set_offline(True)
    anna.page.keyboard.press("b")
    unread = anna.pager.locator("[data-turn-unread]")
    expect(unread).to_be_visible()
    anna.page.context.set_offline(False)
    unread.get_by_role("button", name="Try again").click()
    expect(anna.pager.locator("[data-board]")).to_have_count(2)
    expect(unread).to_be_hidden()


def test_a_turn_over_the_night_when_clocks_change_lasts_24_hours(
    club: ServedClub, anna: AtTurns, bert: AtTurns
) -> None:
    # In Berlin it is 9 in the evening before the night in which the hour from 2 to 3 is left out.
    opens = _spring_night() - dt.timedelta(hours=5)
    club.move_clock((opens - club.now()).total_seconds())
    key = sit_down(anna, bert, "spring", turn_cards=EACH)
    set_zone(club, "spring-anna", "Europe/Berlin")
    anna.open(key)
    expect(anna.until).to_have_text(re.compile(r"^until Sun, 10:0\d.PM GMT\+2, in 24 hours$"))


def _spring_night() -> dt.datetime:
    """When summer time begins next in Europe, not in this month."""
    now = dt.datetime.now(dt.UTC)
    year = now.year + (now.month >= 2)
    sunday = max(week[calendar.SUNDAY] for week in calendar.monthcalendar(year, 3))
    return dt.datetime(year, 3, sunday, 1, tzinfo=dt.UTC)
