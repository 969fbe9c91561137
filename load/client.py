"""A client of any club, known only from docs/protocol.md: a visitor's cookies and forms, and one socket."""

import asyncio
import secrets
from collections.abc import Sequence
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

import aiohttp
import orjson
from aiohttp import BaseConnector, ClientSession, ClientTimeout, CookieJar, WSMsgType

# Whoever waits longer for a page or for a socket to open has lost the connection.
ANSWERED_WITHIN = 20
CONTRIBUTION_BYTES = 16
# Answers of a club that cannot just now, or not so fast.
NOT_NOW = {429, 500, 502, 503, 504}

type Frame = dict[str, Any]


class Lost(Exception):
    """The connection is gone, or nobody answers: connect again and say again what was not answered."""


class Turned(Exception):
    """The club answered a form by something else than what it leads to."""


class Visitor:
    """A browser's cookies and forms at one of the club's addresses, and at the next one when that is lost."""

    def __init__(self, urls: Sequence[str], wires: BaseConnector) -> None:
        """`urls`: the same club under one address or several, the one to begin with first."""
        self._urls = list(urls)
        self.http = ClientSession(
            connector=wires,
            connector_owner=False,
            # Clubs on this machine are known by numbers too.
            cookie_jar=CookieJar(unsafe=True),
            timeout=ClientTimeout(total=ANSWERED_WITHIN),
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.http.close()

    @property
    def url(self) -> str:
        """The address that is asked just now."""
        return self._urls[0]

    def go_elsewhere(self) -> None:
        """What a front server does for whoever comes again."""
        self._urls.append(self._urls.pop(0))

    async def look(self, path: str) -> None:
        """Fetch a page for its cookies. Raises Lost."""
        try:
            async with self.http.get(self.url + path, allow_redirects=False) as answer:
                await answer.read()
                if answer.status in NOT_NOW:
                    raise Lost(f"{path}: {answer.status}")
        except (aiohttp.ClientError, TimeoutError) as error:
            raise Lost(f"{path}: {error!r}") from error

    async def post(self, path: str, **fields: str) -> str:
        """Send a form as a page of the club would; the path that it leads to. Raises Lost, or Turned where it leads
        nowhere."""
        status, leads_to = await self._send(path, fields)
        if status not in (302, 303):
            raise Turned(f"{_kind_of(path)} was answered by {status}")
        return urlsplit(leads_to).path

    async def tell(self, path: str, **fields: str) -> None:
        """The same where the form leads nowhere."""
        status, _ = await self._send(path, fields)
        if status != 200:
            raise Turned(f"{_kind_of(path)} was answered by {status}")

    async def _send(self, path: str, fields: dict[str, str]) -> tuple[int, str]:
        if not self._token():
            await self.look("/")
        form = {"csrfmiddlewaretoken": self._token(), **fields}
        try:
            async with self.http.post(
                self.url + path, data=form, headers={"Referer": self.url + "/"}, allow_redirects=False
            ) as answer:
                await answer.read()
        except (aiohttp.ClientError, TimeoutError) as error:
            raise Lost(f"{path}: {error!r}") from error
        if answer.status in NOT_NOW:
            raise Lost(f"{path}: {answer.status}")
        return answer.status, answer.headers.get("Location", "")

    def _token(self) -> str:
        return next((cookie.value for cookie in self.http.cookie_jar if cookie.key.endswith("csrftoken")), "")

    async def open(self, path: str) -> "Socket":
        """A socket of the club with this visitor's cookies. Raises Lost."""
        try:
            async with asyncio.timeout(ANSWERED_WITHIN):
                wire = await self.http.ws_connect(
                    self.url.replace("http", "ws", 1) + path, origin=self.url, compress=0, max_msg_size=0
                )
        except (aiohttp.ClientError, TimeoutError) as error:
            raise Lost(f"{path}: {error!r}") from error
        return Socket(wire)


class Socket:
    """Frames of JSON, there and back."""

    def __init__(self, wire: aiohttp.ClientWebSocketResponse[bool]) -> None:
        self._wire = wire

    @property
    def is_open(self) -> bool:
        """As far as this side knows."""
        return not self._wire.closed

    async def say(self, message: Frame) -> None:
        """Raises Lost."""
        try:
            await self._wire.send_str(orjson.dumps(message).decode())
        except (aiohttp.ClientError, OSError) as error:
            raise Lost(repr(error)) from error

    async def hear(self, within: float) -> Frame | None:
        """The next frame, None if none comes within so many seconds. Raises Lost."""
        try:
            message = await self._wire.receive(max(within, 0.001))
        except TimeoutError:
            return None
        except (aiohttp.ClientError, OSError) as error:
            raise Lost(repr(error)) from error
        if message.type is not WSMsgType.TEXT:
            raise Lost(f"the server closed the socket with {self._wire.close_code}")
        frame: Frame = orjson.loads(message.data)
        return frame

    async def close(self) -> None:
        await self._wire.close()


def _kind_of(path: str) -> str:
    """An address without the keys in it: `/correspondence/o/…/accept/`."""
    return "/".join("…" if any(sign.isupper() or sign.isdigit() for sign in part) else part for part in path.split("/"))


def contribution() -> str:
    """A player's own random bytes for a deal, in hex."""
    return secrets.token_hex(CONTRIBUTION_BYTES)
