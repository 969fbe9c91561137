"""The moves of house players: what they are given to think about, when, and what becomes of the answer."""

import dataclasses
import datetime as dt

import pytest

from club.models import Player
from games import boards, correspondence, house, house_moves, play
from games.analysis.house import Level, choose
from games.analysis.position import Position
from games.analysis.questions import Choose, Chosen
from games.clocks import COUNTDOWN
from games.engine.deal import Dealt
from games.engine.record import judge as verdict_on
from games.engine.rules import Rules
from games.models import Match, Seat, Turn, deals
from games.play import RaceWish, TurnsWish
from games.records import written
from games.thoughts import Thought
from tests.games.conftest import NOON, Clock
from tests.games.moderating import at_once
from tests.games.racing import CLASSIC, EASIEST, SECOND, Race, play_badly
from tests.games.turning import ByTurns

pytestmark = pytest.mark.django_db

MINUTE = dt.timedelta(minutes=1)
GIANT = Rules.parse("giant-6-0")


def race(player: Player, level: str = "regular", wish: RaceWish | None = None) -> Race:
    """Begun; the person sits at seat 1."""
    sat = Race(at_once(house.race, player, level, wish or RaceWish(CLASSIC, 5), NOON))
    sat.one.ready(b"1" * 16)
    sat.wait(COUNTDOWN)
    assert sat.one.look().phase == "running"
    return sat


def by_turns(player: Player, level: str = "regular", wish: TurnsWish | None = None) -> ByTurns:
    """Begun; the house sits at seat 1, since it has made the offer."""
    offer = at_once(house.offer_turns, player, level, wish or TurnsWish(CLASSIC), NOON)
    return ByTurns(at_once(correspondence.accept, offer.key, player, b"2" * 16, NOON))


def due(now: dt.datetime) -> Thought:
    thought = house_moves.next_thought(now)
    assert thought is not None
    return thought


def question_of(thought: Thought) -> Choose:
    assert isinstance(thought.question, Choose)
    return thought.question


def answer(thought: Thought, move: str | None = None) -> None:
    """What the thinking process would say, or this move, kept as the writer does."""
    asked = question_of(thought)
    text = move or str(choose(asked.position, Level(asked.level), asked.seed))
    at_once(thought.keep, Chosen(text))


def first_due(now: dt.datetime, within: dt.timedelta, step: dt.timedelta) -> dt.datetime:
    """When the next move is due, to a step, by halving: what is due once stays so until it is made."""
    early, late = 0, within // step
    assert house_moves.next_thought(now + within) is not None
    while early < late:
        middle = (early + late) // 2
        if house_moves.next_thought(now + middle * step) is None:
            early = middle + 1
        else:
            late = middle
    return now + late * step


def instant_of_next_move(sat: Race) -> dt.datetime:
    """When the house moves next if nobody else does."""
    return first_due(sat.now, 13 * SECOND, SECOND / 10)


def house_seat(match_id: int) -> Seat:
    return Seat.objects.select_related("match__deal").get(match=match_id, player__is_active=False)


# --- in a race --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", list(Level))
def test_each_level_plays_its_board_to_the_end_at_a_persons_pace(alice: Player, clock: Clock, level: str) -> None:
    sat = race(alice, level)
    clock.now = sat.now
    took = []
    while sat.match().phase == Match.Phase.RUNNING and house_seat(sat.match_id).stopped_at is None:
        before, clock.now = clock.now, instant_of_next_move(sat)
        sat.wait(clock.now - sat.now)
        took.append(clock.now - before)
        thought = due(clock.now)
        assert question_of(thought).level == level
        answer(thought)
    stopped = house_seat(sat.match_id)
    assert stopped.rows == len(took) >= 48
    assert max(took) < 13 * SECOND
    assert house_moves.next_thought(clock.now + MINUTE / 2) is None
    sat.wait(5 * MINUTE)
    sat.one.look()
    match = sat.match()
    assert match.winner == 2
    assert house_seat(sat.match_id).ended_by in ("won", "blocked")
    assert verdict_on(written(match)).holds


