"""When a message arrived: noted at once, however long it waits for the ones before it."""

import asyncio
import datetime as dt
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from django.utils import timezone

type Event = dict[str, Any]
type Receive = Callable[[], Awaitable[Event]]

ARRIVED = "arrived"
# A client that sends faster than it is answered waits at this many.
WAITING_AT_MOST = 1_000


class _InHand:
    """How many events of this process's sockets have arrived and are not done with. The event loop's thread's alone."""

    count = 0


@asynccontextmanager
async def stamped(receive: Receive) -> AsyncIterator[Receive]:
    """The same events, each with the instant of its arrival under `arrived`: a deadline asks for that, and not for when
    the message's turn came."""
    waiting: asyncio.Queue[Event] = asyncio.Queue(WAITING_AT_MOST)
    # Of this socket: how many are in hand, and whether one of them was taken.
    mine, taken = 0, False

    async def note() -> None:
        nonlocal mine
        while True:
            event = await receive()
            mine += 1
            _InHand.count += 1
            await waiting.put({**event, ARRIVED: timezone.now()})

    async def take() -> Event:
        # Whoever asks for the next one has done with the one before.
        nonlocal mine, taken
        mine -= taken
        _InHand.count -= taken
        taken = False
        event = await waiting.get()
        taken = True
        return event

    noting = asyncio.create_task(note())
    try:
        yield take
    finally:
        noting.cancel()
        _InHand.count -= mine


def in_hand() -> int:
    """How many messages of all sockets have arrived and are not answered."""
    return _InHand.count


def arrived(event: Event) -> dt.datetime:
    """The instant that was noted for this event."""
    instant: dt.datetime = event[ARRIVED]
    return instant
