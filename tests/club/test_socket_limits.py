"""How many sockets one source may hold and open."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from channels.testing import WebsocketCommunicator
from pytest_django import Settings

from club import socket_limits
from club.rates import SocketLimit
from club.scopes import Receive, Scope, Send, address_of
from club.socket_limits import LimitedSockets, Source


async def accepting(scope: Scope, receive: Receive, send: Send) -> None:
    """A socket that says one word and stays until its client goes."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.send", "text": "welcome"})
    while (await receive())["type"] != "websocket.disconnect":
        pass


@asynccontextmanager
async def opened(
    sockets: LimitedSockets, address: str | None, *forwarded: bytes
) -> AsyncIterator[WebsocketCommunicator]:
    headers = [(b"x-forwarded-for", each) for each in forwarded]
    communicator = WebsocketCommunicator(sockets, "/", headers=headers)
    if address is not None:
        communicator.scope["client"] = [address, 40_000]
    assert (await communicator.connect(timeout=5))[0]
    try:
        yield communicator
    finally:
        await communicator.disconnect()


async def first_word(sockets: LimitedSockets, address: str | None, *forwarded: bytes) -> str:
    async with opened(sockets, address, *forwarded) as communicator:
        return str(await communicator.receive_from(timeout=5))


def limited(settings: Settings, **limit: int) -> LimitedSockets:
    usual = {"held": 100, "at_once": 100, "a_minute": 0}
    settings.SOCKET_LIMITS = {"address": SocketLimit(**(usual | limit))}
    return LimitedSockets(accepting, "address", address_of)


async def test_one_source_holds_so_many_and_another_when_one_of_them_is_closed(settings: Settings) -> None:
    sockets = limited(settings, held=2)
    async with opened(sockets, "192.0.2.1"), AsyncExitStack() as second:
        await second.enter_async_context(opened(sockets, "192.0.2.1"))
        async with opened(sockets, "192.0.2.1") as third:
            assert '"too-many"' in await third.receive_from(timeout=5)
            assert await third.receive_output(timeout=5) == {"type": "websocket.close", "code": 4429}
        assert await first_word(sockets, "192.0.2.2") == "welcome"
        await second.aclose()
        assert await first_word(sockets, "192.0.2.1") == "welcome"


async def test_opening_and_closing_without_end_is_stopped(settings: Settings) -> None:
    sockets = limited(settings, at_once=3)
    words = [await first_word(sockets, "192.0.2.1") for _ in range(5)]
    assert words[:3] == ["welcome"] * 3
    assert all("too-many" in word for word in words[3:])


async def test_who_has_no_address_is_not_counted(settings: Settings) -> None:
    sockets = limited(settings, at_once=1)
    assert [await first_word(sockets, None) for _ in range(3)] == ["welcome"] * 3


async def test_behind_the_front_server_its_own_address_is_nobodys(settings: Settings) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    sockets = limited(settings, at_once=1)
    assert await first_word(sockets, "10.0.0.1", b"192.0.2.1") == "welcome"
    assert await first_word(sockets, "10.0.0.1", b"192.0.2.2") == "welcome"
    assert "too-many" in await first_word(sockets, "10.0.0.1", b"198.51.100.7, 192.0.2.1")


def test_what_may_be_opened_comes_back_by_the_minute_up_to_what_it_was() -> None:
    limit = SocketLimit(held=100, at_once=2, a_minute=60)
    source = Source(limit, now=0.0)
    assert [source.opens_one(limit, 0.0) for _ in range(3)] == [True, True, False]
    assert source.opens_one(limit, 1.0)
    assert not source.opens_one(limit, 1.5)
    assert [source.opens_one(limit, 1_000.0) for _ in range(3)] == [True, True, False]


async def test_sources_that_hold_nothing_are_not_remembered_for_ever(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket_limits, "REMEMBERED", 10)
    sockets = limited(settings, a_minute=10**9)
    for n in range(40):
        await first_word(sockets, f"192.0.2.{n}")
    assert sockets.remembered <= 11
