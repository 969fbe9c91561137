"""`python -m load.chaos`: a club of many processes, one of which is killed every so often while it is played at."""

import asyncio
import sys
import time
from collections.abc import Callable, Sequence
from random import Random

from load.clubs import LargeClub, Part, memory_mb, resyncs
from load.play import LOG, LOOKS_EVERY_SECONDS, Crowd, Mix, check, folder_of, make_room, parser

KILL_EVERY_SECONDS = 30.0


class Chaos:
    """Kills one process after the other, each by chance, and starts it again at once."""

    def __init__(self, club: LargeClub, chance: Random) -> None:
        self._club = club
        self._chance = chance
        self._urls = dict(zip((part.name for part in club.parts), club.urls, strict=False))
        self._began = time.monotonic()
        self.kills = 0
        # Counted by the processes before they were killed.
        self.resyncs = 0
        # The most that each was seen to occupy.
        self.memory: dict[str, float] = {}

    async def rage(self, playing: asyncio.Future[None], is_over: Callable[[float], bool], every: float) -> None:
        """Until that says of the seconds since the beginning that it is over, or the players have failed."""
        next_kill = every
        while not playing.done() and not is_over(seconds := time.monotonic() - self._began):
            await asyncio.wait([playing], timeout=min(LOOKS_EVERY_SECONDS, max(0.0, next_kill - seconds)))
            if seconds >= next_kill:
                await asyncio.to_thread(self._kill, self._chance.choice(self._club.parts))
                # Where one took longer than that to come back, the others have some time all the same.
                next_kill = max(next_kill + every, time.monotonic() - self._began + every / 2)

    def look(self) -> None:
        """Note the memory of every process."""
        for name, memory in memory_mb(self._club).items():
            self.memory[name] = max(memory, self.memory.get(name, 0))

    def _kill(self, part: Part) -> None:
        self.look()
        if part.name in self._urls:
            self.resyncs += resyncs(self._urls[part.name])
        at = time.monotonic()
        part.kill()
        part.start()
        self.kills += 1
        print(
            f"{at - self._began:6.0f} s: {part.name} was killed, and back after {time.monotonic() - at:.1f} s",
            flush=True,
        )

    def lines(self) -> list[str]:
        """The run in words; the processes still run."""
        counted = self.resyncs + sum(map(resyncs, self._club.urls))
        memory = ", ".join(f"{name} {megabytes:.0f}" for name, megabytes in self.memory.items())
        return [
            f"kills: {self.kills}; views sent since their announcement was lost: {counted}",
            f"most memory in MB: {memory}",
        ]


async def play_through(crowd: Crowd, chaos: Chaos, is_over: Callable[[float], bool], every: float) -> None:
    """The crowd plays until it is over; nothing is killed any more when what everybody holds is looked at."""
    playing = asyncio.ensure_future(crowd.play())
    await chaos.rage(playing, is_over, every)
    chaos.look()
    await crowd.finish(playing)


def main(arguments: Sequence[str]) -> int:
    """The exit status: that of the checker."""
    options = parser(__doc__, clients=500, seconds=900)
    options.set_defaults(think=4.0)
    options.add_argument("--every", type=float, default=KILL_EVERY_SECONDS, help="seconds between kills (%(default)s)")
    options.add_argument("--seed", type=int, default=None, help="the same one kills the same processes again")
    options.add_argument("--kills", type=int, default=0, help="and longer, until there were so many (%(default)s)")
    told = options.parse_args(arguments)
    make_room()
    with folder_of(told) as folder, LargeClub(folder) as club:
        log = folder / LOG
        crowd = Crowd(club.urls, Mix.of(told.clients), told.think, log)
        chaos = Chaos(club, Random(told.seed))

        def is_over(seconds: float) -> bool:
            lacks = max(told.seconds - seconds, told.kills - chaos.kills, told.moves - crowd.figures.moves)
            return bool(lacks <= 0)

        asyncio.run(play_through(crowd, chaos, is_over, told.every))
        print("\n".join([*crowd.figures.lines(), *chaos.lines()]))
        return check(club, log)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
