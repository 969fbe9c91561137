"""How fast games are played out: by the kernels, and by the same rules written plainly on the engine's board."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from time import process_time

from bench.figure import Figure
from games.analysis.playouts import Playouts, placement_weights
from games.analysis.position import Position
from games.engine.board import Board
from games.engine.deal import deal, numbered_seed
from games.engine.move import Move
from games.engine.rules import Layout, Rules
from tests.analysis.plain_playouts import play_out

NAMES = ("playouts_per_cpu_s",)

CLASSIC = Rules(Layout.CLASSIC)
ROUNDS = 5
PLAYOUTS = 10_000
PLAIN_PLAYOUTS = 200


def figures() -> Iterator[Figure]:
    """Whole Classic games a second of processor time; the baseline is plain Python on the engine's board."""
    by_kernels()
    rounds = [(by_kernels(), plainly()) for _ in range(ROUNDS)]
    value, baseline = (median(speeds) for speeds in zip(*rounds, strict=True))
    yield Figure("playouts_per_cpu_s", value, "1/s", baseline)


def by_kernels() -> float:
    """Playouts a second from the first card of deal 1."""
    position = Position.of(Board(deal(CLASSIC, numbered_seed(1))))
    playouts = Playouts(position, [Move(1, 0)], PLAYOUTS, seed=1)
    began = process_time()
    playouts.extend(PLAYOUTS)
    return PLAYOUTS / (process_time() - began)


def plainly() -> float:
    """Playouts a second, one of each of the first deals."""
    boards = [Board(deal(CLASSIC, numbered_seed(number))) for number in range(1, PLAIN_PLAYOUTS + 1)]
    weights = placement_weights(Layout.CLASSIC).tolist()
    began = process_time()
    for board in boards:
        play_out(board, weights)
    return PLAIN_PLAYOUTS / (process_time() - began)
