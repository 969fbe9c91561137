"""`python -m load.play`: so many scripted players for so long at a club, and the figures of it; `make load`."""

import asyncio
import contextlib
import resource
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from aiohttp import TCPConnector

from load import players
from load.clubs import Club, LargeClub, SmallClub
from load.figures import Figures
from load.log import Log

# What the players and all that they have open together may take, as far as this system allows it.
FILES = 65_536
# So fast they come, for a club that is not to be overrun by newcomers alone.
ARRIVALS_A_SECOND = 15
# How often it is looked whether a run is over.
LOOKS_EVERY_SECONDS = 0.5
# However busy the club is: players come again and again to one that is away, and would to one that is gone.
FINISHED_WITHIN = 300.0
# The file of a run's folder that its players write.
LOG = "players.jsonl"


@dataclass(frozen=True, slots=True)
class Mix:
    """How many sockets play in which way; those who play each other come in twos."""

    solo: int
    links: int
    lobby: int
    house: int
    correspondence: int

    @classmethod
    def of(cls, clients: int) -> "Mix":
        """About half of them alone, two in five in races, one in ten by correspondence; at least two of each kind of
        two, where there are six or more."""
        correspondence = _even(max(clients // 10, 2))
        links = _even(max(clients // 5, 2))
        house = clients // 50
        lobby = _even(clients // 6)
        return cls(max(clients - correspondence - links - house - lobby, 0), links, lobby, house, correspondence)


def _even(number: int) -> int:
    return number - number % 2


class Crowd:
    """The players of one run, from the first to the last word."""

    def __init__(self, urls: list[str], mix: Mix, think: float, log: Path) -> None:
        self.mix = mix
        self.figures = Figures()
        self._urls = tuple(urls)
        self._think = think
        self._path = log
        self._over = asyncio.Event()

    async def finish(self, playing: asyncio.Future[None], within: float = FINISHED_WITHIN) -> None:
        """Nobody moves any more; returns when everybody who plays has compared what they hold with a fresh view.

        Raises what a player failed by, and TimeoutError where the club is not there for that after so many seconds.
        """
        self._over.set()
        try:
            await asyncio.wait_for(playing, within)
        except TimeoutError as error:
            raise TimeoutError(f"{', '.join(self._urls)}: not everybody was shown a last view") from error

    async def play(self) -> None:
        """Until `finish`. Raises what a player failed by."""
        log = Log(self._path)
        try:
            async with TCPConnector(limit=0) as wires:
                run = players.Run(self._urls, wires, log, self.figures, self._think, self._over)
                async with asyncio.TaskGroup() as everybody:
                    for number, play in self._players():
                        everybody.create_task(play(run, number))
                        # One after the other, as people come.
                        with contextlib.suppress(TimeoutError):
                            await asyncio.wait_for(self._over.wait(), 1 / ARRIVALS_A_SECOND)
        finally:
            log.close()

    def _players(self) -> list[tuple[int, players.Player]]:
        """All of them, each with a number of their own, in an order that mixes their kinds."""
        mix = self.mix
        everybody: list[players.Player] = [
            *[players.play_alone] * mix.solo,
            *[players.race_by_link] * (mix.links // 2),
            *[players.race_whoever_comes] * mix.lobby,
            *[players.race_the_house] * mix.house,
            *[players.correspond] * (mix.correspondence // 2),
        ]
        numbered = list(enumerate(everybody))
        Random(len(numbered)).shuffle(numbered)
        return numbered


def make_room() -> None:
    """As many open sockets as this system allows a process."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if most > soft:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def parser(about: str | None, clients: int, seconds: float) -> ArgumentParser:
    """What every command of the kit is told."""
    options = ArgumentParser(description=about)
    options.add_argument("--clients", type=int, default=clients, help="sockets that play (%(default)s)")
    options.add_argument("--seconds", type=float, default=seconds, help="for how long (%(default)s)")
    options.add_argument("--moves", type=int, default=0, help="and longer, until there were so many (%(default)s)")
    options.add_argument("--think", type=float, default=2.0, help="seconds before a move, on average (%(default)s)")
    options.add_argument("--folder", type=Path, help="where logs, and a club of one's own, are kept; else they go")
    return options


@contextlib.contextmanager
def folder_of(options: Namespace) -> Iterator[Path]:
    """The folder that was asked for, or one that is gone afterwards."""
    if options.folder is None:
        with TemporaryDirectory(prefix="club-load-") as folder:
            yield Path(folder)
    else:
        options.folder.mkdir(parents=True, exist_ok=True)
        yield options.folder


async def play_for(crowd: Crowd, seconds: float, moves: int) -> None:
    """Let the crowd play for so long, and until there were so many moves."""
    playing = asyncio.create_task(crowd.play())
    ends = time.monotonic() + seconds
    while not playing.done() and (time.monotonic() < ends or crowd.figures.moves < moves):
        await asyncio.wait([playing], timeout=LOOKS_EVERY_SECONDS)
    await crowd.finish(playing)


def check(club: Club, log: Path) -> int:
    """The checker's exit status for what was played at a club of one's own."""
    sys.stdout.flush()
    return club.run("-m", "load.check", str(log))


def main(arguments: Sequence[str]) -> int:
    """The exit status: that of the checker, or 0 where the club is somebody else's."""
    options = parser(__doc__, clients=50, seconds=60)
    options.add_argument(
        "--url", action="append", help="a club that is served already; again for each of its addresses"
    )
    options.add_argument("--large", action="store_true", help="a club of many processes instead of one on SQLite")
    told = options.parse_args(arguments)
    make_room()
    with folder_of(told) as folder, contextlib.ExitStack() as stack:
        log = folder / LOG
        if told.url:
            urls, club = told.url, None
        else:
            club = stack.enter_context((LargeClub if told.large else SmallClub)(folder))
            urls = club.urls
        crowd = Crowd(urls, Mix.of(told.clients), told.think, log)
        asyncio.run(play_for(crowd, told.seconds, told.moves))
        print("\n".join(crowd.figures.lines()))
        return check(club, log) if club else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
