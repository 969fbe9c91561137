"""Deadlines of turns that move: spare days, an absence, the notices that go with a turn, and sweepers side by side."""

import asyncio
import datetime as dt

import pytest
from asgiref.sync import sync_to_async

from club.models import Kind, Notice, Player
from games import sweep
from games.models import Match
from games.play import TurnsWish
from games.standing import standing_of
from tests.games.conftest import NOON
from tests.games.table import code_of
from tests.games.turning import CLASSIC, DAY, HOUR, SECOND, ByTurns, told, turns_of

pytestmark = pytest.mark.django_db
AFTER = 2 * SECOND


@pytest.fixture
def match(alice: Player, bob: Player) -> ByTurns:
    """Classic in turns of eight cards, with two spare days and an absence each."""
    return ByTurns.begun(alice, bob, TurnsWish(CLASSIC, 8, spare_days=2))


def wait_out_the_deadline(match: ByTurns) -> None:
    """Until the first deadline has been judged by the sweep."""
    deadline = match.match().deadline
    assert deadline is not None
    match.wait_until(deadline + AFTER)
    match.sweep()


# --- spare days -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spare_days", [0, 1, 2, 3])
def test_a_seat_may_be_late_by_as_many_days_as_were_agreed_on(alice: Player, bob: Player, spare_days: int) -> None:
    match = ByTurns.begun(alice, bob, TurnsWish(CLASSIC, 8, spare_days))
    match.two.play_turn()
    for spent in range(spare_days):
        wait_out_the_deadline(match)
        assert match.one.turns.spare_days_left == spare_days - spent - 1
        assert match.deadline_of(match.one) == NOON + (spent + 2) * DAY
    wait_out_the_deadline(match)
    assert match.outcome() == (2, "time", ["time", "decided"])
    assert match.match().ended_at == NOON + (spare_days + 1) * DAY


def test_a_spare_day_is_one_seat_s_and_is_spent_for_good(match: ByTurns) -> None:
    match.two.play_turn()
    wait_out_the_deadline(match)
    match.one.play_turn()
    assert [line.spare_days_left for line in match.two.turns.lines] == [1, 2]
    assert match.deadline_of(match.one) == match.now + DAY
    match.play_turn()
    assert [turn.spare_days_left for turn in match.one.stored_turns()] == [1, 1]
    assert [turn.deadline - turn.opened_at for turn in match.one.stored_turns()] == [2 * DAY, DAY]
    assert [turn.spare_days_left for turn in match.two.stored_turns()] == [2, 2]


def test_the_other_learns_of_a_spare_day_when_the_turn_is_closed_and_not_before(match: ByTurns) -> None:
    before = match.two.say_look()
    wait_out_the_deadline(match)
    assert match.one.turns.spare_days_left == 1
    after = match.two.say_look()
    # Both were late, and each sees the own day only.
    assert after.view.turns is not None
    assert [line.spare_days_left for line in after.view.turns.lines] == [2, 2]
    assert after.version == before.version + 1
    for seat in match.both:
        seat.play_turn()
    assert [line.spare_days_left for line in match.two.turns.lines] == [1, 1]


def test_who_waits_sees_until_when(match: ByTurns) -> None:
    match.two.play_turn()
    version = match.two.say_look().version
    assert match.two.turns.waits_until == "2026-03-11T12:00:00Z"
    wait_out_the_deadline(match)
    assert match.two.turns.waits_until == "2026-03-12T12:00:00Z"
    assert match.two.say_look().version == version + 1
    assert [line.spare_days_left for line in match.two.turns.lines] == [2, 2]


# --- absence ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("days", range(1, 8))
def test_an_absence_moves_the_open_turn_s_deadline_by_its_days(match: ByTurns, days: int) -> None:
    answer = match.one.take_absence(days)
    assert answer.refused is None
    assert (match.one.turns.absence_days, match.deadline_of(match.one)) == (days, NOON + (1 + days) * DAY)
    assert (match.two.turns.absence_days, match.deadline_of(match.two)) == (0, NOON + DAY)
    assert match.match().deadline == NOON + DAY


