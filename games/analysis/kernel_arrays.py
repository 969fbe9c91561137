"""What kernels work on: a position as small arrays, and the room in which games are played out from it."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.analysis.position import RANK_COUNT, Position
from games.engine.rules import FOUNDATION_SIZE

type Whole = NDArray[np.int64]
type Small = NDArray[np.int8]
type Real = NDArray[np.float64]

# Rows by rank: 0 for "none", 1 to 13, and as many as the processor takes at once.
LANES: Final = 16
_BEYOND_THE_KING: Final = (0,) * (LANES - 1 - RANK_COUNT)

# Places in `Cards.counts`.
TURNED: Final = 0
STOCK_LEFT: Final = 1
REDEALS_LEFT: Final = 2


class Cards(NamedTuple):
    """All that lies open, as arrays; what is to come is `unseen` by rank, its order unknown."""

    # (foundations, 14): the ranks in their order, then 0.
    orders: Whole
    # (foundations, 14): where each rank stands in that order.
    places: Whole
    # (foundations,): cards on each.
    progress: Whole
    # (piles, cards): ranks from the bottom up.
    piles: Small
    heights: Whole
    # (16,): cards still to be turned of each rank.
    unseen: Whole
    # (3,): the turned card's rank, cards of the stock still to be placed, redeals left.
    counts: Whole


class Room(NamedTuple):
    """What a playout writes on, made once for many. Rows by rank are `LANES` wide."""

    # (foundations, 16): the ways to a rank, sorted so that the nearest stands first.
    distances: Real
    # (16,): what passing a rank costs, how soon it is needed, and the weights that went into that.
    step: Real
    need: Real
    whole: Real
    # (cards,): an order of the unseen cards, next one first, and the stock in play, which redeals change.
    order: Small
    stock: Small
    # (1,): the state of the random numbers.
    random: NDArray[np.uint64]


def cards_of(position: Position) -> Cards:
    """The position as the kernels hold it, arrays of its own."""
    foundations = len(position.orders)
    orders = np.zeros((foundations, FOUNDATION_SIZE + 1), np.int64)
    places = np.zeros((foundations, RANK_COUNT + 1), np.int64)
    for place, order in enumerate(position.orders):
        orders[place, :FOUNDATION_SIZE] = order
        places[place, list(order)] = range(FOUNDATION_SIZE)
    piles = np.zeros((len(position.waste), FOUNDATION_SIZE * foundations), np.int8)
    for pile, ranks in enumerate(position.waste):
        piles[pile, : len(ranks)] = ranks
    return Cards(
        orders,
        places,
        np.array(position.progress, np.int64),
        piles,
        np.array([len(pile) for pile in position.waste], np.int64),
        np.array([0, *position.unseen, *_BEYOND_THE_KING], np.int64),
        np.array([position.turned, position.stock_left, position.redeals_left], np.int64),
    )


def room_for(position: Position) -> Room:
    """Room to play out boards of this size."""
    foundations = len(position.orders)
    cards = FOUNDATION_SIZE * foundations
    return Room(
        distances=np.zeros((foundations, LANES)),
        step=np.zeros(LANES),
        need=np.zeros(LANES),
        whole=np.zeros(LANES),
        order=np.zeros(cards, np.int8),
        stock=np.zeros(cards, np.int8),
        random=np.zeros(1, np.uint64),
    )
