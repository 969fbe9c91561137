"""Promise 1 by correspondence: all against all, the server killed in mid-turn seven times, over deadlines too."""

import asyncio
import datetime as dt
import json
import sqlite3
from collections.abc import Iterator
from contextlib import AsyncExitStack
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import WebSocketException

from tests.protocol_client import Visitor
from tests.protocol_turns import TurnsTable, Wish, agree
from tests.served import ServedClub
from tests.stack.kills import Milestone, assert_nothing_lost, opened

WISHES = [
    Wish(turn_cards=8, spare_days=0),
    Wish(turn_cards=4, spare_days=1),
    Wish("classic", 5, redeals=1, turn_cards=8, spare_days=2),
    Wish("giant", 6, turn_cards=8, spare_days=0),
]
MEMBERS = ("anna", "boris", "carla", "dmitri", "elena")
# For how long nobody is served after each kill, in seconds; 0: as long as starting takes. The longest two are over
# the deadline of every open turn.
OUTAGES = [0, 30, 90_000, 0, 200_000, 3600, 0]
DAY = dt.timedelta(days=1)
AFTER_OUTAGE = dt.timedelta(minutes=10)


class Kills:
    """The server's deaths as the players live through them."""

    def __init__(self, club: ServedClub) -> None:
        self.club = club
        self.serving = asyncio.Event()
        self.serving.set()
        self.done = Milestone()

    async def again_and_again(self, playing: asyncio.Future[list[None]]) -> None:
        """Wherever the turns are: between two moves, between the ends of both, at the opening of the next."""
        chance = Random(30)
        for seconds in OUTAGES:
            reached = asyncio.ensure_future(self.done.after(chance.randint(40, 160)).wait())
            either: set[asyncio.Future[Any]] = {reached, playing}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            assert reached.done(), f"the matches were over too soon: {playing}"
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


async def _play_through_kills(table: TurnsTable, chance: Random, kills: Kills) -> None:
    """Turn after turn to the end; whenever the connection is lost, connect again when the server is back."""

    def choose(legal: list[str]) -> str:
        kills.done.one_more()
        return chance.choice([move for move in legal if "F" in move or move == "R"] or legal)

    while table.view.get("phase") != "ended":
        try:
            await table.connect()
            while table.view["phase"] == "running":
                await table.play_turn(choose)
                kills.done.one_more()
                await table.until(lambda view: view["turns"]["state"] in ("playing", "ended"))
        except (OSError, WebSocketException, EOFError):
            await kills.serving.wait()


async def test_no_match_loses_a_move_a_turn_or_its_time_when_the_server_is_killed(
    club: ServedClub, tmp_path: Path
) -> None:
    async with AsyncExitStack() as stack:
        members = [await _signed_up(club, stack, name) for name in MEMBERS]
        matches = [
            await _agreed_match(stack, pair, WISHES[number % len(WISHES)])
            for number, pair in enumerate(combinations(members, 2))
        ]
        kills = Kills(club)
        tables = [table for match in matches for table in match]
        playing = asyncio.gather(*(_play_through_kills(table, Random(i), kills) for i, table in enumerate(tables)))
        await kills.again_and_again(playing)
        await playing
        records = [await _record(first, second, tmp_path) for first, second in matches]

    verdict = club.manage("verify", *map(str, records))
    assert verdict.returncode == 0, verdict.stdout
    with opened(club.folder) as database:
        outages = [_span(row, "began_at", "ended_at") for row in database.execute("SELECT * FROM club_outage")]
        assert len(outages) == sum(seconds > 0 for seconds in OUTAGES), "those that were long enough, and no other"
        for number, ((first, second), line) in enumerate(zip(matches, verdict.stdout.splitlines(), strict=True)):
            wish = WISHES[number % len(WISHES)]
            _assert_one_end(database, (first, second), json.loads(line)["seats"])
            for place, table in enumerate((first, second), start=1):
                assert_nothing_lost(database, table.key, place, table.acknowledged)
                _assert_turns_are_whole(database, table, place, wish, outages)


async def _signed_up(club: ServedClub, stack: AsyncExitStack, name: str) -> Visitor:
    visitor = await stack.enter_async_context(Visitor(club.url))
    await visitor.sign_up(name)
    return visitor


async def _agreed_match(
    stack: AsyncExitStack, pair: tuple[Visitor, Visitor], wish: Wish
) -> tuple[TurnsTable, TurnsTable]:
    """Their two seats at one table, closed with the stack."""
    key = await agree(*pair, wish)
    tables = TurnsTable(pair[0], key), TurnsTable(pair[1], key)
    for table in tables:
        stack.push_async_callback(table.close)
    return tables


async def _record(first: TurnsTable, second: TurnsTable, folder: Path) -> Path:
    """The match's record as a file, the same for both of its players."""
    address = f"/table/{first.key}/record.calc.json"
    records = [(await table.visitor.http.get(address)).content for table in (first, second)]
    assert records[0] == records[1]
    path = folder / f"{first.key}.calc.json"
    path.write_bytes(records[0])
    return path


def _assert_one_end(
    database: sqlite3.Connection, tables: tuple[TurnsTable, TurnsTable], replayed: list[object]
) -> None:
    """The end that is stored is the one that both were shown, and nobody lost by the kills."""
    match = database.execute("SELECT * FROM games_match WHERE key = ?", [tables[0].key]).fetchone()
    assert (match["phase"], match["deadline"]) == ("ended", None)
    assert match["reason"] not in ("time", "left", "resigned")
    for table in tables:
        shown = table.view["turns"]
        assert (shown["winner"], shown["reason"], shown["turn"]) == (match["winner"], match["reason"], match["turn"])
        assert shown["results"] == replayed


def _assert_turns_are_whole(
    database: sqlite3.Connection,
    table: TurnsTable,
    place: int,
    wish: Wish,
    outages: list[tuple[dt.datetime, dt.datetime]],
) -> None:
    """Every turn is there once, each that was acknowledged among them, with 24 hours or 10 minutes after an outage; no
    spare day was spent, and each turn was told once."""
    seat = database.execute(
        "SELECT games_seat.* FROM games_seat JOIN games_match ON games_match.id = match_id WHERE key = ? AND place = ?",
        [table.key, place],
    ).fetchone()
    turns = database.execute("SELECT * FROM games_turn WHERE seat_id = ? ORDER BY number", [seat["id"]]).fetchall()
    assert [turn["number"] for turn in turns] == list(range(1, len(turns) + 1))
    assert set(table.ended) <= {turn["number"] for turn in turns}
    assert {turn["spare_days_left"] for turn in turns} == {seat["spare_days_left"]} == {wish.spare_days}
    after_outages = {ended_at + AFTER_OUTAGE for _, ended_at in outages}
    for turn in turns:
        opened_at, deadline = _span(turn, "opened_at", "deadline")
        _, ended_at = _span(turn, "opened_at", "ended_at")
        assert opened_at < ended_at < deadline
        assert deadline - opened_at == DAY or deadline in after_outages
    told = database.execute(
        "SELECT cause FROM club_notice WHERE player_id = ? AND kind = 'your_turn' AND way = 'page'"
        " AND instr(cause, ?) = 1 ORDER BY id",
        [seat["player_id"], f"{table.key}/"],
    ).fetchall()
    assert [row["cause"] for row in told] == [f"{table.key}/{turn['number']}" for turn in turns]


def _span(row: sqlite3.Row, begin: str, end: str) -> tuple[dt.datetime, dt.datetime]:
    return dt.datetime.fromisoformat(row[begin]), dt.datetime.fromisoformat(row[end])