def test_an_absence_is_taken_once(match: ByTurns) -> None:
    match.one.take_absence(3)
    before = match.one.stored()
    again = match.one.take_absence(3)
    assert (again.refused, again.told) == (None, [])
    assert code_of(match.one.take_absence(4)) == "absence-taken"
    match.play_turn()
    assert code_of(match.one.take_absence(1)) == "absence-taken"
    assert match.one.take_absence(3).refused is None
    assert match.one.stored().absence_days == before.absence_days == 3
    assert match.deadline_of(match.one) == match.now + DAY - HOUR
    assert match.two.take_absence(7).refused is None


def test_an_absence_has_to_be_agreed_on(alice: Player, bob: Player) -> None:
    match = ByTurns.begun(alice, bob, TurnsWish(CLASSIC, 8, 1, absence_allowed=False))
    assert code_of(match.one.take_absence(1)) == "no-absence"
    assert match.deadline_of(match.one) == NOON + DAY


def test_no_absence_is_taken_while_one_waits(match: ByTurns) -> None:
    match.one.play_turn()
    assert code_of(match.one.take_absence(3)) == "turn-ended"
    assert match.one.stored().absence_days == 0


def test_who_plays_on_sees_nothing_of_the_other_s_absence_and_who_waits_sees_until_when(match: ByTurns) -> None:
    before = match.two.say_look()
    match.one.take_absence(2)
    after = match.two.say_look()
    assert (after.version, after.view) == (before.version, before.view)
    match.two.play_turn()
    assert match.two.turns.waits_until == "2026-03-13T12:00:00Z"
    version = match.two.say_look().version
    match.one.play_turn()
    assert match.two.turns.turn == 2
    match.two.play_turn()
    assert match.two.say_look().version > version


def test_an_absence_taken_late_moves_what_the_spare_day_has_moved(match: ByTurns) -> None:
    wait_out_the_deadline(match)
    match.one.take_absence(1)
    assert match.deadline_of(match.one) == NOON + 3 * DAY


def test_after_an_absence_spare_days_are_spent_and_then_the_match_is_lost(match: ByTurns) -> None:
    match.two.play_turn()
    match.one.take_absence(2)
    match.wait(40 * DAY)
    match.sweep()
    assert match.outcome() == (2, "time", ["time", "decided"])
    assert match.match().ended_at == NOON + (1 + 2 + 2) * DAY
    assert match.one.stored().spare_days_left == 0


def test_an_absence_keeps_the_other_waiting_no_longer_than_its_turn(match: ByTurns) -> None:
    match.one.take_absence(7)
    match.two.play_turn()
    match.wait(6 * DAY)
    match.one.play_turn()
    assert [match.deadline_of(seat) for seat in match.both] == [match.now + DAY] * 2


# --- notices ----------------------------------------------------------------------------------------------------------


def test_each_turn_is_told_once_to_each_with_a_reminder_at_four_fifths(
    match: ByTurns, alice: Player, bob: Player
) -> None:
    opened = []
    for _ in range(3):
        opened_at = match.match().turn_opened_at
        assert opened_at is not None
        opened.append(opened_at)
        match.one.move("W1")
        match.one.move("W1", n=1, turn=1)
        match.play_turn(pause=3 * HOUR)
        match.one.end_turn(turn=1)
    opened.append(match.match().turn_opened_at or NOON)
    for player in (alice, bob):
        assert told(player, Kind.YOUR_TURN) == [(str(n), at) for n, at in enumerate(opened, start=1)]
        reminders = [(str(n), at + 0.8 * DAY) for n, at in enumerate(opened, start=1)]
        assert told(player, Kind.TURN_ENDS) == reminders
        ways = Notice.objects.filter(player=player).values_list("kind", "cause", "way")
        assert len(set(ways)) == len(ways)


def test_a_moved_deadline_and_a_sweep_tell_nobody_anew(match: ByTurns) -> None:
    before = list(Notice.objects.order_by("pk").values())
    match.one.take_absence(2)
    wait_out_the_deadline(match)
    match.sweep()
    assert list(Notice.objects.order_by("pk").values()) == before


