"""Promise 1: the server is killed at random points of many games, and no acknowledged move is missing or doubled."""

import asyncio
from random import Random

from websockets.exceptions import WebSocketException

from tests.protocol_client import Table, Visitor
from tests.served import ServedClub
from tests.stack.kills import Milestone, assert_nothing_lost, opened

TABLES = 8
KILLS = 4


async def _play_through_kills(table: Table, chance: Random, serving: asyncio.Event, milestone: Milestone) -> None:
    """Play to the end; whenever the connection is lost, connect again when the server is back."""
    while table.view.get("phase") != "ended":
        try:
            await table.connect()
            while table.view["phase"] == "running":
                await table.play(chance.choice(table.view["legal"]))
                milestone.one_more()
                if len(table.acknowledged) % 5 == 0 and table.view["take_back"] == "free":
                    await table.take_back()
        except (OSError, WebSocketException, EOFError):
            await serving.wait()


async def test_no_acknowledged_move_is_lost_when_the_server_is_killed(club: ServedClub) -> None:
    chance = Random(4)
    visitors = [Visitor(club.url) for _ in range(TABLES)]
    tables = [Table(visitor, await visitor.deal("giant", 8, 0)) for visitor in visitors]
    serving = asyncio.Event()
    serving.set()
    milestone = Milestone()
    playing = [
        asyncio.create_task(_play_through_kills(table, Random(i), serving, milestone)) for i, table in enumerate(tables)
    ]
    for _ in range(KILLS):
        # Fewer moves between the kills than the games have, so that each kill hits running games.
        await milestone.after(chance.randint(20, 80)).wait()
        serving.clear()
        await asyncio.to_thread(club.restart)
        serving.set()
    await asyncio.gather(*playing)
    for table in tables:
        await table.close()
        record = await table.visitor.http.get(f"/table/{table.key}/record.calc.json")
        verdict = club.manage("verify", "-", stdin=record.text)
        assert verdict.returncode == 0, verdict.stdout
        await table.visitor.http.aclose()

    with opened(club.folder) as database:
        for table in tables:
            assert_nothing_lost(database, table.key, 1, table.acknowledged)
    assert sum(len(table.acknowledged) for table in tables) > TABLES * 50
