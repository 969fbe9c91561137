"""What a run comes to in figures: moves a second, how long they took, what was lost on the way."""

import math
import time
from array import array
from collections import Counter
from collections.abc import Sequence


class Figures:
    """Counts of one process of scripted players. Seconds are since the run began."""

    def __init__(self) -> None:
        self.began = time.monotonic()
        # For each accepted move, when it was answered and after how long; two arrays, since there are many.
        self._at = array("d")
        self._took = array("d")
        # Connections that were lost, messages said again, versions that a beat told of before their view came.
        self.lost = 0
        self.again = 0
        self.behind = 0
        self.games: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()

    def answered(self, word: str, error: str, seconds: float) -> None:
        """A message was answered after so long; with an error it was refused."""
        if error:
            self.refused[error] += 1
        elif word == "move":
            self._at.append(time.monotonic() - self.began)
            self._took.append(seconds)

    @property
    def moves(self) -> int:
        return len(self._at)

    def latencies(self, begin: float = 0.0, end: float = math.inf) -> list[float]:
        """How long moves took that were answered between these two seconds of the run, sorted; in milliseconds."""
        return sorted(took * 1000 for at, took in zip(self._at, self._took, strict=True) if begin <= at < end)

    def lines(self) -> list[str]:
        """The whole run in words."""
        took = self.latencies()
        lasted = time.monotonic() - self.began
        games = ", ".join(f"{count} {kind}" for kind, count in sorted(self.games.items())) or "none"
        refused = ", ".join(f"{count} {error}" for error, count in self.refused.most_common()) or "none"
        return [
            f"moves: {self.moves} in {lasted:.0f} s, {self.moves / lasted:.1f}/s",
            f"answered after: {in_words(took)}",
            f"games begun: {games}",
            f"connections lost: {self.lost}; said again: {self.again}; told of a missed view by a beat: {self.behind}",
            f"refused: {refused}",
        ]


def in_words(sorted_ms: Sequence[float]) -> str:
    """Median, 99th percentile and the longest of these milliseconds."""
    longest = share_of(sorted_ms, 1)
    return f"p50 {share_of(sorted_ms, 0.5):.1f} ms, p99 {share_of(sorted_ms, 0.99):.1f} ms, longest {longest:.0f} ms"


def share_of(values: Sequence[float], share: float) -> float:
    """The value below or at which that share of the sorted values lies; 0 where there are none."""
    return values[max(0, math.ceil(len(values) * share) - 1)] if values else 0.0
