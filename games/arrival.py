"""A socket's two ways: what comes is noted at its arrival and heard at once, what goes is sent in the order of what it
answers.

Two tasks for as long as the socket lasts, and none for a message: those would cost more than the move does.
"""

import asyncio
import datetime as dt
from collections.abc import Awaitable, Callable
from typing import Any

from django.utils import timezone

type Event = dict[str, Any]
type Receive = Callable[[], Awaitable[Event]]
type Send = Callable[[Event], Awaitable[None]]
# Is given the text of a frame, None for a binary one; the instant of its arrival; and where its answer is to go.
type Hear = Callable[[str | None, dt.datetime, "Place"], None]

# A client that sends faster than it is answered waits at this many.
WAITING_AT_MOST = 1_000


class _InHand:
    """The count of this process's sockets. Touched by the event loop's thread alone."""

    count = 0


def in_hand() -> int:
    """How many messages of all sockets have arrived and are not answered."""
    return _InHand.count


class Place:
    """A message's place in the order of answers."""

    __slots__ = ("_wire", "text")

    def __init__(self, wire: "Wire") -> None:
        self._wire = wire
        self.text: str | None = None

    def answer(self, text: str) -> None:
        """Goes out when everything before it is answered."""
        self.text = text
        self._wire.send_answers()


class Wire:
    """One open socket. The event loop's thread's alone."""

    def __init__(self, send: Send, hear: Hear) -> None:
        self._send = send
        self._hear = hear
        # Lists: they are short, and an empty deque is larger than all the rest of an idle socket's.
        self._open_places: list[Place] = []
        self._leaving: list[Event] = []
        self._wakes = asyncio.Event()
        self._has_room: asyncio.Event | None = None
        self._ended = False
        self._error: Exception | None = None

    async def listen(self, receive: Receive) -> None:
        """Until the socket is closed."""
        try:
            while (event := await receive())["type"] != "websocket.disconnect":
                now = timezone.now()
                if event["type"] == "websocket.receive":
                    place = Place(self)
                    self._open_places.append(place)
                    _InHand.count += 1
                    self._hear(event.get("text"), now, place)
                    while len(self._open_places) >= WAITING_AT_MOST:
                        self._has_room = asyncio.Event()
                        await self._has_room.wait()
        except Exception as error:
            self.fail(error)
        self._ended = True
        self._wakes.set()

    async def talk(self) -> None:
        """Send what is to go until the socket is closed. Raises what has failed."""
        while True:
            self._wakes.clear()
            if self._error is not None:
                raise self._error
            while self._leaving:
                leaving, self._leaving = self._leaving, []
                for event in leaving:
                    await self._send(event)
            if self._ended:
                return
            await self._wakes.wait()

    def end(self) -> None:
        """Nobody is there any more who could be answered."""
        _InHand.count -= len(self._open_places)
        self._open_places.clear()

    def tell(self, text: str) -> None:
        """A frame that answers nothing."""
        self._leaving.append({"type": "websocket.send", "text": text})
        self._wakes.set()

    def close(self, code: int) -> None:
        """After what is to go before it."""
        self._leaving.append({"type": "websocket.close", "code": code})
        self._wakes.set()

    def fail(self, error: Exception) -> None:
        """What cannot be answered ends the socket; the page comes again and asks anew."""
        self._error = error
        self._wakes.set()

    def send_answers(self) -> None:
        """Those that wait for no other."""
        places = self._open_places
        while places and (text := places[0].text) is not None:
            del places[0]
            _InHand.count -= 1
            self.tell(text)
        if self._has_room is not None:
            self._has_room.set()
