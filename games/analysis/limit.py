"""How much work a search may do."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limit:
    """Counted in work and never in time, so that the same question has the same answer on every machine."""

    # Games that a search by chance may play out from each choice.
    playouts: int = 0
    # It may stop earlier once the standard error of each choice's share of wins is at most this (0.02: two points);
    # 0: it plays them all.
    standard_error: float = 0.0
    # Positions that a search with open cards may look at.
    positions: int = 0
