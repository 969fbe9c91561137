"""Outages bear on nobody: a turn whose deadline fell into one may be ended until 10 minutes after it."""

import datetime as dt

import pytest

from club.models import Outage, Player
from games.models import Match
from games.play import TurnsWish
from tests.games.conftest import NOON
from tests.games.table import code_of
from tests.games.turning import CLASSIC, DAY, HOUR, SECOND, ByTurns

pytestmark = pytest.mark.django_db
MINUTE = dt.timedelta(minutes=1)
TEN = 10 * MINUTE
TICK = dt.timedelta(microseconds=1)
AFTER = 2 * SECOND


@pytest.fixture
def match(alice: Player, bob: Player) -> ByTurns:
    """No spare day: whoever is late has lost."""
    return ByTurns.begun(alice, bob, TurnsWish(CLASSIC, 8, 0))


@pytest.fixture
def spare(alice: Player, bob: Player) -> ByTurns:
    return ByTurns.begun(alice, bob, TurnsWish(CLASSIC, 8, 1))


def outage(match: ByTurns, began: dt.timedelta, lasted: dt.timedelta) -> dt.datetime:
    """So long after the match began nobody is served for so long; when that ended."""
    match.wait_until(NOON + began)
    match.nobody_is_served(lasted)
    return match.now


# --- before, within, after --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("began", "lasted", "until"),
    [
        (23 * HOUR, 2 * HOUR, 25 * HOUR + TEN),  # the deadline within it
        (DAY, HOUR, 25 * HOUR + TEN),  # at its beginning
        (23 * HOUR, HOUR, DAY + TEN),  # at its end
        (23 * HOUR, 55 * MINUTE, 24 * HOUR + 5 * MINUTE),  # five minutes after it
        (23 * HOUR, 50 * MINUTE, DAY),  # ten minutes after it: it stands where it would be moved to
        (23 * HOUR, 50 * MINUTE - TICK, DAY),  # later than that: it is not moved
        (HOUR, 2 * HOUR, DAY),
        (23 * HOUR, 9 * DAY, 10 * DAY - HOUR + TEN),  # days without a server
    ],
)
def test_an_outage_over_a_deadline_or_just_before_it_moves_it_to_ten_minutes_after(
    match: ByTurns, began: dt.timedelta, lasted: dt.timedelta, until: dt.timedelta
) -> None:
    outage(match, began, lasted)
    assert [match.deadline_of(seat) for seat in match.both] == [NOON + until] * 2
    assert match.match().deadline == NOON + until
    match.wait_until(NOON + until - TICK)
    match.sweep()
    assert match.one.move("W1").refused is None
    match.wait(TICK)
    assert code_of(match.one.move("W2")) == "deadline-passed"
    match.wait(AFTER)
    match.sweep()
    assert match.outcome() == (None, "time", ["time", "time"])
    assert match.match().ended_at == NOON + until


def test_a_deadline_before_the_outage_stands(match: ByTurns) -> None:
    match.two.play_turn()
    outage(match, DAY + TICK, 3 * HOUR)
    match.sweep()
    assert match.outcome() == (2, "time", ["time", "decided"])
    assert match.match().ended_at == NOON + DAY


def test_a_gap_of_twenty_seconds_is_no_outage(match: ByTurns) -> None:
    outage(match, DAY - SECOND, 20 * SECOND)
    assert not Outage.objects.exists()
    assert match.deadline_of(match.one) == NOON + DAY


def test_a_turn_that_is_placed_is_not_ended_during_an_outage_but_after_it(match: ByTurns) -> None:
    match.one.place_all()
    ended = outage(match, 23 * HOUR, 2 * HOUR)
    assert match.one.take_back().refused is None
    match.one.place_all()
    match.wait_until(ended + TEN + AFTER)
    match.sweep()
    assert match.one.stored_turns()[0].ended_at == ended + TEN


def test_no_spare_day_is_spent_for_an_outage(spare: ByTurns) -> None:
    spare.two.play_turn()
    outage(spare, 23 * HOUR, 2 * HOUR)
    assert spare.one.stored().spare_days_left == 1
    spare.one.play_turn()
    assert spare.one.stored_turns()[0].spare_days_left == 1


def test_only_the_seat_whose_deadline_fell_into_it_is_given_time(spare: ByTurns) -> None:
    spare.one.take_absence(1)
    ended = outage(spare, 23 * HOUR, 2 * HOUR)
    assert [spare.deadline_of(seat) for seat in spare.both] == [NOON + 2 * DAY, ended + TEN]


