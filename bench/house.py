"""How well the house players below the master play: the share each wins of the numbered Classic deals 1 to 1000."""

from __future__ import annotations

import os
from collections.abc import Iterator

from bench.figure import Figure
from games.analysis.house import Level
from games.engine.rules import Layout, Rules
from games.tournament import Standing, play_deals, standing

LEVELS = (Level.NOVICE, Level.REGULAR, Level.EXPERT)
NAMES = tuple(f"house_{level}_pct" for level in LEVELS)

DEALS = range(1, 1001)


def figures() -> Iterator[Figure]:
    """A figure a level; some minutes of processor time, nearly all of it the expert's."""
    for level in LEVELS:
        yield Figure(f"house_{level}_pct", played(level).won.percent or 0.0, "%")


def played(level: Level) -> Standing:
    """What the level's games come to, on all processors."""
    return standing(play_deals(Rules(Layout.CLASSIC), level, DEALS, os.cpu_count() or 1))
