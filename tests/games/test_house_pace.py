"""When house players move: like people, the same whenever it is asked, and never too late for the clock."""

import datetime as dt
from collections.abc import Iterator

import pytest

from games import house, house_pace
from games.analysis.position import Position
from games.engine.board import Board
from games.engine.deal import deal
from games.engine.result import Outcome
from games.engine.rules import Rules
from games.house_pace import RaceClock
from tests.games.conftest import NOON

LEVELS = list(house.LEVELS)


def played(rules: str, level: str, minutes: int | None, seed: int = 1) -> Iterator[tuple[Board, dt.datetime, float]]:
    """A board played simply at the house's pace: each position, the instant of its move, and the seconds it took."""
    board = Board(deal(Rules.parse(rules), bytes([seed]) * 32))
    deadline = None if minutes is None else NOON + dt.timedelta(minutes=minutes)
    moved_at = NOON
    while board.outcome is Outcome.PLAYING:
        position = Position.of(board)
        clock = RaceClock(NOON, moved_at, deadline)
        at = house_pace.race_move_at(seed, len(board.moves) + 1, level, clock, position)
        assert at == house_pace.race_move_at(seed, len(board.moves) + 1, level, clock, position)
        yield board, at, (at - moved_at).total_seconds()
        moved_at = at
        moves = board.legal_moves()
        up = [move for move in moves if move.foundation]
        board.play(up[0] if up else min(moves, key=lambda move: len(board.waste[move.pile - 1]) if move.pile else -1))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("minutes", [3, 5, 10])
@pytest.mark.parametrize("rules", ["classic-4-0", "classic-8-2", "giant-6-0", "broken-4-1"])
def test_with_a_clock_all_cards_are_placed_while_a_good_part_of_it_is_left(
    rules: str, minutes: int, level: str
) -> None:
    last = max(at for board, at, _ in played(rules, level, minutes) if board.stock_left)
    part = (last - NOON).total_seconds() / (60 * minutes)
    assert 0.35 <= part <= 0.9


@pytest.mark.parametrize("level", LEVELS)
def test_without_a_clock_a_card_takes_some_seconds_and_no_two_quite_the_same(level: str) -> None:
    taken = [seconds for board, _, seconds in played("classic-4-0", level, None) if board.stock_left]
    assert all(0.4 <= seconds <= 6.5 for seconds in taken)
    assert 1.5 <= sum(taken) / len(taken) <= 5
    assert len(set(taken)) == len(taken)


def test_a_chain_goes_faster_than_a_card_that_fits_nowhere() -> None:
    thought, chained = [], []
    for seed in range(1, 6):
        for board, _, seconds in played("classic-4-0", "expert", None, seed):
            wants = {board.wants(place) for place in range(4)}
            tops = {Position.of(board).waste[pile][-1] for pile in range(4) if board.waste[pile]}
            if tops & wants:
                chained.append(seconds)
            elif Position.of(board).turned not in wants:
                thought.append(seconds)
    assert max(chained) <= 1.5 < min(thought)


def test_stronger_players_are_quicker() -> None:
    took = [sum(seconds for _, _, seconds in played("classic-4-0", level, None)) for level in LEVELS]
    assert took == sorted(took, reverse=True)


def test_a_turn_is_played_some_minutes_after_it_opens_and_soon_where_nobody_else_plays() -> None:
    waits = {house_pace.turn_at(seat, turn, NOON, alone=False) - NOON for seat in range(9) for turn in range(9)}
    assert len(waits) == 81
    assert dt.timedelta(minutes=2) <= min(waits) < max(waits) <= dt.timedelta(minutes=10)
    alone = house_pace.turn_at(1, 1, NOON, alone=True) - NOON
    assert dt.timedelta(seconds=20) <= alone <= dt.timedelta(minutes=1)
