"""What the kill tests share: when to kill, and what is left in the database."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path


class Milestone:
    """Counts what happens at all tables and tells when so much of it has."""

    def __init__(self) -> None:
        self.count = 0
        self.wanted = 0
        self.reached = asyncio.Event()

    def after(self, more: int) -> asyncio.Event:
        self.wanted = self.count + more
        self.reached.clear()
        return self.reached

    def one_more(self) -> None:
        self.count += 1
        if self.count >= self.wanted:
            self.reached.set()


@contextmanager
def opened(folder: Path) -> Iterator[sqlite3.Connection]:
    """The club's database, read without the club."""
    with closing(sqlite3.connect(folder / "club.sqlite3")) as database:
        database.row_factory = sqlite3.Row
        yield database


def assert_nothing_lost(
    database: sqlite3.Connection, key: str, place: int, acknowledged: list[tuple[int, str]]
) -> None:
    """Of that seat, no number is missing or doubled, and every acknowledged row is there as it was acknowledged."""
    stored = [
        (n, move)
        for n, move in database.execute(
            "SELECT n, move FROM games_move JOIN games_seat ON games_seat.id = seat_id"
            " JOIN games_match ON games_match.id = match_id WHERE key = ? AND place = ? ORDER BY n",
            [key, place],
        )
    ]
    assert [n for n, _ in stored] == list(range(1, len(stored) + 1)), "no number is missing or doubled"
    assert len(set(acknowledged)) == len(acknowledged)
    missing = set(acknowledged) - set(stored)
    assert not missing, f"acknowledged and gone: {sorted(missing)}"
