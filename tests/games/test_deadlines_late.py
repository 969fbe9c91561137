"""Who is late: what it costs, on the nights too when clocks change, and where nobody swept or looked for days."""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from club.models import Player
from games.engine.rules import Rules
from games.play import TurnsWish
from tests.games.conftest import NOON
from tests.games.table import code_of
from tests.games.turning import CLASSIC, DAY, HOUR, SECOND, ByTurns

pytestmark = pytest.mark.django_db


def begun(one: Player, two: Player, spare_days: int = 0, now: dt.datetime = NOON) -> ByTurns:
    return ByTurns.begun(one, two, TurnsWish(CLASSIC, 8, spare_days), now)


# --- who loses --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("late", [1, 2])
def test_who_is_late_loses_whatever_the_other_has(alice: Player, bob: Player, late: int) -> None:
    match = begun(alice, bob)
    slow, quick = match.both if late == 1 else match.both[::-1]
    slow.place_all()
    slow.take_back()
    quick.hold_turn_back()
    match.wait(2 * DAY)
    match.sweep()
    assert match.outcome() == (3 - late, "time", ["time", "decided"] if late == 1 else ["decided", "time"])


def test_the_loser_is_the_one_who_is_late_and_not_the_one_who_looks(alice: Player, bob: Player) -> None:
    match = begun(alice, bob)
    match.one.play_turn()
    match.wait(DAY + 2 * SECOND)
    assert code_of(match.one.move("W1")) == "match-over"
    assert match.outcome() == (1, "time", ["decided", "time"])


def test_two_who_are_late_at_once_draw_and_neither_has_won(alice: Player, bob: Player) -> None:
    match = begun(alice, bob)
    match.one.place_all()
    match.one.take_back()
    match.wait(DAY + 2 * SECOND)
    match.sweep()
    assert match.outcome() == (None, "time", ["time", "time"])


def test_the_one_whose_deadline_comes_first_loses_though_both_are_late_when_somebody_looks(
    alice: Player, bob: Player
) -> None:
    match = begun(alice, bob)
    match.two.take_absence(1)
    match.wait(30 * DAY)
    match.sweep()
    assert match.outcome() == (2, "time", ["time", "decided"])
    assert match.match().ended_at == NOON + DAY


def test_a_player_whose_board_has_stopped_is_never_late(alice: Player, bob: Player) -> None:
    match = ByTurns.begun(alice, bob, TurnsWish(CLASSIC, 8, 0))
    for _ in range(5):
        match.play_turn()
    match.one.play_turn()
    match.two.place_all()
    match.wait(2 * DAY)
    match.sweep()
    assert match.outcome()[1] == "equal"


def test_the_last_turn_is_ended_by_the_clock_too_and_with_it_the_match(alice: Player, bob: Player) -> None:
    match = begun(alice, bob)
    while match.match().turn < 6:
        match.play_turn()
    opened_at = match.match().turn_opened_at
    assert opened_at is not None
    for seat in match.both:
        seat.place_all()
    match.wait(20 * DAY)
    match.sweep()
    assert match.outcome() == (None, "equal", ["blocked", "blocked"])
    assert match.match().ended_at == opened_at + DAY


@pytest.mark.parametrize(("redeals", "lost"), [(0, False), (1, True)])
def test_an_empty_stock_is_placed_unless_a_redeal_could_still_be_made(
    alice: Player, bob: Player, redeals: int, lost: bool
) -> None:
    match = ByTurns.begun(alice, bob, TurnsWish(Rules.parse(f"classic-4-{redeals}"), 8, 0))
    for _ in range(5):
        match.play_turn()
    for seat in match.both:
        seat.hold_all_back()
    match.two.end_turn()
    match.wait(DAY + 2 * SECOND)
    match.sweep()
    if not lost:
        assert match.outcome()[1] in ("more_cards", "more_direct_points", "equal")
        return
    # The sixth turn was placed; the seventh opened on an empty stock, and a redeal was nobody's.
    assert (match.match().turn, match.match().phase) == (7, "running")
    match.two.end_turn()
    match.wait(DAY + 2 * SECOND)
    match.sweep()
    assert match.outcome()[:2] == (2, "time")


# --- nights on which clocks change, and nights on which nobody sweeps -------------------------------------------------


@pytest.mark.parametrize(
    ("zone", "day", "local_hours"),
    [
        ("Europe/Berlin", dt.date(2026, 3, 28), 25),
        ("Europe/Berlin", dt.date(2026, 10, 24), 23),
        ("America/New_York", dt.date(2026, 3, 7), 25),
        ("America/New_York", dt.date(2026, 10, 31), 23),
    ],
)
def test_a_turn_has_24_hours_on_the_nights_on_which_clocks_change(
    alice: Player, bob: Player, zone: str, day: dt.date, local_hours: int
) -> None:
    local = dt.datetime.combine(day, dt.time(18), ZoneInfo(zone))
    opened_at = local.astimezone(dt.UTC)
    match = begun(alice, bob, 1, opened_at)
    assert match.deadline_of(match.one) - opened_at == dt.timedelta(hours=24)
    by_the_wall = match.deadline_of(match.one).astimezone(ZoneInfo(zone))
    assert by_the_wall.replace(tzinfo=None) - local.replace(tzinfo=None) == local_hours * HOUR
    match.wait_until(opened_at + dt.timedelta(hours=24) - SECOND)
    assert match.two.move("W1").refused is None
    match.one.take_absence(1)
    assert match.deadline_of(match.one) - opened_at == dt.timedelta(hours=48)
    match.wait(SECOND)
    assert code_of(match.two.move("W2")) == "deadline-passed"
    match.wait(2 * SECOND)
    match.sweep()
    assert match.deadline_of(match.two) - opened_at == dt.timedelta(hours=48)


def test_a_sweeper_dead_for_days_changes_no_result(alice: Player, bob: Player) -> None:
    ends = []
    for swept in (True, False):
        match = begun(alice, bob, spare_days=2)
        match.one.place_all()
        match.two.move("W1")
        until = match.now + 9 * DAY
        while swept and match.now < until:
            match.wait(5 * HOUR)
            match.sweep()
        match.wait_until(until)
        match.sweep()
        ended = match.match()
        spare_days = [seat.stored().spare_days_left for seat in match.both]
        ends.append((match.outcome(), ended.ended_at, ended.turn, spare_days))
    assert ends[0] == ends[1]
    # The placed turn at its deadline; the other after two spare days.
    assert ends[0][0] == (1, "time", ["decided", "time"])
    assert ends[0][1] == NOON + 3 * DAY


def test_the_clock_never_opens_a_turn_before_the_other_has_ended_theirs(alice: Player, bob: Player) -> None:
    match = begun(alice, bob)
    match.two.take_absence(1)
    match.one.place_all()
    # Within the grace of the first deadline nothing is judged, and the other ends its own turn.
    match.wait(DAY + SECOND)
    match.two.play_turn()
    match.wait(SECOND)
    match.sweep()
    ended = [seat.stored_turns()[0].ended_at for seat in match.both]
    assert ended == [NOON + DAY, NOON + DAY + SECOND]
    assert match.match().turn_opened_at == NOON + DAY + SECOND
