"""Whether what lies on the waste piles goes up in any order, so that a page may play it out at one touch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from games.engine.move import Move
from games.engine.rules import FOUNDATION_SIZE

# Positions looked at before the answer is "not known": some milliseconds of work.
STATES_LIMIT: Final = 2_000

# Height of each waste pile, height of each foundation: with the stock used up they make the position.
type _Heights = tuple[tuple[int, ...], tuple[int, ...]]


def sure_finish(
    piles: Sequence[Sequence[int]], orders: Sequence[Sequence[int]], foundation_heights: Sequence[int]
) -> list[Move]:
    """Moves that win, if every order of waste-to-foundation moves does; else, or if not known, none.

    `piles` are ranks from bottom to top, `orders` the thirteen ranks of each foundation.
    """
    start: _Heights = tuple(len(pile) for pile in piles), tuple(foundation_heights)
    if not _no_order_gets_stuck(start, piles, orders):
        return []
    moves = []
    heights: _Heights | None = start
    while heights is not None:
        move, heights = next(_steps(heights, piles, orders), (None, None))
        if move is not None:
            moves.append(move)
    return moves


def _no_order_gets_stuck(start: _Heights, piles: Sequence[Sequence[int]], orders: Sequence[Sequence[int]]) -> bool:
    seen = {start}
    waiting = [start]
    while waiting:
        heights = waiting.pop()
        if min(heights[1]) >= FOUNDATION_SIZE - 1:
            # What lies about is what is wanted, one card by each foundation at most: any top card goes up.
            continue
        after = [reached for _, reached in _steps(heights, piles, orders)]
        if not after:
            return False
        fresh = [reached for reached in after if reached not in seen]
        seen.update(fresh)
        waiting += fresh
        if len(seen) > STATES_LIMIT:
            return False
    return True


def _steps(
    heights: _Heights, piles: Sequence[Sequence[int]], orders: Sequence[Sequence[int]]
) -> Iterator[tuple[Move, _Heights]]:
    pile_heights, foundation_heights = heights
    for pile, pile_height in enumerate(pile_heights):
        if not pile_height:
            continue
        top = piles[pile][pile_height - 1]
        for foundation, height in enumerate(foundation_heights):
            if height < FOUNDATION_SIZE and orders[foundation][height] == top:
                yield (
                    Move(pile + 1, foundation + 1),
                    (_changed(pile_heights, pile, -1), _changed(foundation_heights, foundation, +1)),
                )


def _changed(heights: tuple[int, ...], place: int, by: int) -> tuple[int, ...]:
    return (*heights[:place], heights[place] + by, *heights[place + 1 :])
