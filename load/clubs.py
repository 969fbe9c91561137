"""Clubs of one's own to be played at: one process on SQLite, or many on PostgreSQL and Redis."""

import os
import re
import secrets
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Self
from urllib.request import urlopen

from club.env import push_key
from load.postgres import PostgresServer
from load.process import ROOT, NotStarted, Process, free_port
from load.redis import RedisServer

WEB_PROCESSES = 2
# The commands that run beside them, and what each prints when it is at work.
APART = {"sweep": "Sweeping", "worker": "Working", "think": "Thinking"}
# All players come from one address, and some of them play faster than people do.
CROWD = "1000"
# Whoever cannot reach the database just now may take long to say so.
FIGURES_WITHIN = 5


@dataclass(frozen=True, slots=True)
class Part:
    """One process of a club: how it is killed and started again, and its number while it runs."""

    name: str
    kill: Callable[[], None]
    start: Callable[[], None]
    pid: Callable[[], int]


class Club(ABC):
    """What the clubs of this kit have in common. `urls` lead to its pages, `parts` are its processes."""

    urls: list[str]
    parts: list[Part]

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            self._open(stack)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *exc: object) -> None:
        self._stack.close()

    @abstractmethod
    def _open(self, stack: ExitStack) -> None:
        """Start its processes, each to be ended with the stack."""

    def environment(self) -> dict[str, str]:
        """The settings of its processes, and of commands beside them."""
        kept = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
        return kept | {"DATA_DIR": str(self.folder), "SITE_URL": self.urls[0], "CROWD": CROWD}

    def run(self, *command: str) -> int:
        """A Python command with the club's settings, which prints where this one does; its exit status."""
        return subprocess.run([sys.executable, *command], cwd=ROOT, env=self.environment(), check=False).returncode

    def _process(self, name: str, command: str, opened: str, port: int = 0) -> Process:
        line = [sys.executable, "manage.py", command, *(["--port", str(port)] if port else [])]
        return Process(line, self.environment(), opened, port, printed_to=self.folder / f"{name}.log")


class SmallClub(Club):
    """`manage.py serve`."""

    def _open(self, stack: ExitStack) -> None:
        port = free_port()
        self.urls = [f"http://localhost:{port}"]
        process = self._process("serve", "serve", "is open at", port)
        process.start()
        stack.callback(process.end)
        self.parts = [_part("serve", process)]


class LargeClub(Club):
    """Web twice, sweep, worker, think, PostgreSQL and Redis: each can be killed and started again."""

    def _open(self, stack: ExitStack) -> None:
        self._postgres = stack.enter_context(PostgresServer(durable=True))
        self._redis = stack.enter_context(RedisServer())
        ports = [free_port() for _ in range(WEB_PROCESSES)]
        self.urls = [f"http://localhost:{port}" for port in ports]
        self._keys = {"SECRET_KEY": secrets.token_urlsafe(64), "PUSH_PRIVATE_KEY": push_key(self.folder)}
        if self.run("manage.py", "set_up"):
            raise NotStarted("the tables and the static files could not be made")
        processes = {f"web-{n}": self._process(f"web-{n}", "web", "is open", port) for n, port in enumerate(ports, 1)}
        for command, opened in APART.items():
            processes[command] = self._process(command, command, opened)
        for process in processes.values():
            process.begin()
            stack.callback(process.end)
        for process in processes.values():
            process.wait_until_at_work()
        self.parts = [_part(name, process) for name, process in processes.items()]
        self.parts.append(Part("postgresql", self._postgres.kill, self._postgres.start, lambda: self._postgres.pid))
        self.parts.append(Part("redis", self._redis.stop, self._redis.start, lambda: self._redis.pid))

    def environment(self) -> dict[str, str]:
        return (
            super().environment()
            | self._keys
            | {
                "DATABASE_URL": self._postgres.url,
                "REDIS_URL": self._redis.url,
                "PROCESSES": str(WEB_PROCESSES),
            }
        )


def _part(name: str, process: Process) -> Part:
    return Part(name, process.kill, process.start, lambda: process.pid)


def resyncs(url: str) -> int:
    """How many views the process at that address has sent since it began whose announcement was lost on its way; 0
    where it does not tell."""
    try:
        with urlopen(f"{url}/metrics/", timeout=FIGURES_WITHIN) as answer:  # noqa: S310 - a club of ours, by http
            told = re.search(r"^club_resyncs_total (\S+)$", answer.read().decode(), re.MULTILINE)
    except OSError:
        return 0
    return int(float(told[1])) if told else 0


def memory_mb(club: Club) -> dict[str, float]:
    """The memory that each of its processes occupies now, of those that run; as `ps` of any system tells it."""
    return {part.name: memory for part in club.parts if (memory := _resident_mb(part.pid())) is not None}


def _resident_mb(pid: int) -> float | None:
    told = subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, text=True, check=False)  # noqa: S607 - where it lies differs
    return int(told.stdout) / 1024 if told.stdout.strip() else None
