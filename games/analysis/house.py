"""The house players: four levels that choose a move from what a player sees, and from nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

import numpy as np

from games.analysis.alike import distinct, same_choice
from games.analysis.endgame import best_ends, lies_open
from games.analysis.playouts import SEED_BITS, Playouts, legal_moves, pile_costs, placement_move
from games.analysis.position import Position
from games.engine.move import Move


class Level(StrEnum):
    """How well a house player plays."""

    NOVICE = "novice"
    REGULAR = "regular"
    EXPERT = "expert"
    MASTER = "master"


# A novice sees three wanted cards of four, and takes the costs of the piles for what they are only roughly: so large is
# the spread of what each is taken for.
_OVERLOOKED: Final = 0.25
_ROUGHNESS: Final = 2.2

# Games played out from each choice, at most, with one pack; with two they take so much longer.
_PLAYOUTS: Final = {Level.EXPERT: 40, Level.MASTER: 1000}
_ONE_PACK: Final = 4

# Orders of the stock between two looks at what is clear already.
_LOOKS: Final = 10
_LEAST_BATCH: Final = 8

# A choice is dropped when it trails by so many standard errors and one game more,
_SURELY_WORSE: Final = 2.5
# or when so many standard errors would not bring it this far above the best: then it hardly matters which.
_HARDLY_BETTER: Final = 2.0
_HARDLY: Final = 0.01
# What the cards on the foundations count beside a win, all of them.
_CARDS_WORTH: Final = 0.5


def choose(position: Position, level: Level, seed: int) -> Move:
    """The move of a player of this level, the same for the same seed; ValueError where no move is legal."""
    moves = distinct(position, legal_moves(position))
    favourite = placement_move(position)
    if favourite is None:
        raise ValueError("no move is legal")
    favourite = same_choice(position, favourite)
    if len(moves) == 1:
        return favourite
    if level is Level.NOVICE:
        return _roughly(position, moves, favourite, seed)
    # The placement cost decides between equals.
    tried = [favourite, *(move for move in moves if move is not favourite)]
    if level is Level.REGULAR:
        return _seen_through(position, tried) or favourite
    return _freed(position, tried) or _seen_through(position, tried) or _by_playouts(position, tried, level, seed)


def _roughly(position: Position, moves: Sequence[Move], favourite: Move, seed: int) -> Move:
    """A novice's move: wanted cards go up where they are seen, others to a pile that looks good enough."""
    random = np.random.default_rng(seed & SEED_BITS)
    seen = [move for move in moves if move.foundation and random.random() >= _OVERLOOKED]
    if seen:
        return favourite if favourite in seen else seen[0]
    onto_piles = [move for move in moves if move.pile and not move.foundation]
    if not onto_piles:
        return favourite
    costs = pile_costs(position)
    taken_for = [costs[move.pile - 1] + _ROUGHNESS * random.gumbel() for move in onto_piles]
    return onto_piles[int(np.argmin(taken_for))]


def _freed(position: Position, moves: Sequence[Move]) -> Move | None:
    """A move that cannot be wrong: the last card of its rank has nowhere else to go, and only lies in the way."""
    for move in moves:
        if move.foundation:
            rank = position.wanted(move.foundation - 1)
            ways = zip(position.orders, position.progress, strict=True)
            if sum(rank in order[count:] for order, count in ways) == 1:
                return move
    return None


def _seen_through(position: Position, moves: Sequence[Move]) -> Move | None:
    """The best move where every card lies open."""
    ends = best_ends(position, moves) if lies_open(position) else None
    return None if ends is None else moves[ends.index(max(ends))]


def _by_playouts(position: Position, moves: Sequence[Move], level: Level, seed: int) -> Move:
    most = _PLAYOUTS[level] * _ONE_PACK // len(position.orders)
    batch = max(_LEAST_BATCH, most // _LOOKS)
    playouts = Playouts(position, moves, most, seed)
    tried = np.ones(len(moves), np.bool_)
    best = 0
    while playouts.played < most and np.count_nonzero(tried) > 1:
        playouts.extend(min(batch, most - playouts.played))
        scores = (playouts.ends == playouts.total) + playouts.ends * (_CARDS_WORTH / playouts.total)
        best = int(np.argmax(np.where(tried, scores.sum(axis=1), -1.0)))
        differences = scores[best] - scores
        trailing = differences.sum(axis=1)
        squares = (differences**2).sum(axis=1)
        worse = trailing > _SURELY_WORSE * np.sqrt(squares) + 1
        alike = _HARDLY_BETTER * np.sqrt(squares + 1) - trailing < _HARDLY * playouts.played
        alike[best] = False
        for place in np.flatnonzero(tried & (worse | alike)):
            tried[place] = False
            playouts.drop(int(place))
    return moves[best]
