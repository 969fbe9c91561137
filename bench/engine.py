"""How fast the engine is: a Classic game replayed from its seed every move checked, and the legal moves.

The baselines are the plain ways to the same answers, in the same run: for a game, to look each move up among
all that are legal then; for the legal moves, to try every move that can be written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from statistics import median
from time import perf_counter

from bench.figure import Figure
from games.engine.board import Board
from games.engine.deal import deal, numbered_seed
from games.engine.errors import IllegalMove
from games.engine.move import ALL_MOVES, Move
from games.engine.rules import Layout, Rules

NAMES = ("engine_game_ms", "engine_legal_us")
GAMES = 40
REPEATS = 15
CLASSIC = Rules(Layout.CLASSIC)


def figures() -> Iterator[Figure]:
    """`engine_game_ms` and `engine_legal_us`: medians over repeats, a game or a position each."""
    seeds = [numbered_seed(number) for number in range(1, GAMES + 1)]
    games = [(seed, _played(seed)) for seed in seeds]
    boards = [
        Board.replay(deal(CLASSIC, seed), map(Move.parse, texts[:length]))
        for seed, texts in games
        for length in range(0, len(texts), 4)
    ]
    yield Figure(
        "engine_game_ms",
        _seconds_each(_replay_checked, games) * 1e3,
        "ms",
        _seconds_each(_replay_by_looking_up, games) * 1e3,
    )
    yield Figure(
        "engine_legal_us",
        _seconds_each(Board.legal_moves, boards) * 1e6,
        "µs",
        _seconds_each(_legal_by_trying, boards) * 1e6,
    )


def _played(seed: bytes) -> list[str]:
    """A game to its end by a simple rule: what a foundation wants goes up, else the piles in turn."""
    board = Board(deal(CLASSIC, seed))
    while legal := board.legal_moves():
        upward = [move for move in legal if move.foundation]
        board.play(upward[0] if upward else legal[board.stock_left % len(legal)])
    return [str(move) for move in board.moves]


def _seconds_each[T](run: Callable[[T], object], cases: list[T]) -> float:
    def once() -> float:
        began = perf_counter()
        for case in cases:
            run(case)
        return (perf_counter() - began) / len(cases)

    return median(once() for _ in range(REPEATS))


def _replay_checked(game: tuple[bytes, list[str]]) -> Board:
    seed, texts = game
    return Board.replay(deal(CLASSIC, seed), map(Move.parse, texts))


def _replay_by_looking_up(game: tuple[bytes, list[str]]) -> Board:
    seed, texts = game
    board = Board(deal(CLASSIC, seed))
    for text in texts:
        board.play({str(move): move for move in board.legal_moves()}[text])
    return board


def _legal_by_trying(board: Board) -> list[Move]:
    legal = []
    for move in ALL_MOVES:
        try:
            board.play(move)
        except IllegalMove:
            continue
        board.take_back()
        legal.append(move)
    return legal
