"""How many games the solver finds a way to win, the whole stock known, and the processor time it takes for it."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time

from bench.figure import Figure
from games.analysis.found import Found
from games.analysis.limit import Limit
from games.analysis.solver import compile_solver, solve
from games.engine.board import Board
from games.engine.deal import deal, numbered_seed
from games.engine.rules import Layout, Rules

NAMES = ("solver_solved_pct", "solver_p95_ms")
DEALS = 1_000
LIMIT = Limit(positions=5_000_000)


def figures() -> Iterator[Figure]:
    """`solver_solved_pct` of the numbered Classic deals 1 to 1,000, and `solver_p95_ms` of one of them."""
    compile_solver()
    solved = 0
    seconds = []
    for number in range(1, DEALS + 1):
        board = Board(deal(Rules(Layout.CLASSIC), numbered_seed(number)))
        began = process_time()
        solved += solve(board, LIMIT).found is Found.WINNABLE
        seconds.append(process_time() - began)
    seconds.sort()
    yield Figure("solver_solved_pct", 100 * solved / DEALS, "%")
    yield Figure("solver_p95_ms", seconds[95 * DEALS // 100] * 1e3, "ms")