def test_a_seat_is_given_time_though_nobody_has_judged_the_other_s_deadline_before_the_outage(spare: ByTurns) -> None:
    spare.two.take_absence(1)
    ended = outage(spare, 47 * HOUR, 2 * HOUR)
    spare.sweep()
    assert [spare.deadline_of(seat) for seat in spare.both] == [ended + TEN] * 2


def test_who_waits_sees_until_when_the_outage_has_moved_it(match: ByTurns) -> None:
    match.two.play_turn()
    version = match.two.say_look().version
    outage(match, 23 * HOUR, 2 * HOUR)
    assert match.two.turns.waits_until == "2026-03-11T13:10:00Z"
    assert match.two.say_look().version == version + 1


def test_an_outage_that_moves_nothing_changes_no_view(match: ByTurns) -> None:
    before = [seat.say_look() for seat in match.both]
    outage(match, HOUR, 2 * HOUR)
    assert [(seat.say_look().version, seat.look()) for seat in match.both] == [
        (each.version, each.view) for each in before
    ]


# --- more than one ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("minutes_later", [3, 10])
def test_a_second_outage_over_what_the_first_has_moved_moves_it_again(match: ByTurns, minutes_later: int) -> None:
    first = outage(match, 23 * HOUR, 2 * HOUR)
    second = outage(match, first - NOON + minutes_later * MINUTE, HOUR)
    assert match.deadline_of(match.one) == second + TEN


def test_a_second_outage_after_what_the_first_has_moved_moves_nothing(match: ByTurns) -> None:
    first = outage(match, 23 * HOUR, 2 * HOUR)
    outage(match, first - NOON + TEN + TICK, HOUR)
    assert match.deadline_of(match.one) == first + TEN


# --- and nobody swept -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("swept", [True, False])
@pytest.mark.parametrize(
    ("began", "lasted", "until"),
    [
        (47 * HOUR, 2 * HOUR, 49 * HOUR + TEN),  # over the spare day's end
        (47 * HOUR, 55 * MINUTE, 48 * HOUR + 5 * MINUTE),  # just before it
        (30 * HOUR, 2 * HOUR, 48 * HOUR),  # between the two deadlines
        (23 * HOUR, 2 * HOUR, 49 * HOUR + TEN),  # over the first: the spare day begins ten minutes after
    ],
)
def test_what_an_outage_does_to_a_spare_day_does_not_rest_on_the_sweep(
    spare: ByTurns, swept: bool, began: dt.timedelta, lasted: dt.timedelta, until: dt.timedelta
) -> None:
    spare.two.play_turn()
    if swept and began > DAY:
        spare.wait_until(NOON + DAY + AFTER)
        spare.sweep()
        assert spare.deadline_of(spare.one) == NOON + 2 * DAY
    ended = outage(spare, began, lasted)
    # The first to look comes at once, or after the first deadline if that is still to come.
    spare.wait_until(max(ended, NOON + 25 * HOUR + TEN + AFTER) if began < DAY else ended)
    spare.sweep()
    assert spare.deadline_of(spare.one) == NOON + until
    spare.wait_until(NOON + until - TICK)
    assert spare.one.move("W1").refused is None
    spare.wait(TICK + AFTER)
    spare.sweep()
    assert spare.match().ended_at == NOON + until


@pytest.mark.parametrize("swept", [True, False])
@pytest.mark.parametrize(
    ("began", "lasted", "until"),
    [(47 * HOUR, 2 * HOUR, 49 * HOUR + TEN), (47 * HOUR, 55 * MINUTE, 48 * HOUR + 5 * MINUTE)],
)
def test_what_an_outage_does_to_the_next_turn_does_not_rest_on_the_sweep(
    match: ByTurns, swept: bool, began: dt.timedelta, lasted: dt.timedelta, until: dt.timedelta
) -> None:
    for seat in match.both:
        seat.place_all()
    if swept:
        match.wait_until(NOON + DAY + AFTER)
        match.sweep()
    outage(match, began, lasted)
    assert match.one.turns.turn == 2
    assert [match.deadline_of(seat) for seat in match.both] == [NOON + until] * 2
    match.wait_until(NOON + 30 * DAY)
    match.sweep()
    assert match.outcome() == (None, "time", ["time", "time"])
    assert match.match().ended_at == NOON + until


def test_a_year_later_the_outages_of_then_are_reckoned_with(match: ByTurns) -> None:
    for seat in match.both:
        seat.place_all()
    # Nobody sweeps and nobody looks; the club is down over the deadline of the turn that nobody has opened yet.
    ended = outage(match, 47 * HOUR, 2 * HOUR)
    outage(match, 100 * HOUR, 2 * HOUR)
    match.wait_until(NOON + 365 * DAY)
    match.one.look()
    assert (match.match().phase, match.match().ended_at) == (Match.Phase.ENDED, ended + TEN)