def test_against_nobody_who_moves_it_wins_its_board_before_the_clock_ends(alice: Player, clock: Clock) -> None:
    sat = race(alice, "regular", RaceWish(EASIEST, 3))
    while sat.match().phase == Match.Phase.RUNNING:
        clock.now = instant_of_next_move(sat)
        sat.wait(clock.now - sat.now)
        answer(due(clock.now))
    match = sat.match()
    assert (match.winner, match.reason) == (2, "first_to_win")
    assert match.ended_at is not None
    assert match.started_at is not None
    assert match.ended_at - match.started_at < 3 * MINUTE


def test_nothing_is_due_before_the_countdown_is_over_nor_at_once_after_it(alice: Player) -> None:
    sat = Race(at_once(house.race, alice, "master", RaceWish(CLASSIC, 5), NOON))
    assert house_moves.next_thought(NOON + MINUTE) is None
    sat.one.ready()
    assert house_moves.next_thought(NOON + MINUTE) is None
    sat.wait(COUNTDOWN)
    sat.one.look()
    assert house_moves.next_thought(sat.now) is None
    assert due(sat.now + 20 * SECOND).about == f"house {house_seat(sat.match_id).pk}/1"


def test_what_waits_longest_comes_first(alice: Player, bob: Player) -> None:
    first = race(alice)
    second = Race(at_once(house.race, bob, "novice", RaceWish(CLASSIC, 5), NOON + 30 * SECOND), NOON + 30 * SECOND)
    second.one.ready()
    second.wait(COUNTDOWN)
    second.one.look()
    assert due(NOON + 2 * MINUTE).about == f"house {house_seat(first.match_id).pk}/1"


def test_the_same_move_is_due_again_until_it_is_made_whatever_was_forgotten(alice: Player, clock: Clock) -> None:
    sat = race(alice, "expert")
    clock.now = sat.now + 20 * SECOND
    one = due(clock.now)
    boards.forget_all()
    two = due(clock.now)
    assert (one.about, one.question) == (two.about, two.question)
    answer(two)
    assert house_moves.next_thought(clock.now) is None


def test_an_answer_that_comes_twice_or_too_late_changes_nothing(alice: Player, clock: Clock) -> None:
    sat = race(alice)
    clock.now = sat.now + 20 * SECOND
    thought = due(clock.now)
    answer(thought)
    rows = [(move.n, move.move) for move in house_seat(sat.match_id).moves.all()]
    answer(thought)
    for other in ("W1", "W2"):
        answer(thought, other)
    assert [(move.n, move.move) for move in house_seat(sat.match_id).moves.all()] == rows
    late = due(clock.now + 20 * SECOND)
    sat.one.resign()
    answer(late)
    assert house_seat(sat.match_id).rows == 1


def test_after_the_clock_has_ended_nothing_is_thought_about(alice: Player) -> None:
    sat = race(alice)
    assert house_moves.next_thought(sat.now + 5 * MINUTE) is None


def test_a_move_of_which_the_process_keeps_dying_is_left_to_a_plainer_player(alice: Player, clock: Clock) -> None:
    sat = race(alice, "master")
    clock.now = sat.now + 20 * SECOND
    for _ in range(3):
        assert question_of(due(clock.now)).level == "master"
        due(clock.now).died()
    assert question_of(due(clock.now)).level == "regular"
    answer(due(clock.now))
    assert question_of(due(clock.now + 20 * SECOND)).level == "master"


def test_an_answer_that_is_no_legal_move_changes_nothing_and_counts_like_a_death(alice: Player, clock: Clock) -> None:
    sat = race(alice, "master")
    clock.now = sat.now + 20 * SECOND
    for _ in range(3):
        answer(due(clock.now), "W9")
    assert house_seat(sat.match_id).rows == 0
    assert question_of(due(clock.now)).level == "regular"


# --- what it sees -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["classic-4-0", "reverse-5-1", "broken-4-2", "giant-6-0"])
def test_it_is_given_what_the_view_of_its_seat_shows_and_that_is_a_players_position(alice: Player, rules: str) -> None:
    sat = race(alice, wish=RaceWish(Rules.parse(rules), 5))
    play_badly(sat.one)
    view = sat.one.look().board
    assert view is not None
    assert house_moves.position_of(view) == Position.of(boards.board_of(play.load(sat.match_id).seat(1)))


def test_a_question_holds_nothing_but_the_position_the_level_and_its_luck() -> None:
    assert [field.name for field in dataclasses.fields(Choose)] == ["position", "level", "seed"]


