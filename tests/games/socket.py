"""A socket at a table, spoken to in frames: the real consumer, writer and database, without a server."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import orjson
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore

from club.asgi import application
from club.models import Player

type Frame = dict[str, Any]
ORIGIN = (b"origin", b"http://localhost:8000")


def cookie_of(player: Player) -> str:
    """A signed-in session of that player, as a browser would send it."""
    session = SessionStore()
    session[SESSION_KEY] = str(player.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = player.get_session_auth_hash()
    session.create()
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}"


class Socket:
    """What a client sees of one socket."""

    def __init__(self, communicator: WebsocketCommunicator) -> None:
        self._communicator = communicator

    async def say(self, **message: object) -> Frame:
        """Send one message and take the next frame."""
        await self.send(**message)
        return await self.take()

    async def send(self, **message: object) -> None:
        await self._communicator.send_to(text_data=orjson.dumps(message).decode())

    async def send_raw(self, text: str | None = None, binary: bytes | None = None) -> Frame:
        await self._communicator.send_input({"type": "websocket.receive", "text": text, "bytes": binary})
        return await self.take()

    async def take(self) -> Frame:
        text = await self._communicator.receive_from(timeout=5)
        frame: Frame = orjson.loads(text)
        return frame

    async def take_raw(self) -> str:
        text: str = await self._communicator.receive_from(timeout=5)
        return text

    async def closing_code(self) -> int:
        event = await self._communicator.receive_output(timeout=5)
        assert event["type"] == "websocket.close"
        code: int = event["code"]
        return code

    async def is_silent(self) -> bool:
        silent: bool = await self._communicator.receive_nothing(timeout=0.05)
        return silent


@asynccontextmanager
async def connected(
    key: str, cookie: str | None, origin: tuple[bytes, bytes] = ORIGIN, language: bytes = b"en"
) -> AsyncIterator[Socket]:
    """A socket that the server has accepted."""
    headers = [origin, (b"host", b"localhost:8000"), (b"accept-language", language)]
    if cookie is not None:
        headers.append((b"cookie", cookie.encode()))
    communicator = WebsocketCommunicator(application, f"/table/{key}/socket", headers=headers)
    accepted, _ = await communicator.connect(timeout=5)
    assert accepted
    try:
        yield Socket(communicator)
    finally:
        await communicator.disconnect()
