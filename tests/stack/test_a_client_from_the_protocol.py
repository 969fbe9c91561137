"""A client written only from docs/protocol.md plays whole games on the real server, and every record verifies."""

import asyncio
import json

import pytest

from tests.protocol_client import Table, Visitor
from tests.served import ServedClub

GAMES = [
    ("classic", 4, 0),
    ("classic", 6, 0),
    ("reverse", 4, 0),
    ("broken", 4, 1),
    ("giant", 8, 0),
    ("classic", 4, 2),
]


@pytest.mark.parametrize(("layout", "piles", "redeals"), GAMES)
async def test_it_plays_every_variant_to_its_end_and_the_record_verifies(
    club: ServedClub, layout: str, piles: int, redeals: int
) -> None:
    async with Visitor(club.url) as visitor:
        table = Table(visitor, await visitor.deal(layout, piles, redeals))
        await table.connect()
        ended = await table.play_out()
        await table.close()
        assert ended["ended_by"] in {"won", "blocked"}
        record = await visitor.http.get(f"/table/{table.key}/record.calc.json")
    verdict = club.manage("verify", "-", stdin=record.text)
    assert verdict.returncode == 0, verdict.stdout
    assert json.loads(verdict.stdout)["seats"][0]["foundation_cards"] == ended["result"]["foundation_cards"]
    assert record.json()["commitment"] == ended["deal"]["commitment"]


async def test_resigned_numbered_open_and_taken_back_games_verify_too(club: ServedClub) -> None:
    records = []
    async with Visitor(club.url) as visitor:
        for key in (await visitor.deal(number="12345"), await visitor.deal_open(), await visitor.deal()):
            table = Table(visitor, key)
            await table.connect()
            for _ in range(6):
                await table.play(table.choice())
            await table.take_back(practice=True)
            await table.play(table.choice())
            await table.resign()
            await table.close()
            records.append((await visitor.http.get(f"/table/{table.key}/record.calc.json")).text)
    for record in records:
        verdict = club.manage("verify", "-", stdin=record)
        assert verdict.returncode == 0, verdict.stdout


async def test_ten_thousand_bad_frames_leave_the_server_serving(club: ServedClub) -> None:
    async with Visitor(club.url) as visitor, Visitor(club.url) as other:
        table = Table(visitor, await visitor.deal())
        await table.connect()
        calm = Table(other, await other.deal())
        await calm.connect()
        sent = 0
        while sent < 10_000:
            # The server closes a flooding socket; a hostile client comes again.
            sent += await table.flood(10_000 - sent)
        assert (await calm.play(calm.choice()))["is"] == "accepted"
        await calm.close()
        await table.close()


async def test_a_frame_far_too_large_closes_its_socket_and_nothing_else(club: ServedClub) -> None:
    async with Visitor(club.url) as visitor:
        table = Table(visitor, await visitor.deal())
        await table.connect()
        assert await table.say_raw("x" * 9_000) == "too-large"
        await table.say_and_lose("x" * 1_000_000)
        await table.connect()
        assert (await table.play(table.choice()))["is"] == "accepted"
        await table.close()


async def test_many_tables_play_side_by_side(club: ServedClub) -> None:
    async def play_one() -> str:
        async with Visitor(club.url) as visitor:
            table = Table(visitor, await visitor.deal())
            await table.connect()
            ended = await table.play_out()
            await table.close()
            return str(ended["ended_by"])

    ends = await asyncio.gather(*(play_one() for _ in range(12)))
    assert set(ends) <= {"won", "blocked"}
