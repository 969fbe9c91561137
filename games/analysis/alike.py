"""Moves that come to the same: equal piles are one choice, and so are foundations with equal needs."""

from __future__ import annotations

from collections.abc import Iterable

from games.analysis.position import Position
from games.engine.move import Move


def same_choice(position: Position, move: Move) -> Move:
    """The first move that comes to the same as this legal one: the name its choice goes by."""
    pile, foundation = move.pile, move.foundation
    if pile:
        pile = position.waste.index(position.waste[pile - 1]) + 1
    if foundation:
        needs = [order[count:] for order, count in zip(position.orders, position.progress, strict=True)]
        foundation = needs.index(needs[foundation - 1]) + 1
    return Move(pile, foundation)


def distinct(position: Position, legal: Iterable[Move]) -> list[Move]:
    """Of these legal moves, those that come to the same only once, in their order."""
    return list(dict.fromkeys(same_choice(position, move) for move in legal))
