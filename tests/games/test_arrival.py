"""In time means that a message arrived before the deadline, not that its turn came; and answers keep their order."""

import asyncio
import datetime as dt
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from games import arrival
from games.arrival import Event, Place, Wire
from tests.games.conftest import NOON

pytestmark = pytest.mark.asyncio


class Client:
    """One end of a wire, and what was heard at the other."""

    def __init__(self) -> None:
        self._said: asyncio.Queue[Event] = asyncio.Queue()
        self._got: asyncio.Queue[Event] = asyncio.Queue()
        self.heard: list[tuple[str | None, dt.datetime, Place]] = []
        self._hears = asyncio.Event()
        self.wire = Wire(self._got.put, self._hear)

    def _hear(self, text: str | None, now: dt.datetime, place: Place) -> None:
        self.heard.append((text, now, place))
        self._hears.set()

    async def say(self, *texts: str) -> list[Place]:
        """Say these; their places."""
        before = len(self.heard)
        for text in texts:
            self._said.put_nowait({"type": "websocket.receive", "text": text})
        while len(self.heard) < before + len(texts):
            self._hears.clear()
            await self._hears.wait()
        return [place for *_, place in self.heard[before:]]

    async def hear(self) -> str:
        async with asyncio.timeout(5):
            return str((await self._got.get())["text"])

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[None]:
        """Until the client hangs up."""
        listening = asyncio.create_task(self.wire.listen(self._said.get))
        talking = asyncio.create_task(self.wire.talk())
        yield
        self._said.put_nowait({"type": "websocket.disconnect"})
        await asyncio.gather(listening, talking)
        self.wire.end()


async def test_a_message_keeps_the_instant_of_its_arrival_while_those_before_it_wait_for_their_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = NOON
    monkeypatch.setattr("django.utils.timezone.now", lambda: now)
    client = Client()
    async with client.connected():
        await client.say("slow", "waits")
        now += dt.timedelta(minutes=5)
        await client.say("late")
    assert [(text, at) for text, at, _ in client.heard] == [("slow", NOON), ("waits", NOON), ("late", now)]


async def test_answers_are_sent_in_the_order_of_what_they_answer() -> None:
    client = Client()
    async with client.connected():
        first, second, third = await client.say("1", "2", "3")
        second.answer("two")
        third.answer("three")
        client.wire.tell("news")
        assert await client.hear() == "news"
        first.answer("one")
        assert [await client.hear() for _ in range(3)] == ["one", "two", "three"]


async def test_what_has_arrived_is_in_hand_until_it_is_answered_or_the_socket_is_gone() -> None:
    client = Client()
    assert arrival.in_hand() == 0
    async with client.connected():
        first, second, _ = await client.say("1", "2", "3")
        assert arrival.in_hand() == 3
        second.answer("two")
        assert arrival.in_hand() == 3
        first.answer("one")
        assert arrival.in_hand() == 1
    assert arrival.in_hand() == 0


async def test_what_cannot_be_answered_ends_the_socket() -> None:
    client = Client()
    talking = asyncio.create_task(client.wire.talk())
    client.wire.fail(ZeroDivisionError())
    with pytest.raises(ZeroDivisionError):
        await talking
