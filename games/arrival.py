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


@asynccontextmanager
async def stamped(receive: Receive) -> AsyncIterator[Receive]:
    """The same events, each with the instant of its arrival under `arrived`: a deadline asks for that, and not for when
    the message's turn came."""
    waiting: asyncio.Queue[Event] = asyncio.Queue(WAITING_AT_MOST)

    async def note() -> None:
        while True:
            event = await receive()
            await waiting.put({**event, ARRIVED: timezone.now()})

    noting = asyncio.create_task(note())
    try:
        yield waiting.get
    finally:
        noting.cancel()


def arrived(event: Event) -> dt.datetime:
    """The instant that was noted for this event."""
    instant: dt.datetime = event[ARRIVED]
    return instant
