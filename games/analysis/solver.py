"""Whether a game can still be won by somebody who knows the whole stock, and by which moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

import numpy as np

from games.analysis import beam
from games.analysis.beam_arrays import course_of, layer_of, search_for
from games.analysis.found import Found
from games.analysis.limit import Limit
from games.engine.board import Board
from games.engine.deal import deal, numbered_seed
from games.engine.move import REDEAL, Move
from games.engine.result import Outcome
from games.engine.rules import Layout, Rules

# The width of each search and how much waiting counts in it. Most games are solved by the first; what one view of the
# piles leads astray another often finds at once.
_SEARCHES: Final = ((16, 19), (128, 19), (128, 5), (512, 19), (512, 5), (2048, 19), (2048, 5), (8192, 19))
# Ends of the stock, fewest cards left first, from which a redeal is tried at each width.
_REDEALT_ENDS: Final = 8


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer, the moves that win from the position if it is winnable, and how many positions were looked at."""

    found: Found
    moves: tuple[Move, ...]
    positions: int


@dataclass(frozen=True, slots=True)
class _Reached:
    """How a search of one width ended, and the moves to the ends of the stock: won, or fewest cards left, first."""

    ending: int
    lines: Iterator[tuple[Move, ...]]
    positions: int


def solve(board: Board, limit: Limit) -> Solution:
    """Look for a win from here, at most `limit.positions` positions; redeals come as the deal's seed has them.

    LOST only where every line was followed, positions being told apart by 64 bits; before the last redeal never.
    """
    if board.outcome is Outcome.WON:
        return Solution(Found.WINNABLE, (), 0)
    used = 0
    for width, waiting in _SEARCHES:
        if used >= limit.positions:
            break
        tried = _try(board, width, waiting, limit.positions - used)
        used += tried.positions
        if tried.found is not Found.UNKNOWN:
            return Solution(tried.found, tried.moves, used)
    return Solution(Found.UNKNOWN, (), used)


def _try(board: Board, width: int, waiting: int, positions: int) -> Solution:
    reached = _search(board, width, waiting, positions, doomed_too=False)
    if reached.ending == beam.WON:
        return _won(board, reached, reached.positions)
    if board.redeals_used < board.rules.redeals:
        return _try_redeals(board, width, waiting, positions, reached.positions)
    lost = reached.ending == beam.EXHAUSTED
    return Solution(Found.LOST if lost else Found.UNKNOWN, (), reached.positions)


def _try_redeals(board: Board, width: int, waiting: int, positions: int, used: int) -> Solution:
    reached = _search(board, width, waiting, positions - used, doomed_too=True)
    used += reached.positions
    if reached.ending == beam.WON:
        return _won(board, reached, used)
    for line in islice(reached.lines, _REDEALT_ENDS):
        if used >= positions:
            break
        redealt = board.copy()
        for move in (*line, REDEAL):
            redealt.play(move)
        tried = _try(redealt, width, waiting, positions - used)
        used += tried.positions
        if tried.found is Found.WINNABLE:
            return Solution(tried.found, (*line, REDEAL, *tried.moves), used)
    return Solution(Found.UNKNOWN, (), used)


def _won(board: Board, reached: _Reached, used: int) -> Solution:
    """The win as the engine, which is the reference, bears it out; IllegalMove if it is none."""
    line = next(reached.lines)
    played = board.copy()
    for move in line:
        played.play(move)
    return Solution(Found.WINNABLE if played.outcome is Outcome.WON else Found.UNKNOWN, line, used)


def _search(board: Board, width: int, waiting: int, positions: int, *, doomed_too: bool) -> _Reached:
    layers = layer_of(board, width), layer_of(board, width)
    counts = np.zeros(beam.COUNTS, np.int64)
    counts[beam.LIMIT] = positions
    search = search_for(course_of(board), layers[0], counts, doomed_too=doomed_too, waiting=waiting)
    ending = beam.run(search, *layers)

    def lines() -> Iterator[tuple[Move, ...]]:
        codes = np.empty(2 * board.rules.cards_total, np.int64)
        for entry in search.candidates.rows[: counts[beam.ENDS]].tolist():
            made = beam.retrace(search, layer_of(board, 1), entry, codes)
            yield tuple(Move(*divmod(code, beam.CODE_BASE)) for code in codes[:made].tolist())

    return _Reached(ending, lines(), int(counts[beam.POSITIONS]))


def compile_solver() -> None:
    """Compile the kernels and leave them in numba's cache: at set-up, so that no analysis waits for it."""
    solve(Board(deal(Rules(Layout.CLASSIC), numbered_seed(1))), Limit(positions=1_000_000))
