"""A game played out by the placement cost, written plainly on the engine's board: what the kernels are held against.

Costs, weights (`w`) and needs are those that the kernels have; nothing here is shared with them but the weights.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.engine.board import Board
from games.engine.cards import RANK_OF
from games.engine.move import Move

RANKS = range(1, 14)
KING = 13


def play_out(board: Board, w: Sequence[float]) -> int:
    """Play the board, which has no redeals, to its end; the cards on its foundations then."""
    while True:
        wanted = [move for move in board.legal_moves() if move.pile and move.foundation]
        if wanted:
            pile = min(wanted, key=lambda move: _top_cost(board, move.pile - 1, w)).pile - 1
            rank = RANK_OF[board.waste[pile][-1]]
            board.play(Move(pile + 1, _cheapest_foundation(board, rank, w)))
        elif board.turned is None:
            return board.foundation_cards
        else:
            rank = RANK_OF[board.turned]
            foundation = _cheapest_foundation(board, rank, w)
            board.play(Move(0, foundation) if foundation else Move(_cheapest_pile(board, rank, w) + 1, 0))


def _top_cost(board: Board, pile: int, w: Sequence[float]) -> float:
    ranks = [RANK_OF[card] for card in board.waste[pile]]
    if len(ranks) == 1:
        return -w[20]
    return -2 if _wants(board, ranks[-2]) else 0.02 * len(ranks)


def _wants(board: Board, rank: int) -> list[int]:
    return [place for place in range(len(board.foundations)) if board.wants(place) == rank]


def _cheapest_foundation(board: Board, rank: int, w: Sequence[float]) -> int:
    """As a move names it; 0 if none wants the rank."""
    places = _wants(board, rank)
    return 1 + min(places, key=lambda place: _foundation_cost(board, place, w)) if places else 0


def _foundation_cost(board: Board, place: int, w: Sequence[float]) -> float:
    progress = len(board.foundations[place])
    cost = w[19] * progress
    rest = board.foundation_order(place)[progress + 1 :]
    if not rest or rest[0] in _tops(board):
        cost -= w[18]
    return cost - (w[22] * _unseen(board).count(rest[0]) if rest else 0)


def _tops(board: Board) -> list[int]:
    return [RANK_OF[pile[-1]] for pile in board.waste if pile]


def _unseen(board: Board) -> list[int]:
    return [RANK_OF[card] for card in board.stock_ahead]


def _cheapest_pile(board: Board, rank: int, w: Sequence[float]) -> int:
    needs = _needs(board, w)
    return min(range(len(board.waste)), key=lambda pile: _pile_cost(board, rank, pile, w, needs))


def _needs(board: Board, w: Sequence[float]) -> dict[int, float]:
    unseen, tops = Counter(_unseen(board)), _tops(board)
    few = {0: w[1], 1: w[2]}
    steps = {rank: max(0.1, 1 + few.get(unseen[rank], 0.0) - w[3] * tops.count(rank)) for rank in RANKS}
    ways: dict[int, list[float]] = {rank: [] for rank in RANKS}
    for place, cards in enumerate(board.foundations):
        way = 0.0
        for rank in board.foundation_order(place)[len(cards) :]:
            ways[rank].append(way)
            way += steps[rank]
    falling = [w[0] ** place for place in range(len(board.foundations))]
    return {rank: _mean(sorted(distances), falling) for rank, distances in ways.items()}


def _mean(distances: list[float], falling: list[float]) -> float:
    weighted = sum(weight * way for weight, way in zip(falling, distances, strict=False))
    return weighted / sum(falling[: len(distances)]) if distances else 0.0


def _pile_cost(board: Board, rank: int, pile: int, w: Sequence[float], needs: dict[int, float]) -> float:
    ranks = [RANK_OF[card] for card in board.waste[pile]]
    own = needs[rank]
    if not ranks:
        several_empty = sum(not cards for cards in board.waste) > 1
        cost = w[10] + w[11] * own + w[13] * len(board.stock_ahead) / 10
        return cost + w[12] * (rank == KING) + w[17] * several_empty
    cost = w[9] * len(ranks) + w[7] * ranks.count(rank) + w[16] * max(0.0, own - min(needs[each] for each in ranks))
    largest = 0.0
    for depth, other in enumerate(reversed(ranks)):
        if own > needs[other]:
            cost += w[21] ** depth * (w[5] + w[4] * max(0.0, own - max(needs[other], largest)))
        largest = max(largest, needs[other])
    if own <= needs[ranks[-1]]:
        cost += w[6] * (needs[ranks[-1]] - own)
    if any(_follows(board, place, rank, ranks[-1]) for place in range(len(board.foundations))):
        cost -= w[8]
    if rank == KING:
        return cost + w[14] + w[15] * (KING in ranks)
    return cost + w[23] * (KING in ranks)


def _follows(board: Board, place: int, rank: int, top: int) -> bool:
    """Whether this foundation has yet to take the rank, and the top right after it."""
    rest = board.foundation_order(place)[len(board.foundations[place]) :]
    return rank in rest[:-1] and rest[rest.index(rank) + 1] == top
