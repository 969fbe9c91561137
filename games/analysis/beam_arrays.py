"""The arrays that the search through an open stock works on, and how a board is laid out in them."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.engine.board import Board
from games.engine.cards import RANK_OF
from games.engine.rules import FOUNDATION_SIZE

type Whole = NDArray[np.int64]
type Small = NDArray[np.int8]
type Keys = NDArray[np.uint64]

# Rows of a layer for each that the search places on: moves from the waste add the others.
_SPREAD: Final = 4
# Kinds of notes by rank.
_NOTES: Final = 5


class Course(NamedTuple):
    """What is fixed for the whole search."""

    # (foundations, 14): the ranks in their order, then 0.
    orders: Small
    # (foundations, 14): where each rank stands in that order.
    places: Small
    # (foundations,): foundations of the same order have the same number.
    kinds: Whole
    # (cards,): the ranks to come, next one first.
    stock: Small


class Layer(NamedTuple):
    """Positions, one a row, with the same number of cards still in the stock."""

    # (rows, foundations): cards on each.
    progress: Small
    # (rows, piles), (rows, piles, cards): ranks from the bottom up.
    heights: Small
    piles: Small
    # (rows, piles): a number for the cards of each pile in their order.
    marks: Keys
    # (rows,): a number for the position, the same in whatever order its piles lie.
    keys: Keys
    # (rows,): the entry of the log that led here.
    logged: Whole


class Candidates(NamedTuple):
    """Placements that make the next layer, before the best of them are chosen."""

    rows: Whole
    codes: Whole
    # Cost and place in one number.
    scores: Whole


class Room(NamedTuple):
    """What a search writes on."""

    # Keys met in this layer, and among the candidates for the next: a power of two of places each.
    met: Keys
    formed: Keys
    # (5, 14): notes by rank.
    ranks: Whole
    # (foundations,) and (piles,): how far foundations and piles might get.
    reached: Whole
    standing: Whole
    # (cards,): codes of the moves that were made because they can do no harm.
    sure: Whole


class Search(NamedTuple):
    """A search of one width: that of a layer, before moves from the waste are added to it."""

    width: int
    # Whether positions are kept that only a redeal can save.
    doomed_too: bool
    # How much it counts that cards would have to wait, against how the piles lie.
    waiting: int
    course: Course
    candidates: Candidates
    room: Room
    # How each position was reached: the entry of this log before, and the move's code. Entry 0 is the start.
    parents: NDArray[np.int32]
    codes: NDArray[np.int16]
    # What has been counted, by names that stand with the loops.
    counts: Whole


def course_of(board: Board) -> Course:
    """What lies ahead of the board, to the end of its stock."""
    places = range(len(board.foundations))
    orders = [board.foundation_order(place) for place in places]
    at = np.zeros((len(orders), FOUNDATION_SIZE + 1), np.int8)
    for place, order in enumerate(orders):
        at[place, list(order)] = range(FOUNDATION_SIZE)
    turned = () if board.turned is None else (board.turned,)
    return Course(
        orders=np.array([(*order, 0) for order in orders], np.int8),
        places=at,
        kinds=np.array([orders.index(order) for order in orders], np.int64),
        stock=np.array([RANK_OF[card] for card in (*turned, *board.stock_ahead)], np.int8),
    )


def layer_of(board: Board, width: int) -> Layer:
    """A layer for a search of this width, whose first row is the board's position."""
    rows = _SPREAD * width
    piles = len(board.waste)
    # No pile grows higher than the highest with the whole stock on it.
    highest = max(map(len, board.waste)) + board.stock_left
    layer = Layer(
        progress=np.empty((rows, len(board.foundations)), np.int8),
        heights=np.empty((rows, piles), np.int8),
        piles=np.empty((rows, piles, highest), np.int8),
        marks=np.zeros((rows, piles), np.uint64),
        keys=np.zeros(rows, np.uint64),
        logged=np.zeros(rows, np.int64),
    )
    layer.progress[0] = [len(cards) for cards in board.foundations]
    layer.heights[0] = [len(cards) for cards in board.waste]
    for pile, cards in enumerate(board.waste):
        layer.piles[0, pile, : len(cards)] = [RANK_OF[card] for card in cards]
    return layer


def search_for(course: Course, layer: Layer, counts: Whole, *, doomed_too: bool, waiting: int) -> Search:
    """Room for a search on this course through such layers."""
    rows, piles = layer.heights.shape
    foundations = layer.progress.shape[1]
    placements = rows * (piles + foundations)
    ranks = FOUNDATION_SIZE + 1
    entries = rows * (len(course.stock) + 1) + 1
    return Search(
        width=rows // _SPREAD,
        doomed_too=doomed_too,
        waiting=waiting,
        course=course,
        candidates=Candidates(*(np.empty(placements, np.int64) for _ in Candidates._fields)),
        room=Room(
            met=np.empty(_table_size(rows), np.uint64),
            formed=np.empty(_table_size(placements), np.uint64),
            ranks=np.empty((_NOTES, ranks), np.int64),
            reached=np.empty(foundations, np.int64),
            standing=np.empty(piles, np.int64),
            sure=np.empty(ranks * foundations, np.int64),
        ),
        parents=np.empty(entries, np.int32),
        codes=np.empty(entries, np.int16),
        counts=counts,
    )


def _table_size(keys: int) -> int:
    """A power of two that leaves half of the table free."""
    return 1 << (2 * keys).bit_length()
