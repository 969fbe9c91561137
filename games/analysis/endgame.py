"""The end of a game, when no card is hidden any more: searched through, not guessed at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from games.analysis.position import Position
from games.engine.move import REDEAL, Move

# Positions looked at before the answer is "not known": some ten milliseconds of work.
POSITIONS_LIMIT: Final = 4_000

# The turned card, the waste piles and the foundations' counts.
type _State = tuple[int, tuple[tuple[int, ...], ...], tuple[int, ...]]


class _TooManyPositions(Exception):
    pass


def lies_open(position: Position) -> bool:
    """Whether nothing is left to chance: every card has been turned, and no redeal is left."""
    return position.stock_left <= 1 and not position.redeals_left


def best_ends(position: Position, moves: Sequence[Move]) -> list[int] | None:
    """The most cards that can be had after each of these legal moves, all cards being open; None if not known."""
    search = _Search(position.orders)
    start: _State = position.turned, position.waste, position.progress
    try:
        return [search.most_cards(search.after(start, move)) for move in moves]
    except _TooManyPositions:
        return None


class _Search:
    def __init__(self, orders: tuple[tuple[int, ...], ...]) -> None:
        # The last rank of an order is followed by "none".
        self._orders = tuple((*order, 0) for order in orders)
        self._known: dict[_State, int] = {}

    def after(self, state: _State, move: Move) -> _State:
        turned, waste, progress = state
        if move is REDEAL:
            raise ValueError("a redeal hides the cards again")
        if move.foundation:
            progress = _changed(progress, move.foundation - 1, progress[move.foundation - 1] + 1)
        if move.places:
            if move.pile:
                waste = _changed(waste, move.pile - 1, (*waste[move.pile - 1], turned))
            return 0, waste, progress
        return turned, _changed(waste, move.pile - 1, waste[move.pile - 1][:-1]), progress

    def most_cards(self, state: _State) -> int:
        known = self._known.get(state)
        if known is not None:
            return known
        if len(self._known) >= POSITIONS_LIMIT:
            raise _TooManyPositions
        # Entered before it is known, to be counted; nothing leads back to a position.
        self._known[state] = sum(state[2])
        most = max((self.most_cards(self.after(state, move)) for move in self._worth_trying(state)), default=0)
        most = max(most, sum(state[2]))
        self._known[state] = most
        return most

    def _worth_trying(self, state: _State) -> Iterator[Move]:
        turned, waste, progress = state
        wanted = [order[count] for order, count in zip(self._orders, progress, strict=True)]
        upward = [
            Move(pile, place)
            for pile, ranks in enumerate(((turned,) if turned else (), *waste))
            if ranks
            for place, rank in enumerate(wanted, start=1)
            if rank == ranks[-1]
        ]
        for move in upward:
            rank = wanted[move.foundation - 1]
            if self._left(rank, progress) == 1:
                # The last of its rank has nowhere else to go and only lies in the way.
                yield move
                return
        yield from upward
        if turned:
            yield from (Move(pile, 0) for pile in range(1, len(waste) + 1))

    def _left(self, rank: int, progress: tuple[int, ...]) -> int:
        return sum(rank in order[count:] for order, count in zip(self._orders, progress, strict=True))


def _changed[T](row: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*row[:place], value, *row[place + 1 :])
