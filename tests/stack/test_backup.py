"""A backup taken while moves are made is put back after the database is gone, and every record of it holds."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest

from load.postgres import PostgresServer
from tests.protocol_client import Table, Visitor
from tests.served import ServedClub
from tests.stack.kills import Milestone

VISITORS = 4
# Seconds, far above what it takes: a page that goes on showing what is not so any more would never end its game.
RESUMED_WITHIN = 60


class BackedUpClub(ServedClub):
    """One that keeps its backups apart, on SQLite or on the PostgreSQL server at that address."""

    def __init__(self, folder: Path, backups: Path, server: PostgresServer | None) -> None:
        super().__init__(folder)
        self.backups = backups
        self.server = server

    def environment(self) -> dict[str, str]:
        told = super().environment() | {"BACKUP_DIR": str(self.backups)}
        return told | ({"DATABASE_URL": self.server.url} if self.server is not None else {})

    def done(self, *command: str) -> str:
        """What a command prints that succeeds."""
        ran = self.manage(*command)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    def lose_database(self) -> None:
        """Nothing of it can be read any more, and something is left of what was there."""
        if self.server is None:
            for file in self.folder.glob("club.sqlite3*"):
                file.write_bytes(b"what a broken disk gives back" * 1000)
        else:
            with psycopg.connect(self.server.url) as connection:
                connection.execute("DROP TABLE games_move, club_notice CASCADE")
                connection.execute("CREATE TABLE of_a_newer_version (id int)")


@pytest.fixture(params=["sqlite", "postgresql"])
def club(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[BackedUpClub]:
    with ExitStack() as stack:
        server = stack.enter_context(PostgresServer()) if request.param == "postgresql" else None
        yield stack.enter_context(BackedUpClub(tmp_path / "club", tmp_path / "backups", server))


async def _play_on_and_on(visitor: Visitor, tables: list[Table], milestone: Milestone) -> None:
    while True:
        table = Table(visitor, await visitor.deal("giant", 8, 0))
        tables.append(table)
        await table.connect()
        while table.view["phase"] == "running":
            await table.play(table.choice())
            milestone.one_more()
        await table.close()


async def test_what_was_acknowledged_before_a_backup_is_in_it_and_every_record_holds(
    club: BackedUpClub, tmp_path: Path
) -> None:
    visitors = [Visitor(club.url) for _ in range(VISITORS)]
    tables: list[Table] = []
    milestone = Milestone()
    playing = [asyncio.create_task(_play_on_and_on(visitor, tables, milestone)) for visitor in visitors]
    await milestone.after(150).wait()
    acknowledged = {table.key: list(table.acknowledged) for table in tables}
    played = milestone.count
    await asyncio.to_thread(club.done, "backup")
    assert milestone.count > played, "nobody played while the backup was made"
    (backup,) = club.backups.iterdir()
    refused = await asyncio.to_thread(club.manage, "restore", str(backup))
    assert refused.returncode == 1
    assert "the club is being served: stop it first" in refused.stderr
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    for table in tables:
        await table.close()

    club.kill()
    club.lose_database()
    await asyncio.to_thread(club.done, "restore", str(backup))
    club.start()

    for table in tables:
        if table.key in acknowledged:
            # A page that was open has seen newer views than the backup holds, and takes the older ones all the same.
            async with asyncio.timeout(RESUMED_WITHIN):
                await table.connect()
                await table.play_out()
                await table.close()
    records = tmp_path / "records"
    await asyncio.to_thread(club.done, "records", str(records))
    for key, moves in acknowledged.items():
        record = json.loads((records / f"{key}.calc.json").read_text(encoding="utf-8"))
        assert record["seats"][0]["moves"][: len(moves)] == [move for _, move in moves]
    verdicts = await asyncio.to_thread(club.done, "verify", *map(str, records.iterdir()))
    assert len(verdicts.splitlines()) >= len(acknowledged)
    for visitor in visitors:
        await visitor.http.aclose()
