"""A club of many processes as an operator runs it: web twice, sweep, on a PostgreSQL and a Redis of its own."""

import asyncio
import datetime as dt
import json
import secrets
import subprocess
import sys
from collections.abc import Coroutine
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

import psycopg
from websockets.exceptions import WebSocketException

from club.env import push_key
from load.postgres import PostgresServer
from load.process import ROOT, SAID_WITHIN, Process, free_port
from load.redis import RedisServer
from tests import moving_clock
from tests.served import as_an_operator, set_up

CONNECTION_LOST = (OSError, WebSocketException, EOFError)


class ManyClub:
    """Two web processes and a sweep, whose clock can be moved; ended with the test that started it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._stack = ExitStack()
        self._ahead = 0.0
        moving_clock.move_to(folder, self._ahead)
        # By the file of a record what its players saw of the results.
        self._results: dict[Path, object] = {}

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            self.postgres = stack.enter_context(PostgresServer())
            self.redis = stack.enter_context(RedisServer())
            ports = free_port(), free_port()
            self._environment = self._shared_settings(ports[0])
            set_up(self._environment)
            self.web = [self._web(port) for port in ports]
            self.sweeps = [self.process("sweep", "Sweeping")]
            for process in (*self.web, *self.sweeps):
                process.begin()
                stack.callback(process.end)
            for process in (*self.web, *self.sweeps):
                process.wait_until_said("is open|Sweeping")
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *exc: object) -> None:
        self._stack.close()

    def _shared_settings(self, port: int) -> dict[str, str]:
        ours = {
            "DATA_DIR": str(self.folder),
            "SITE_URL": f"http://localhost:{port}",
            "DATABASE_URL": self.postgres.url,
            "DATABASE_CONNECTIONS": "5",
            "REDIS_URL": self.redis.url,
            "PROCESSES": "2",
            "SECRET_KEY": secrets.token_urlsafe(64),
            "PUSH_PRIVATE_KEY": push_key(self.folder),
            # Everybody in a test comes from one address.
            "CROWD": "1000",
        }
        return as_an_operator() | ours

    def _web(self, port: int) -> Process:
        return self.process("web", "is open", "--port", str(port), port=port)

    def process(self, command: str, opened: str, *args: str, port: int = 0) -> Process:
        """One more, to be started and ended by the test."""
        line = [sys.executable, "-m", moving_clock.__name__, command, *args]
        return Process(line, self._environment, opened, port)

    def manage(self, *args: str) -> subprocess.CompletedProcess[str]:
        """A command of manage.py with the same settings."""
        return subprocess.run(
            [sys.executable, "-m", moving_clock.__name__, *args],
            cwd=ROOT,
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=SAID_WITHIN,
        )

    def keep_record(self, key: str, record: bytes, results: object) -> None:
        """To be verified with all others."""
        path = self.folder / f"{key}.calc.json"
        path.write_bytes(record)
        self._results[path] = results

    def assert_records_verify(self) -> None:
        """Every record that was kept holds and is replayed to what its players saw; by one process for all of them."""
        verdict = self.manage("verify", *map(str, self._results))
        assert verdict.returncode == 0, verdict.stdout
        replayed = [json.loads(line)["seats"] for line in verdict.stdout.splitlines()]
        assert replayed == list(self._results.values())

    def move_clock(self, seconds: float) -> None:
        """So much time passes at once for all processes."""
        self._ahead += seconds
        moving_clock.move_to(self.folder, self._ahead)

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """What the database holds, read without the club."""
        with psycopg.connect(self.postgres.url) as database:
            return database.execute(sql.encode(), values).fetchall()

    def outages(self) -> list[tuple[dt.datetime, dt.datetime]]:
        return [(began, ended) for began, ended in self.rows("SELECT began_at, ended_at FROM club_outage ORDER BY id")]

    def deadlocks(self) -> int:
        """How often PostgreSQL had to end a transaction since two stood in each other's way."""
        [(count,)] = self.rows("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
        return int(count)

    def assert_nothing_lost(self, key: str, place: int, acknowledged: list[tuple[int, str]]) -> None:
        """Of that seat, no number is missing or doubled, and every acknowledged row is there as it was acknowledged."""
        stored = self.rows(
            "SELECT n, move FROM games_move JOIN games_seat ON games_seat.id = seat_id"
            " JOIN games_match ON games_match.id = match_id WHERE key = %s AND place = %s ORDER BY n",
            key,
            place,
        )
        assert [n for n, _ in stored] == list(range(1, len(stored) + 1)), "no number is missing or doubled"
        missing = set(acknowledged) - set(stored)
        assert not missing, f"acknowledged and gone: {sorted(missing)}"


async def first_of(reached: Coroutine[Any, Any, bool], playing: asyncio.Future[None]) -> None:
    """Wait for the one; raises what the other failed with, if it ends before."""
    waiting = asyncio.ensure_future(reached)
    either: set[asyncio.Future[Any]] = {waiting, playing}
    await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
    if playing.done():
        playing.result()
    assert waiting.done(), "the races were over too soon"
