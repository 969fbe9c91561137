"""What processes share by Redis, and what becomes of it while Redis is away: hints are lost, and nothing else fails."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from club.shared_cache import SharedCache
from club.shared_layer import SharedLayer
from load.redis import RedisServer

SOON = 10
# Far below what anybody at a table would notice, and the server refuses connections.
AT_ONCE = 2.0


@pytest.fixture
def redis() -> Iterator[RedisServer]:
    with RedisServer() as server:
        yield server


@asynccontextmanager
async def layers(redis: RedisServer) -> AsyncIterator[tuple[SharedLayer, SharedLayer]]:
    """Those of two processes."""
    both = SharedLayer(redis.url), SharedLayer(redis.url)
    try:
        yield both
    finally:
        for layer in both:
            await layer.flush()


async def told_until_heard(teller: SharedLayer, hearer: SharedLayer, group: str, channel: str) -> dict[str, Any]:
    """What is heard first in the group, where the same is told again and again."""
    hearing = asyncio.create_task(hearer.receive(channel))
    async with asyncio.timeout(SOON):
        while not hearing.done():
            await teller.group_send(group, {"type": "table.changed", "version": 3})
            await asyncio.wait([hearing], timeout=0.1)
    heard: dict[str, Any] = hearing.result()
    return heard


async def test_what_one_process_tells_a_group_another_hears(redis: RedisServer) -> None:
    async with layers(redis) as (one, other):
        channel = await other.new_channel()
        await other.group_add("table.1.1", channel)
        assert await told_until_heard(one, other, "table.1.1", channel) == {"type": "table.changed", "version": 3}


async def test_while_redis_is_away_nothing_fails_and_nobody_waits(redis: RedisServer) -> None:
    async with layers(redis) as (one, other):
        channel = await other.new_channel()
        await other.group_add("table.1.1", channel)
        await told_until_heard(one, other, "table.1.1", channel)
        redis.stop()
        began = time.monotonic()
        await one.group_send("table.1.1", {"type": "table.changed"})
        newcomer = await one.new_channel()
        await one.group_add("table.1.1", newcomer)
        await one.group_discard("table.1.1", newcomer)
        await other.group_discard("table.1.1", channel)
        assert time.monotonic() - began < AT_ONCE


async def test_when_redis_is_back_old_and_new_sockets_hear_again(redis: RedisServer) -> None:
    async with layers(redis) as (one, other):
        there = await other.new_channel()
        await other.group_add("table.1.1", there)
        await told_until_heard(one, other, "table.1.1", there)
        redis.stop()
        await one.group_send("table.1.1", {"type": "table.changed"})
        came_meanwhile = await one.new_channel()
        await one.group_add("table.1.2", came_meanwhile)
        redis.start()
        assert (await told_until_heard(one, other, "table.1.1", there))["version"] == 3
        assert (await told_until_heard(other, one, "table.1.2", came_meanwhile))["version"] == 3


async def test_a_process_that_starts_without_redis_listens_once_it_is_there(redis: RedisServer) -> None:
    redis.stop()
    async with layers(redis) as (one, other):
        channel = await other.new_channel()
        await other.group_add("lobby.1", channel)
        redis.start()
        assert (await told_until_heard(one, other, "lobby.1", channel))["type"] == "table.changed"


async def test_redis_is_not_asked_to_hold_what_nobody_listens_to(redis: RedisServer) -> None:
    async with layers(redis) as (one, other):
        channel = await other.new_channel()
        await other.group_add("table.1.1", channel)
        await told_until_heard(one, other, "table.1.1", channel)
        assert redis.listeners() == 2
        await other.group_discard("table.1.1", channel)
        waiting = asyncio.create_task(other.receive(channel))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        async with asyncio.timeout(SOON):
            while redis.listeners():  # noqa: ASYNC110 - Redis tells nobody that somebody stopped listening
                await asyncio.sleep(0)


def cache(redis: RedisServer) -> SharedCache:
    return SharedCache(redis.url, {"KEY_PREFIX": "club"})


def test_two_processes_count_the_same_limit(redis: RedisServer) -> None:
    one, other = cache(redis), cache(redis)
    assert one.add("login:1", 1, 60)
    assert not other.add("login:1", 1, 60)
    assert other.incr("login:1") == 2
    assert one.get("login:1") == 2


def test_while_redis_is_away_each_process_counts_for_itself_and_then_together_again(redis: RedisServer) -> None:
    one, other = cache(redis), cache(redis)
    one.set("login:1", 5, 60)
    redis.stop()
    assert one.get("login:1") is None
    assert one.add("login:1", 1, 60)
    assert not one.add("login:1", 1, 60)
    assert one.incr("login:1") == 2
    assert one.get_many(["login:1", "login:2"]) == {"login:1": 2}
    redis.start()
    other.set("login:1", 7, 60)
    assert one.get("login:1") == 7
    one.close()
    other.close()
