"""In time means that the message arrived before the deadline, not that its turn came before it."""

import asyncio
import datetime as dt

import pytest

from games import arrival
from tests.games.conftest import NOON

pytestmark = pytest.mark.asyncio


async def test_a_message_that_waits_behind_a_slow_one_keeps_the_instant_of_its_arrival(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = NOON
    monkeypatch.setattr("django.utils.timezone.now", lambda: now)
    wire: asyncio.Queue[arrival.Event] = asyncio.Queue()
    async with arrival.stamped(wire.get) as receive:
        for text in ("slow", "waits"):
            wire.put_nowait({"type": "websocket.receive", "text": text})
        slow = await receive()
        now += dt.timedelta(minutes=5)
        waited = await receive()
        assert (waited["text"], arrival.arrived(waited)) == ("waits", NOON)
        assert arrival.arrived(slow) == NOON
        wire.put_nowait({"type": "websocket.disconnect"})
        assert arrival.arrived(await receive()) == now


async def test_what_has_arrived_is_in_hand_until_the_next_is_asked_for_or_the_socket_is_gone() -> None:
    wire: asyncio.Queue[arrival.Event] = asyncio.Queue()
    assert arrival.in_hand() == 0
    async with arrival.stamped(wire.get) as receive:
        for text in ("first", "second", "third"):
            wire.put_nowait({"type": "websocket.receive", "text": text})
        await receive()
        assert arrival.in_hand() == 3
        await receive()
        assert arrival.in_hand() == 2
    assert arrival.in_hand() == 0
