"""How well the master plays: the share it wins of the numbered Classic deals 1 to 1,000, and what a decision costs.

Apart from the other levels, since it takes some twenty minutes of processor time.
"""

from __future__ import annotations

from collections.abc import Iterator

from bench.figure import Figure
from bench.house import played
from games.analysis.house import Level

NAMES = ("house_master_pct", "house_master_low_pct", "house_master_ms")


def figures() -> Iterator[Figure]:
    """The share, the lower end of its 95 % interval, and milliseconds of processor time a decision."""
    reached = played(Level.MASTER)
    yield Figure("house_master_pct", reached.won.percent or 0.0, "%")
    yield Figure("house_master_low_pct", reached.won.low or 0.0, "%")
    yield Figure("house_master_ms", reached.decision_ms, "ms")
