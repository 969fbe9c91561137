"""The servers whose load is measured, each a process of its own: the club in its two shapes, and stock Channels."""

import json
import os
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Self

from bench import bare_channels
from club.env import push_key
from load.postgres import PostgresServer
from load.process import ROOT, Process, free_port
from load.redis import RedisServer
from tests.served import ServedClub

TICKS = os.sysconf("SC_CLK_TCK")
PAGE_KB = os.sysconf("SC_PAGE_SIZE") / 1024
# Of `/proc/PID/stat`, behind the second field, which may hold anything: the time in the program and in the kernel.
PROGRAM_TIME, KERNEL_TIME = 11, 12


@dataclass(frozen=True, slots=True)
class Seat:
    """Where a client connects, and as whom."""

    url: str
    origin: str
    cookie: str


@dataclass(frozen=True, slots=True)
class Server:
    """The processes that serve, and where their clients sit: of a club, those of one race one after the other."""

    pids: tuple[int, ...]
    seats: list[Seat]

    def cpu_seconds(self) -> float:
        """The processor's time that the server has taken so far."""
        return sum(_cpu_seconds(pid) for pid in self.pids)

    def memory_kb(self) -> float:
        """The memory that it occupies now."""
        resident = (int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in self.pids)
        return sum(resident) * PAGE_KB


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[PROGRAM_TIME]) + int(fields[KERNEL_TIME])) / TICKS


@contextmanager
def small_club(races: int) -> Iterator[Server]:
    """`manage.py serve` on SQLite, with so many races under way."""
    with tempfile.TemporaryDirectory() as folder, ServedClub(Path(folder)) as club:
        yield Server((club.pid,), _seats(races, club.environment(), [club.url]))


class Services:
    """A PostgreSQL and a Redis, for any number of large clubs one after the other and at once."""

    def __init__(self) -> None:
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            self._postgres = stack.enter_context(PostgresServer())
            self._redis = stack.enter_context(RedisServer())
            self._folder = stack.enter_context(tempfile.TemporaryDirectory())
            self._environment = self._settings(free_port())
            for command in (["migrate"], ["collectstatic", "--no-input"]):
                subprocess.run(
                    [sys.executable, "manage.py", *command, "--verbosity=0"],
                    cwd=ROOT,
                    env=self._environment,
                    check=True,
                )
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *exc: object) -> None:
        self._stack.close()

    def _settings(self, port: int) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
        return kept | {
            "DATA_DIR": self._folder,
            "SITE_URL": f"http://localhost:{port}",
            "DATABASE_URL": self._postgres.url,
            "REDIS_URL": self._redis.url,
            "PROCESSES": "2",
            "SECRET_KEY": secrets.token_urlsafe(64),
            "PUSH_PRIVATE_KEY": push_key(Path(self._folder)),
            # All clients come from one address.
            "CROWD": "1000",
        }

    @contextmanager
    def large_club(self, races: int, processes: int = 1) -> Iterator[Server]:
        """So many `manage.py web`; the two players of a race are at different ones where there are two."""
        command = [sys.executable, "manage.py", "web"]
        with self._served(command, races, processes) as server:
            yield server

    @contextmanager
    def stock_club(self, races: int) -> Iterator[Server]:
        """One process that does without what the club does for its speed."""
        command = [sys.executable, "-m", "tests.with_django", "bench.clubs.stock_web"]
        with self._served(command, races, 1) as server:
            yield server

    @contextmanager
    def _served(self, command: list[str], races: int, processes: int) -> Iterator[Server]:
        environment = self._environment | {"DJANGO_SETTINGS_MODULE": "club.settings"}
        with ExitStack() as stack:
            web = []
            for _ in range(processes):
                port = free_port()
                process = Process([*command, "--port", str(port)], environment, "is open", port)
                process.start()
                stack.callback(process.end)
                web.append(process)
            pids = tuple(process.pid for process in web)
            yield Server(pids, _seats(races, environment, [process.url for process in web]))


def _seats(races: int, environment: dict[str, str], urls: list[str]) -> list[Seat]:
    """Both seats of so many new races, at the processes in turn."""
    filled = subprocess.run(
        [sys.executable, "-m", "tests.with_django", "bench.clubs.running_races", str(races)],
        cwd=ROOT,
        env=environment | {"DJANGO_SETTINGS_MODULE": "club.settings"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    at, origin = cycle(urls), environment["SITE_URL"]
    return [
        Seat(f"{next(at).replace('http', 'ws', 1)}/table/{race['key']}/socket", origin, cookie)
        for race in map(json.loads, filled.stdout.splitlines())
        for cookie in race["cookies"]
    ]


@contextmanager
def echo(sockets: int) -> Iterator[Server]:
    """Stock Channels on Daphne: an echo of JSON, and nothing else."""
    port = free_port()
    command = [sys.executable, "-m", bare_channels.__name__, str(port)]
    process = Process(command, dict(os.environ), bare_channels.OPEN, port)
    process.start()
    try:
        url = f"http://localhost:{port}"
        yield Server((process.pid,), [Seat(f"ws://localhost:{port}/echo/", url, "")] * sockets)
    finally:
        process.end()
