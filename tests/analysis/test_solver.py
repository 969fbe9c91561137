"""The solver's wins hold, what it calls lost is lost, and it keeps to its limit."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import cycle, islice

import pytest

from games.analysis.found import Found
from games.analysis.limit import Limit
from games.analysis.solver import Solution, solve
from games.engine.board import Board
from games.engine.cards import RANK_OF
from games.engine.deal import deal, numbered_seed
from games.engine.move import REDEAL
from games.engine.record import Record, RecordSeat, verify
from games.engine.result import EndedBy, Outcome
from games.engine.rules import Rules
from tests.engine.laid_out import classic, moves, winning

ENOUGH = Limit(positions=1_000_000)

# Every layout, every number of piles and of redeals.
SOLVED = [
    ("classic-4-0", range(1, 8)),
    ("classic-5-0", range(1, 4)),
    ("classic-6-1", range(1, 3)),
    ("reverse-4-0", range(1, 4)),
    ("reverse-7-2", range(1, 3)),
    ("broken-4-0", range(1, 4)),
    ("broken-8-0", range(1, 3)),
    ("giant-4-0", range(1, 2)),
    ("giant-8-0", range(1, 2)),
    ("classic-3-1", range(1, 3)),
    ("broken-3-2", range(1, 3)),
]


def numbered(rules: str, number: int) -> Board:
    return Board(deal(Rules.parse(rules), numbered_seed(number)))


def after(board: Board, line: str) -> Board:
    played = board.copy()
    for move in moves(line):
        played.play(move)
    return played


@pytest.mark.parametrize(("rules", "number"), [(rules, number) for rules, numbers in SOLVED for number in numbers])
def test_its_solution_is_a_record_that_holds(rules: str, number: int) -> None:
    board = numbered(rules, number)
    solution = solve(board, ENOUGH)
    assert solution.found is Found.WINNABLE
    seat = RecordSeat(moves=tuple(map(str, solution.moves)), ended_by=EndedBy.WON)
    verdict = verify(Record(board.rules, board.dealt.seed, (seat,)))
    assert verdict.holds
    assert [result.outcome for result in verdict.results] == [Outcome.WON]
    assert board == numbered(rules, number)


def test_it_goes_on_from_the_middle_of_a_game() -> None:
    board = numbered("classic-4-0", 1)
    for move in solve(board, ENOUGH).moves[:30]:
        board.play(move)
    solution = solve(board, ENOUGH)
    assert Board.replay(board.dealt, (*board.moves, *solution.moves)).outcome is Outcome.WON


def test_a_won_board_needs_no_move() -> None:
    dealt, line = winning()
    assert solve(Board.replay(dealt, line), ENOUGH) == Solution(Found.WINNABLE, (), 0)


def test_a_card_under_the_one_that_waits_for_it_is_lost() -> None:
    # The stock ends on 9 and king, which foundation 4 wants in this order.
    dealt, line = winning()
    board = Board.replay(dealt, line[:-2])
    assert solve(board, ENOUGH).moves == tuple(line[-2:])
    assert solve(after(board, "W1"), ENOUGH).found is Found.WINNABLE
    assert solve(after(board, "W1 W1"), ENOUGH) == Solution(Found.LOST, (), 0)


def test_a_redeal_saves_what_would_be_lost() -> None:
    dealt, line = winning(redeals=1)
    board = after(Board.replay(dealt, line[:-2]), "W1 W1")
    solution = solve(board, ENOUGH)
    assert solution.found is Found.WINNABLE
    assert solution.moves[0] is REDEAL
    assert Board.replay(dealt, (*board.moves, *solution.moves)).outcome is Outcome.WON


def test_nothing_is_called_lost_while_a_redeal_is_left() -> None:
    board = Board.replay(classic(waste_piles=3, redeals=1), moves("W1 " * 48))
    assert solve(board, Limit(positions=0)).found is Found.UNKNOWN
    assert solve(board, Limit(positions=2_000)).found is not Found.LOST


def test_a_blocked_board_is_lost() -> None:
    assert solve(Board.replay(classic(), moves("W1 " * 48)), ENOUGH).found is Found.LOST


@pytest.mark.parametrize("positions", [0, 1, 7, 100, 1_000, 5_000])
@pytest.mark.parametrize("rules", ["classic-3-0", "classic-3-2", "giant-4-0"])
def test_it_looks_at_no_more_positions_than_its_limit(rules: str, positions: int) -> None:
    solution = solve(numbered(rules, 5), Limit(positions=positions))
    assert solution.positions <= positions
    assert (solution.found is Found.WINNABLE) == bool(solution.moves)


def test_it_comes_to_an_end_where_nearly_everything_is_doomed() -> None:
    board = after(
        numbered("classic-4-0", 1),
        "F4 W1 W2 F4 W1 W2 F3 W2 W1 W3 W1 F4 F4 W2F4 W2 W3 W4 W2 F2 W3 W1 W4 F3 W1 W4 F1 W2 W4 F2 W3F2 W3F2 W4 F4 W4F4 "
        "W4F4 W2F4 F3 W2 W4 W3 W4 W3 F4",
    )
    assert solve(board, Limit(positions=100_000)).found is Found.UNKNOWN


def test_it_answers_the_same_twice() -> None:
    board = numbered("broken-4-0", 9)
    assert solve(board, ENOUGH) == solve(board, ENOUGH)


@pytest.mark.parametrize(
    "rules", ["classic-4-0", "classic-3-0", "reverse-4-0", "broken-4-0", "broken-5-0", "giant-4-0"]
)
def test_it_agrees_with_trying_every_line(rules: str) -> None:
    answers = {Found.WINNABLE: 0, Found.LOST: 0}
    for board in islice(late_positions(rules), 500):
        expected = Found.WINNABLE if some_line_wins(board, {}) else Found.LOST
        assert solve(board, ENOUGH).found is expected, board.to_text()
        answers[expected] += 1
    assert min(answers.values()) > 50


def late_positions(rules: str) -> Iterator[Board]:
    """Games that are played well until their end is near, then by chance, position by position."""
    chance = random.Random(rules)
    near_the_end = [until_stock_left(numbered(rules, number), 5) for number in range(1, 5)]
    for start in cycle(near_the_end):
        board = start.copy()
        yield board.copy()
        while board.stock_left and board.outcome is Outcome.PLAYING:
            board.play(chance.choice(board.legal_moves()))
            yield board.copy()


def until_stock_left(board: Board, cards: int) -> Board:
    for move in solve(board, ENOUGH).moves:
        if board.stock_left == cards:
            break
        board.play(move)
    return board


def some_line_wins(board: Board, known: dict[tuple[object, ...], bool]) -> bool:
    """Tried out on the board itself, which is left as it was; `known` are positions that were tried."""
    if board.outcome is Outcome.WON:
        return True
    foundations = tuple(map(len, board.foundations))
    key = (board.stock_left, foundations, tuple(tuple(RANK_OF[card] for card in pile) for pile in board.waste))
    if key not in known:
        known[key] = False
        for move in board.legal_moves():
            board.play(move)
            known[key] = some_line_wins(board, known)
            board.take_back()
            if known[key]:
                break
    return known[key]
