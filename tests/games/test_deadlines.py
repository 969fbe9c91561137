"""Deadlines of turns: judged alike by move, page and sweep, each at its own instant, however late somebody looks."""

import datetime as dt
from collections.abc import Callable

import pytest

from club.models import Player
from games.models import Match
from games.play import TurnsWish
from tests.games.conftest import NOON
from tests.games.table import code_of
from tests.games.turning import CLASSIC, DAY, SECOND, ByTurns, open_page

pytestmark = pytest.mark.django_db(transaction=True)
TICK = dt.timedelta(microseconds=1)


def begun(one: Player, two: Player, spare_days: int = 0, now: dt.datetime = NOON) -> ByTurns:
    return ByTurns.begun(one, two, TurnsWish(CLASSIC, 8, spare_days), now)


def by_sweep(match: ByTurns) -> None:
    match.sweep()


def by_page(match: ByTurns) -> None:
    open_page(match, match.one.stored().player)


def by_look(match: ByTurns) -> None:
    match.one.look()


def by_move_of_the_late(match: ByTurns) -> None:
    match.one.move("W1")


def by_move_of_the_other(match: ByTurns) -> None:
    match.two.move("W1")


def by_ending_the_turn(match: ByTurns) -> None:
    match.one.end_turn()


WAYS = pytest.mark.parametrize(
    "look", [by_sweep, by_page, by_look, by_move_of_the_late, by_move_of_the_other, by_ending_the_turn]
)
type Way = Callable[[ByTurns], None]


# --- at the deadline --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seconds", "accepted"), [(-1, True), (0, False), (1, False)])
def test_a_move_counts_if_it_arrived_before_the_deadline(
    alice: Player, bob: Player, seconds: int, accepted: bool
) -> None:
    match = begun(alice, bob)
    match.wait(DAY + seconds * SECOND)
    answer = match.one.move("W1")
    assert (answer.refused is None) is accepted
    assert accepted or code_of(answer) == "deadline-passed"
    assert match.one.stored().rows == accepted


@pytest.mark.parametrize(("seconds", "accepted"), [(-1, True), (0, False), (1, False)])
def test_all_else_that_is_said_to_a_turn_counts_by_the_same_instant(
    alice: Player, bob: Player, seconds: int, accepted: bool
) -> None:
    for say in (
        lambda match: match.one.end_turn(),
        lambda match: match.one.take_back(),
        lambda match: match.one.take_absence(2),
        lambda match: match.one.resign(),
    ):
        match = begun(alice, bob)
        match.one.place_all()
        match.wait(DAY + seconds * SECOND)
        answer = say(match)
        assert answer.refused is None if accepted else code_of(answer) == "deadline-passed"


@WAYS
@pytest.mark.parametrize(("seconds", "judged"), [(-1, False), (0, False), (1, False), (2, True), (3600, True)])
def test_a_turn_not_placed_is_lost_on_time_by_each_way(
    alice: Player, bob: Player, look: Way, seconds: int, judged: bool
) -> None:
    match = begun(alice, bob)
    match.two.play_turn()
    match.wait(DAY + seconds * SECOND)
    look(match)
    stored = match.match()
    assert stored.phase == ("ended" if judged else "running")
    if judged:
        assert match.outcome() == (2, "time", ["time", "decided"])
        assert stored.ended_at == NOON + DAY


@WAYS
@pytest.mark.parametrize(("seconds", "judged"), [(-1, False), (0, False), (1, False), (2, True), (3600, True)])
def test_a_turn_that_is_placed_is_ended_by_itself_by_each_way(
    alice: Player, bob: Player, look: Way, seconds: int, judged: bool
) -> None:
    match = begun(alice, bob, spare_days=1)
    match.one.place_all()
    # Before its deadline it would be ended by its player.
    ended_by_hand = look is by_ending_the_turn and seconds < 0
    match.wait(DAY + seconds * SECOND)
    look(match)
    turns = match.one.stored_turns()
    assert len(turns) == (judged or ended_by_hand)
    if judged:
        turn = turns[0]
        assert (turn.ended_at, turn.deadline, turn.spare_days_left) == (NOON + DAY, NOON + DAY, 1)
        assert (match.one.turns.state, match.one.turns.spare_days_left) == ("waiting", 1)


@WAYS
@pytest.mark.parametrize(("seconds", "judged"), [(-1, False), (0, False), (1, False), (2, True), (3600, True)])
def test_a_spare_day_is_spent_by_itself_by_each_way(
    alice: Player, bob: Player, look: Way, seconds: int, judged: bool
) -> None:
    match = begun(alice, bob, spare_days=1)
    match.one.move("W1")
    match.wait(DAY + seconds * SECOND)
    look(match)
    stored = match.one.stored()
    assert stored.spare_days_left == (0 if judged else 1)
    assert stored.turn_deadline == NOON + (2 if judged else 1) * DAY
    # Said in time or not, and judged or not: the match goes on.
    assert match.match().phase == Match.Phase.RUNNING


def test_a_move_that_came_in_time_is_written_though_the_deadline_has_passed_since(alice: Player, bob: Player) -> None:
    match = begun(alice, bob)
    match.one.place_all()
    match.two.play_turn()
    match.wait(DAY + SECOND)
    by_page(match)
    match.sweep()
    match.one.now = NOON + DAY - TICK
    assert match.one.take_back().refused is None
    assert match.one.move("W1").refused is None
    assert match.one.end_turn().refused is None
    match.wait(DAY)
    assert match.one.turns.turn == 2


def test_the_turn_ended_at_the_last_instant_is_ended_by_its_player(alice: Player, bob: Player) -> None:
    match = begun(alice, bob)
    match.one.place_all()
    match.wait(DAY - TICK)
    match.one.end_turn()
    assert match.one.stored_turns()[0].ended_at == NOON + DAY - TICK


def test_after_a_refusal_at_the_deadline_the_page_shows_what_became_of_it(alice: Player, bob: Player) -> None:
    match = begun(alice, bob)
    match.wait(DAY)
    assert code_of(match.one.move("W1")) == "deadline-passed"
    answer = match.one.say_look()
    assert answer.wake_at == NOON + DAY + 2 * SECOND
    match.wait_until(NOON + DAY + 2 * SECOND)
    assert match.one.look().phase == "ended"


@WAYS
def test_without_a_sweeper_whoever_comes_first_finds_what_the_clock_has_done(
    alice: Player, bob: Player, look: Way
) -> None:
    match = begun(alice, bob, spare_days=1)
    for seat in match.both:
        seat.place_all()
    # The first turn ends by itself; in the second both spend a spare day and are late.
    match.wait(10 * DAY)
    look(match)
    assert match.outcome() == (None, "time", ["time", "time"])
    ended = match.match()
    assert (ended.turn, ended.turn_opened_at, ended.ended_at) == (2, NOON + DAY, NOON + 3 * DAY)
