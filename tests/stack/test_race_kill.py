"""Promise 1 in races: twenty at once, the server killed seven times, once for longer than anybody's clock."""

import asyncio
import datetime as dt
import json
import sqlite3
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import WebSocketException

from tests.protocol_client import Frame, Visitor
from tests.protocol_race import RaceTable, Wish, agree
from tests.served import ServedClub
from tests.stack.kills import Milestone, assert_nothing_lost, opened

RACES = 20
MINUTES = 10
# For how long nobody is served after each kill, in seconds; 0: as long as starting takes.
# The longest is longer than the clocks of the races and than absence is borne.
OUTAGES = [0, 0, 30, 0, 900, 25, 0]
LONGEST_GAP = dt.timedelta(seconds=20)
OUTAGE_EXTRA = dt.timedelta(seconds=60)


class Kills:
    """The server's deaths as the players live through them."""

    def __init__(self, club: ServedClub) -> None:
        self.club = club
        self.serving = asyncio.Event()
        self.serving.set()
        self.seen, self.counting_down, self.moved = Milestone(), Milestone(), Milestone()

    async def again_and_again(self, racing: asyncio.Future[list[None]]) -> None:
        """The first while players come, the second during the countdowns, then wherever the races are."""
        chance = Random(20)
        await self._one(racing, self.seen, RACES, OUTAGES[0])
        await self._one(racing, self.counting_down, RACES, OUTAGES[1])
        for seconds in OUTAGES[2:]:
            # Fewer moves between the kills than the boards have, so that each kill hits running races.
            await self._one(racing, self.moved, chance.randint(100, 600), seconds)

    async def _one(self, racing: asyncio.Future[list[None]], milestone: Milestone, more: int, seconds: float) -> None:
        reached = asyncio.ensure_future(milestone.after(more).wait())
        either: set[asyncio.Future[Any]] = {reached, racing}
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        assert reached.done(), f"the races were over too soon: {racing}"
        self.serving.clear()
        await asyncio.to_thread(self._kill, seconds)
        self.serving.set()

    def _kill(self, seconds: float) -> None:
        self.club.kill()
        self.club.move_clock(seconds)
        self.club.start()


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedClub]:
    with ServedClub(tmp_path_factory.mktemp("club"), clock=True) as served:
        yield served


async def _race_through_kills(table: RaceTable, chance: Random, kills: Kills) -> None:
    """Race to the end; whenever the connection is lost, connect again when the server is back."""
    while table.view.get("phase") != "ended":
        try:
            await table.connect()
            kills.seen.one_more()
            await table.until(lambda view: view["phase"] != "opening")
            kills.counting_down.one_more()
            await table.until(lambda view: view["phase"] != "starting")
            while table.view["phase"] == "running" and table.view["legal"]:
                await table.play(chance.choice(table.view["legal"]))
                kills.moved.one_more()
                if len(table.acknowledged) % 5 == 0 and table.view["take_back"] == "free":
                    await table.take_back()
            await table.until(lambda view: view["phase"] != "running")
            assert table.view["phase"] == "ended", table.view
        except (OSError, WebSocketException, EOFError):
            await kills.serving.wait()


async def test_no_race_loses_a_move_or_its_time_when_the_server_is_killed(club: ServedClub, tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        races = [await _agreed_race(club, stack, minutes=MINUTES if i % 2 else None) for i in range(RACES)]
        kills = Kills(club)
        tables = [table for race in races for table in race]
        racing = asyncio.gather(*(_race_through_kills(table, Random(i), kills) for i, table in enumerate(tables)))
        await kills.again_and_again(racing)
        await racing
        records = [await _record(first, second, tmp_path) for first, second in races]

    verdict = club.manage("verify", *map(str, records))
    assert verdict.returncode == 0, verdict.stdout
    with opened(club.folder) as database:
        outages = [_span(row, "began_at", "ended_at") for row in database.execute("SELECT * FROM club_outage")]
        assert len(outages) == sum(seconds > 0 for seconds in OUTAGES), "those that were long enough, and no other"
        assert all(ended - began > LONGEST_GAP for began, ended in outages)
        for (first, second), line in zip(races, verdict.stdout.splitlines(), strict=True):
            for place, table in enumerate((first, second), start=1):
                assert_nothing_lost(database, table.key, place, table.acknowledged)
            _assert_one_end(database, first.view, second.view, json.loads(line)["seats"])
            _assert_no_time_lost(database, first.key, outages)


async def _agreed_race(club: ServedClub, stack: AsyncExitStack, minutes: int | None) -> tuple[RaceTable, RaceTable]:
    """Two newcomers' seats at one table, closed with the stack."""
    first, second = [await stack.enter_async_context(Visitor(club.url)) for _ in range(2)]
    key = await agree(first, second, Wish("giant", 8, minutes=minutes))
    tables = RaceTable(first, key), RaceTable(second, key)
    for table in tables:
        stack.push_async_callback(table.close)
    return tables


async def _record(first: RaceTable, second: RaceTable, folder: Path) -> Path:
    """The race's record as a file, the same for both of its players."""
    address = f"/table/{first.key}/record.calc.json"
    records = [(await table.visitor.http.get(address)).content for table in (first, second)]
    assert records[0] == records[1]
    path = folder / f"{first.key}.calc.json"
    path.write_bytes(records[0])
    return path


def _assert_one_end(database: sqlite3.Connection, first: Frame, second: Frame, replayed: list[Frame]) -> None:
    """The end that is stored is the one that both were shown, and its counts are those of the moves."""
    match = database.execute("SELECT * FROM games_match WHERE key = ?", [first["table"]]).fetchone()
    seats = database.execute("SELECT * FROM games_seat WHERE match_id = ? ORDER BY place", [match["id"]]).fetchall()
    assert match["phase"] == "ended"
    assert match["reason"] in {"first_to_win", "more_cards", "more_direct_points", "equal"}, "nobody lost by the kills"
    for shown in (first, second):
        assert (shown["race"]["winner"], shown["race"]["reason"]) == (match["winner"], match["reason"])
        assert shown["race"]["ended_by"] == [seat["ended_by"] for seat in seats]
        assert shown["race"]["results"] == replayed
    for seat, result in zip(seats, replayed, strict=True):
        assert seat["ended_at"] == match["ended_at"]
        for counted in ("foundation_cards", "direct_points", "stock_left", "redeals_used"):
            assert seat[counted] == result[counted]


def _assert_no_time_lost(
    database: sqlite3.Connection, key: str, outages: list[tuple[dt.datetime, dt.datetime]]
) -> None:
    """The clock gave back every outage that the race lived through, and a minute for each."""
    match = database.execute("SELECT * FROM games_match WHERE key = ?", [key]).fetchone()
    if match["minutes"] is None:
        assert match["deadline"] is None
        return
    started_at, ended_at = _span(match, "started_at", "ended_at")
    _, deadline = _span(match, "started_at", "deadline")
    lived_through = [ended - began for began, ended in outages if started_at < began and ended < ended_at]
    given = dt.timedelta(minutes=MINUTES) + sum((gap + OUTAGE_EXTRA for gap in lived_through), dt.timedelta())
    assert deadline - started_at >= given
    assert ended_at < deadline


def _span(row: sqlite3.Row, begin: str, end: str) -> tuple[dt.datetime, dt.datetime]:
    return dt.datetime.fromisoformat(row[begin]), dt.datetime.fromisoformat(row[end])