@pytest.mark.parametrize("rules", [CLASSIC, GIANT])
def test_two_decks_that_differ_in_what_it_has_not_turned_give_the_same_thoughts(
    alice: Player, clock: Clock, rules: Rules
) -> None:
    """Each position of one match is looked at with either deck; from the card on that parts them no thought is the
    same."""
    sat = race(alice, wish=RaceWish(rules))
    deck = sat.match().deal.laid_out()
    turned = 12
    other = dataclasses.replace(deck, seed=b"o" * 32, stock=deck.stock[:turned] + deck.stock[: turned - 1 : -1])
    assert len({each.stock[turned][0] for each in (deck, other)}) == 2
    for n in range(1, turned + 1):
        clock.now = sat.now + 20 * SECOND * n
        assert asked_with(deck, clock.now) == asked_with(other, clock.now)
        boards.forget_all()
        answer(due(clock.now), "W1")
    clock.now += 20 * SECOND
    assert asked_with(deck, clock.now) != asked_with(other, clock.now)


def asked_with(dealt: Dealt, now: dt.datetime) -> tuple[str, Choose]:
    """What would be thought about if the match had that deck."""
    boards.forget_all()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(deals, "deal", lambda *_: dealt)
        thought = due(now)
    boards.forget_all()
    return thought.about, question_of(thought)


# --- by correspondence ------------------------------------------------------------------------------------------------


def turn_is_due(match: ByTurns) -> dt.datetime:
    """When the house begins its open turn."""
    return first_due(match.now, 11 * MINUTE, SECOND)


def play_house_turn(clock: Clock) -> int:
    """Everything that is due just now; how many moves."""
    moves = 0
    while (thought := house_moves.next_thought(clock.now)) is not None:
        answer(thought)
        moves += 1
    return moves


def test_its_turn_is_played_some_minutes_after_it_opens_all_at_once_and_ended(alice: Player, clock: Clock) -> None:
    match = by_turns(alice)
    clock.now = turn_is_due(match)
    assert 2 * MINUTE <= clock.now - NOON <= 10 * MINUTE + SECOND
    assert play_house_turn(clock) >= 4
    ended = Turn.objects.get()
    assert (ended.seat_id, ended.number, ended.ended_at) == (match.one.seat_id, 1, clock.now)
    # The other sees nothing of it.
    assert (match.two.turns.turn, match.two.turns.state) == (1, "playing")


@pytest.mark.parametrize(
    ("level", "rules", "cards"),
    [
        ("novice", "classic-4-0", 8),
        ("regular", "classic-4-1", 4),
        ("regular", "giant-8-0", 8),
        ("novice", "broken-4-2", 8),
    ],
)
def test_a_whole_match_is_played_to_its_end_without_a_spare_day(
    alice: Player, clock: Clock, level: str, rules: str, cards: int
) -> None:
    match = by_turns(alice, level, TurnsWish(Rules.parse(rules), turn_cards=cards))
    for _ in range(3 * 48):
        if match.match().phase == Match.Phase.ENDED:
            break
        if match.two.is_playing:
            match.two.play_turn()
        if house_seat(match.match_id).turn_deadline is not None:
            clock.now = turn_is_due(match)
            match.wait_until(clock.now)
            play_house_turn(clock)
    assert match.match().phase == Match.Phase.ENDED
    assert house_seat(match.match_id).spare_days_left == 1
    assert house_seat(match.match_id).ended_by in ("won", "blocked")
    assert verdict_on(written(match.match())).holds


def test_where_nobody_else_is_waited_for_a_turn_is_played_within_a_minute(alice: Player, clock: Clock) -> None:
    """The person ends the board where the house still takes its redeal."""
    match = by_turns(alice, wish=TurnsWish(Rules.parse("classic-4-1"), turn_cards=8))
    for _ in range(6):
        match.two.hold_turn_back()
        clock.now = turn_is_due(match)
        play_house_turn(clock)
        match.wait_until(clock.now)
    match.two.end_turn()
    assert match.two.stored().stopped_at is not None
    assert house_seat(match.match_id).stopped_at is None
    assert turn_is_due(match) - match.now <= MINUTE
    match.wait_until(turn_is_due(match))
    clock.now = match.now
    play_house_turn(clock)
    assert house_seat(match.match_id).redeals_used == 1