def test_what_is_refused_tells_nobody_anything(match: ByTurns) -> None:
    before = Notice.objects.count()
    match.one.end_turn()
    match.one.move("R")
    match.one.take_absence(2)
    assert Notice.objects.count() == before


# --- authority --------------------------------------------------------------------------------------------------------


def test_being_late_lowers_authority_once_in_a_day_and_resigning_does_not(alice: Player, bob: Player) -> None:
    late = [ByTurns.begun(alice, bob, TurnsWish(CLASSIC, 8, 0), NOON + hours * HOUR) for hours in (0, 5, 23)]
    given_up = ByTurns.begun(bob, alice, TurnsWish(CLASSIC, 8, 0))
    given_up.play_turn()
    given_up.play_turn()
    given_up.two.resign()
    for match in late:
        match.two.play_turn()
        match.wait(DAY + AFTER)
        match.sweep()
        assert match.outcome()[:2] == (2, "time")
    both_late = ByTurns.begun(alice, bob, TurnsWish(CLASSIC, 8, 0), NOON + 10 * DAY)
    both_late.wait(2 * DAY)
    both_late.sweep()
    of_alice, of_bob = (standing_of(player, NOON + 20 * DAY) for player in (alice, bob))
    assert of_alice is not None
    assert of_bob is not None
    # Three losses on time within 24 hours are one, and the draw on time is another; bob lost none of the three.
    assert [line.weight for line in of_alice.lines if line.match.broken].count(1) == 2
    assert [line.weight for line in of_bob.lines if line.match.broken].count(1) == 1
    assert [line.kept for line in of_alice.lines if line.match.key == given_up.key] == [True]
    assert of_alice.reliability < of_bob.reliability


# --- sweepers side by side --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("placed", [True, False])
def test_two_sweepers_that_have_read_the_same_judge_once(match: ByTurns, placed: bool) -> None:
    match.two.play_turn()
    if placed:
        match.one.place_all()
    match.wait(DAY + AFTER)
    both_read = [sweep.due(match.now), sweep.due(match.now)]
    assert both_read[0] == both_read[1] == [match.match_id]
    told_by = [sweep.catch_up(match_id, match.now) for read in both_read for match_id in read]
    assert told_by[0]
    assert told_by[1] == []
    assert match.one.stored().spare_days_left == (2 if placed else 1)
    assert match.match().turn == (2 if placed else 1)


@pytest.mark.django_db(transaction=True)
async def test_two_sweepers_at_once_are_as_one(alice: Player, bob: Player, charlie: Player) -> None:
    def begin() -> list[ByTurns]:
        matches = [
            ByTurns.begun(alice, other, TurnsWish(CLASSIC, 8, days)) for other in (bob, charlie) for days in (0, 1)
        ]
        for match in matches:
            match.two.play_turn()
        return matches

    matches = await sync_to_async(begin)()
    now = NOON + DAY + AFTER
    await asyncio.gather(*(sweep.sweep(now) for _ in range(3)))
    for match, days in zip(matches, (0, 1, 0, 1), strict=True):
        stored = await Match.objects.aget(pk=match.match_id)
        assert stored.phase == ("running" if days else "ended")
        seat = await sync_to_async(match.one.stored)()
        assert (seat.spare_days_left, seat.turn_deadline) == (0, NOON + 2 * DAY if days else None)
        assert await Notice.objects.filter(kind=Kind.MATCH_OVER, cause=match.key, way="page").acount() == (
            0 if days else 2
        )


def test_a_move_between_the_sweeper_s_reading_and_its_judging_is_lost_to_nobody(match: ByTurns) -> None:
    match.two.play_turn()
    match.wait(DAY + AFTER)
    read = sweep.due(match.now)
    # A page was quicker: the spare day is spent, and its player goes on.
    match.one.play_turn()
    assert match.one.turns.turn == 2
    for match_id in read:
        sweep.catch_up(match_id, match.now)
    assert turns_of(match.one.look()).state == "playing"
    assert match.one.stored().spare_days_left == 1
    assert match.deadline_of(match.one) == match.now + DAY
    assert dt.timedelta(0) < match.deadline_of(match.two) - match.now
