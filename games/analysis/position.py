"""A position: all that lies open to a board's player, and nothing that does not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from games.engine.board import Board
from games.engine.cards import RANK_OF
from games.engine.rules import FOUNDATION_SIZE

RANK_COUNT = 13
SUIT_COUNT = 4


@dataclass(frozen=True, slots=True)
class Position:
    """Ranks are 1 (ace) to 13 (king); suits never matter. Piles and orders are in their places, bottom first.

    Of the cards to come it holds how many there are; which ones, and never in which order, follows from the rest.
    """

    orders: tuple[tuple[int, ...], ...]
    # Cards on each foundation, its starter included.
    progress: tuple[int, ...]
    waste: tuple[tuple[int, ...], ...]
    # The open card on top of the stock; 0 when the stock is used up.
    turned: int
    # Cards of the stock still to be placed, the open one included.
    stock_left: int
    redeals_left: int

    @classmethod
    def of(cls, board: Board) -> Self:
        """What the board's player sees of it."""
        places = range(len(board.foundations))
        return cls(
            orders=tuple(board.foundation_order(place) for place in places),
            progress=tuple(map(len, board.foundations)),
            waste=tuple(tuple(RANK_OF[card] for card in pile) for pile in board.waste),
            turned=RANK_OF[board.turned] if board.turned else 0,
            stock_left=board.stock_left,
            redeals_left=board.rules.redeals - board.redeals_used,
        )

    @property
    def unseen(self) -> tuple[int, ...]:
        """How many cards of each rank, ace first, are still to be turned: the packs without all that lies open."""
        packs = len(self.orders) // SUIT_COUNT
        left = [SUIT_COUNT * packs] * RANK_COUNT
        for order, count in zip(self.orders, self.progress, strict=True):
            for rank in order[:count]:
                left[rank - 1] -= 1
        for pile in self.waste:
            for rank in pile:
                left[rank - 1] -= 1
        if self.turned:
            left[self.turned - 1] -= 1
        return tuple(left)

    def wanted(self, place: int) -> int:
        """The rank that the foundation at this index wants next, 0 when it is complete."""
        count = self.progress[place]
        return self.orders[place][count] if count < FOUNDATION_SIZE else 0
