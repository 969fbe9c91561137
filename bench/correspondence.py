"""Whether a club with ten thousand running matches by correspondence is as quick as one with a hundred.

The value is the cost with the many in the processor's time, the baseline that with the few: two processes with a
database each, asked in turn.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from types import TracebackType
from typing import Any, Self

from bench.figure import Figure
from load.process import ROOT

NAMES = ("corr_sweep", "corr_my_day", "corr_move")

FEW = 100
MANY = 10_000
ROUNDS = 50


class Club:
    """`bench.clubs.running_matches` as a process of its own."""

    def __init__(self, folder: Path, matches: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.with_django", "bench.clubs.running_matches", str(matches)],
            cwd=ROOT,
            env=os.environ | {"DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "club.settings"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Its input ends, and so does it."""
        self._process.communicate()

    def wait_until_ready(self) -> None:
        self._answer()

    def measure(self, name: str) -> list[float]:
        """The seconds that each of a few repetitions cost."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{name}\n")
        self._process.stdin.flush()
        seconds: list[float] = self._answer()
        return seconds

    def _answer(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, "the club's process has ended"
        return json.loads(line)


def figures() -> Iterator[Figure]:
    with ExitStack() as stack:
        few, many = (
            stack.enter_context(Club(Path(stack.enter_context(tempfile.TemporaryDirectory())), count))
            for count in (FEW, MANY)
        )
        for club in (few, many):
            club.wait_until_ready()
        for name in NAMES:
            # The first times fill memories.
            for club in (few, many):
                club.measure(name)
            costs: tuple[list[float], list[float]] = ([], [])
            for _ in range(ROUNDS):
                # Interleaved, since the machine's speed drifts.
                for club, seconds in zip((few, many), costs, strict=True):
                    seconds.extend(club.measure(name))
            baseline, value = map(median, costs)
            yield Figure(name, value * 1e3, "ms", baseline * 1e3)
