"""Games played out from a position: what the kernels need, made from it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from games.analysis import kernels
from games.analysis.kernel_arrays import Real, Whole, cards_of, room_for
from games.analysis.kernels import CODE_BASE
from games.analysis.position import Position
from games.engine.move import Move
from games.engine.rules import FOUNDATION_SIZE, Layout, Rules, foundation_order

_WEIGHTS_FILE: Final = Path(__file__).with_name("placement_weights.json")
# Of a seed, whatever its size, so many bits count.
SEED_BITS: Final = 2**63 - 1
_DROPPED: Final = -1


@cache
def placement_weights(layout: Layout) -> Real:
    """The weights of the placement cost, tuned for each layout by the share of games that it wins."""
    return np.array(json.loads(_WEIGHTS_FILE.read_text())[layout], np.float64)


def layout_of(position: Position) -> Layout:
    """The layout whose foundations these are; what no other has is Broken Intervals."""
    for layout in (Layout.CLASSIC, Layout.REVERSE, Layout.GIANT):
        if position.orders == _orders(layout):
            return layout
    return Layout.BROKEN


@cache
def _orders(layout: Layout) -> tuple[tuple[int, ...], ...]:
    rules = Rules(layout)
    return tuple(foundation_order(rank, step) for rank, step in zip(rules.first_ranks, rules.steps, strict=True))


def legal_moves(position: Position) -> list[Move]:
    """The moves that the rules allow, in the order of their texts."""
    codes = np.zeros(len(position.waste) * (1 + len(position.orders)) + len(position.orders) + 1, np.int64)
    return [move_of(int(code)) for code in codes[: kernels.legal_moves(cards_of(position), codes)]]


def move_of(code: int) -> Move:
    """The move that a kernel calls so."""
    return Move(*divmod(code, CODE_BASE))


def code_of(move: Move) -> int:
    """What kernels call the move."""
    return CODE_BASE * move.pile + move.foundation


class Playouts:
    """Games played out from a position after each of some moves, all on the same orders of the unseen cards."""

    def __init__(self, position: Position, moves: Sequence[Move], most: int, seed: int) -> None:
        self._cards, self._on, self._room = cards_of(position), cards_of(position), room_for(position)
        self._weights = placement_weights(layout_of(position))
        self._codes = np.array([code_of(move) for move in moves], np.int64)
        self._ends = np.zeros((len(moves), most), np.int64)
        self._seed = seed & SEED_BITS
        self.total = FOUNDATION_SIZE * len(position.orders)
        self.played = 0

    def extend(self, by: int) -> None:
        """Play out so many more orders."""
        last = self.played + by
        kernels.sample_choices(
            self._cards, self._on, self._room, self._weights, self._codes, self.played, last, self._seed, self._ends
        )
        self.played = last

    def drop(self, place: int) -> None:
        """Play out the move at this index no more."""
        self._codes[place] = _DROPPED

    @property
    def ends(self) -> Whole:
        """(moves, orders): the cards on the foundations at the end of each game; of a dropped move, only the first."""
        return self._ends[:, : self.played]


def placement_move(position: Position) -> Move | None:
    """The move by the placement cost alone, which plays every wanted card; None where no move is legal."""
    weights = placement_weights(layout_of(position))
    code = kernels.placement_choice(cards_of(position), weights, room_for(position))
    return move_of(int(code)) if code >= 0 else None


def pile_costs(position: Position) -> list[float]:
    """The placement cost of the turned card on each pile."""
    costs = np.zeros(len(position.waste))
    weights = placement_weights(layout_of(position))
    kernels.pile_costs(cards_of(position), position.turned, weights, room_for(position), costs)
    return [float(cost) for cost in costs]
