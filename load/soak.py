"""`python -m load.soak`: does a club of one process answer at the end as it did at the beginning, in as much memory?"""

import asyncio
import math
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

from load.clubs import SmallClub, memory_mb
from load.figures import in_words, share_of
from load.play import LOG, Crowd, Mix, check, folder_of, make_room, parser

# Of an hour: five minutes to warm up, then the first ten are compared with the last ten.
WARM_UP = 1 / 12
WINDOW = 1 / 6
SAMPLES_A_WINDOW = 60
WITHIN = 0.10


@dataclass(frozen=True, slots=True)
class Window:
    """A part of the run: the middle of its moves' milliseconds, all of them in words, and the middle of its memory."""

    median_ms: float
    words: str
    megabytes: float


class Soak:
    """One run; seconds are since it began."""

    def __init__(self, club: SmallClub, crowd: Crowd, seconds: float, moves: int) -> None:
        """For so many seconds, and longer until there were so many moves."""
        self._club = club
        self._crowd = crowd
        self._seconds = seconds
        self._moves = moves
        self._lasted = 0.0
        self._memory: list[tuple[float, float]] = []

    async def run(self) -> None:
        """Let the crowd play, and note the memory again and again."""
        playing = asyncio.ensure_future(self._crowd.play())
        began = self._crowd.figures.began
        while (
            time.monotonic() < began + self._seconds or self._crowd.figures.moves < self._moves
        ) and not playing.done():
            memory = await asyncio.to_thread(memory_mb, self._club)
            self._memory.append((time.monotonic() - began, sum(memory.values())))
            await asyncio.wait([playing], timeout=self._seconds * WINDOW / SAMPLES_A_WINDOW)
        self._lasted = time.monotonic() - began
        await self._crowd.finish(playing)

    def windows(self) -> tuple[Window, Window]:
        """The first after the warm-up, and the last."""
        length = self._lasted * WINDOW
        return self._window(self._lasted * WARM_UP, length), self._window(self._lasted - length, length)

    def _window(self, begin: float, length: float) -> Window:
        took = self._crowd.figures.latencies(begin, begin + length)
        memory = sorted(megabytes for at, megabytes in self._memory if begin <= at < begin + length)
        return Window(share_of(took, 0.5), in_words(took), share_of(memory, 0.5))


def main(arguments: Sequence[str]) -> int:
    """The exit status: that of the checker, and 1 too where memory or latency have grown by more than they may."""
    options = parser(__doc__, clients=200, seconds=3600)
    options.add_argument("--within", type=float, default=WITHIN, help="how much more the end may take (%(default)s)")
    told = options.parse_args(arguments)
    make_room()
    with folder_of(told) as folder, SmallClub(folder) as club:
        log = folder / LOG
        crowd = Crowd(club.urls, Mix.of(told.clients), told.think, log)
        soak = Soak(club, crowd, told.seconds, told.moves)
        print(f"A club of its own at {club.urls[0]}/", flush=True)
        asyncio.run(soak.run())
        first, last = soak.windows()
        grown = {
            "memory": _ratio(last.megabytes, first.megabytes),
            "median latency": _ratio(last.median_ms, first.median_ms),
        }
        print("\n".join(crowd.figures.lines()))
        print(f"first: {first.words}; {first.megabytes:.0f} MB")
        print(f"last:  {last.words}; {last.megabytes:.0f} MB")
        for name, ratio in grown.items():
            print(f"{name}: last ÷ first = {ratio:.3f}")
        checked = check(club, log)
        return 1 if max(grown.values()) > 1 + told.within else checked


def _ratio(last: float, first: float) -> float:
    """Endless where there was nothing at first: that is no comparison."""
    return last / first if first else math.inf


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
