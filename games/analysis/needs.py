"""What the foundations of a position still want: how soon each comes to a rank, and what a move lets go up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from games.analysis.position import Position
from games.engine.move import Move


class Need(NamedTuple):
    """A foundation, counted from 1, that comes to a rank after taking so many other cards."""

    after: int
    foundation: int


def gone_up(position: Position, move: Move) -> Position:
    """The position after a move to a foundation, no other card being turned yet."""
    place, pile = move.foundation - 1, move.pile - 1
    progress = tuple(count + (at == place) for at, count in enumerate(position.progress))
    if not move.pile:
        return replace(position, progress=progress, turned=0, stock_left=position.stock_left - 1)
    waste = tuple(ranks[:-1] if at == pile else ranks for at, ranks in enumerate(position.waste))
    return replace(position, progress=progress, waste=waste)


def chain_after(after: Position, move: Move) -> int:
    """How many cards can go up one after the other in the position after that move to a foundation, each made possible
    by it: each goes where a card has gone up since, or lay under one that has."""
    piles, foundations = {move.pile}, {move.foundation}
    count = 0
    while found := next((up for up in _ups(after) if up.pile in piles or up.foundation in foundations), None):
        after = gone_up(after, found)
        piles.add(found.pile)
        foundations.add(found.foundation)
        count += 1
    return count


def _ups(position: Position) -> Iterator[Move]:
    """The moves from waste piles to foundations."""
    for pile, ranks in enumerate(position.waste, start=1):
        for place in range(len(position.orders)):
            if ranks and position.wanted(place) == ranks[-1]:
                yield Move(pile, place + 1)


def needs_of(position: Position, rank: int) -> list[Need]:
    """The foundations that still come to this rank, the nearest first; none once all of that rank have gone up."""
    places = enumerate(zip(position.orders, position.progress, strict=True), start=1)
    ahead = ((order.index(rank) - count, foundation) for foundation, (order, count) in places)
    return sorted(Need(after, foundation) for after, foundation in ahead if after >= 0)


def times_before(position: Position, rank: int, other: int) -> int:
    """How many foundations come to the one rank before any comes to the other."""
    first = needs_of(position, other)[0].after
    return sum(need.after < first for need in needs_of(position, rank))


def followed_on(position: Position, rank: int, other: int) -> int:
    """The first foundation on which the one rank is still to come and the other comes right after it, else 0."""
    for foundation, (order, count) in enumerate(zip(position.orders, position.progress, strict=True), start=1):
        if (rank, other) in zip(order[count:], order[count + 1 :], strict=False):
            return foundation
    return 0


def wanting(position: Position, rank: int) -> int:
    """The first foundation that wants the rank now, else 0."""
    places = range(len(position.orders))
    return next((place + 1 for place in places if position.wanted(place) == rank), 0)


def open_ranks(position: Position) -> set[int]:
    """The ranks that lie open: the turned card and the tops of the piles."""
    return {position.turned, *(ranks[-1] for ranks in position.waste if ranks)}
