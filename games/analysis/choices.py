"""The choices of a position compared: how often the game is won after each, and by how much each trails the best."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.analysis.alike import distinct, same_choice
from games.analysis.endgame import best_ends, lies_open
from games.analysis.limit import Limit
from games.analysis.playouts import Playouts, legal_moves, placement_move
from games.analysis.position import Position
from games.engine.move import Move

__all__ = ["Choice", "compare", "same_choice"]

# Orders played out before the standard errors are looked at again.
_BATCH: Final = 32


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice, `chance` being the share of won playouts, 0 to 1, and `error` its standard error.

    `behind` is by how much it trails the best in share won, paired, 0 for the best. The errors are 0 where nothing is
    left to chance, and `playouts` too: then the end has been searched through.
    """

    move: Move
    chance: float
    error: float
    behind: float
    behind_error: float
    playouts: int


def compare(position: Position, limit: Limit, seed: int) -> list[Choice]:
    """The distinct choices, best first; the same for the same seed. Needs `limit.playouts` of at least 1.

    Chances are those of a player who goes by the placement cost from the next move on.
    """
    moves = distinct(position, legal_moves(position))
    if not moves:
        return []
    if lies_open(position):
        ends = best_ends(position, moves)
        if ends is not None:
            return _known(position, moves, ends)
    return _sampled(position, moves, limit, seed)


def _known(position: Position, moves: list[Move], ends: list[int]) -> list[Choice]:
    total = sum(map(len, position.orders))
    first = placement_move(position)
    best = max(ends)
    ranked = sorted(zip(moves, ends, strict=True), key=lambda pair: (-pair[1], pair[0] is not first))
    return [
        Choice(move, float(end == total), 0.0, float(best == total and end < total), 0.0, 0) for move, end in ranked
    ]


def _sampled(position: Position, moves: list[Move], limit: Limit, seed: int) -> list[Choice]:
    playouts = Playouts(position, moves, limit.playouts, seed)
    counts = [0] * len(moves)
    while playouts.played < limit.playouts and not all(counts):
        playouts.extend(min(_BATCH, limit.playouts - playouts.played))
        for place, wins in enumerate(np.count_nonzero(playouts.ends == playouts.total, axis=1)):
            if not counts[place] and _share_error(int(wins), playouts.played) <= limit.standard_error:
                counts[place] = playouts.played
                playouts.drop(place)
    counts = [count or playouts.played for count in counts]
    return _ranked(position, moves, playouts, counts)


def _share_error(won: int, games: int) -> float:
    """The standard error of a share, kept from 0 by half a game more on either side: none of 32 is not never."""
    share = (won + 0.5) / (games + 1)
    return sqrt(share * (1 - share) / (games + 1))


def _ranked(position: Position, moves: list[Move], playouts: Playouts, counts: list[int]) -> list[Choice]:
    first = placement_move(position)
    won = playouts.ends == playouts.total
    shares = [float(row[:count].mean()) for row, count in zip(won, counts, strict=True)]
    cards = [float(row[:count].mean()) for row, count in zip(playouts.ends, counts, strict=True)]
    ranked = sorted(range(len(moves)), key=lambda place: (-shares[place], -cards[place], moves[place] is not first))
    best = ranked[0]
    choices = []
    for place in ranked:
        count = counts[place]
        both = min(count, counts[best])
        behind, behind_error = (0.0, 0.0) if place == best else _trailing(won[best, :both], won[place, :both])
        error = _share_error(int(won[place, :count].sum()), count)
        choices.append(Choice(moves[place], shares[place], error, behind, behind_error, count))
    return choices


def _trailing(best: NDArray[np.bool_], other: NDArray[np.bool_]) -> tuple[float, float]:
    """By how much a row of games is won less often than the best one on the same orders, and its standard error."""
    difference = best.astype(np.float64) - other
    games = len(difference)
    # One game more that they part in keeps the error from 0, as above.
    variance = (games * float(difference.var()) + 1) / (games + 1)
    return max(0.0, float(difference.mean())), sqrt(variance / games)
