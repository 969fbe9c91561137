"""One measured figure, beside what it is compared with in the same run."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """A value in its unit; machines differ, so what counts is its ratio to a baseline measured beside it."""

    figure: str
    value: float
    unit: str
    baseline: float | None = None

    @property
    def ratio(self) -> float | None:
        """Value by baseline, None without one."""
        return None if self.baseline is None else self.value / self.baseline
