"""A player written only from docs/protocol.md: it knows the addresses and the frames, and no rules of the game."""

import asyncio
import contextlib
import json
import re
import secrets
import ssl
from types import TracebackType
from typing import Any, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

PAUSE_SECONDS = 0.2
# Made once: each takes longer than a page.
TLS = ssl.create_default_context()
BAD_FRAMES = [
    "",
    "{",
    "[]",
    "null",
    '{"do": 1}',
    '{"do": "move"}',
    '{"do": "move", "n": -1, "move": "W1"}',
    "\u0000",
    '{"do": "look", "x": 1}',
]

type Frame = dict[str, Any]


class Visitor:
    """A browser's cookies and forms, without the browser."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.AsyncClient(base_url=url, follow_redirects=False, timeout=20, verify=TLS)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.http.aclose()

    async def post(self, address: str, **fields: str) -> httpx.Response:
        """Send a form as a page of the club would."""
        page = (await self.http.get("/")).text
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        assert token, "every page with a form holds its token"
        return await self.http.post(address, data={"csrfmiddlewaretoken": token[1], **fields})

    async def sign_up(self, name: str) -> None:
        """Become a member of that name."""
        answer = await self.post("/accounts/signup/", username=name, password1=secrets.token_urlsafe(12), of_age="on")
        assert answer.status_code in (302, 303), answer.text

    async def deal(self, layout: str = "classic", waste_piles: int = 4, redeals: int = 0, number: str = "") -> str:
        """Ask for a table; its key."""
        return await self._sit_down(layout=layout, waste_piles=str(waste_piles), redeals=str(redeals), number=number)

    async def deal_open(self) -> str:
        """Ask for a table with an open stock; its key."""
        return await self._sit_down(layout="classic", waste_piles="4", redeals="0", open_stock="on")

    async def _sit_down(self, **form: str) -> str:
        answer = await self.post("/solo/deal/", **form)
        assert answer.status_code in (302, 303), answer.text
        found = re.fullmatch(r"/table/([^/]+)/", answer.headers["location"])
        assert found
        return found[1]

    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())


class Table:
    """One seat at one table, over as many sockets one after the other as it takes."""

    def __init__(self, visitor: Visitor, key: str) -> None:
        self.visitor = visitor
        self.key = key
        self.version = 0
        self.view: Frame = {}
        # Numbered messages that were acknowledged, in order.
        self.acknowledged: list[tuple[int, str]] = []
        self._unanswered: Frame | None = None
        self._socket: ClientConnection | None = None

    @property
    def is_connected(self) -> bool:
        """Whether a socket is open, as far as this side knows."""
        return self._socket is not None and self._socket.close_code is None

    @property
    def socket(self) -> ClientConnection:
        """The socket that was opened last."""
        assert self._socket is not None, "connect first"
        return self._socket

    async def connect(self) -> None:
        """Open the socket, take the view, and send again what was not answered."""
        await self.close()
        url = self.visitor.url.replace("http", "ws", 1)
        self._socket = await connect(
            f"{url}/table/{self.key}/socket",
            origin=self.visitor.url,  # type: ignore[arg-type] # a NewType of the library's own
            additional_headers={"Cookie": self.visitor.cookie()},
            compression=None,
        )
        self._take(await self._receive())
        if self._unanswered is not None:
            await self._exchange(self._unanswered)
        if self.view["phase"] == "opening":
            await self._exchange({"do": "ready", "contribution": secrets.token_hex(16)})

    async def close(self) -> None:
        if self._socket is not None:
            await self._socket.close()

    async def play(self, move: str) -> Frame:
        """One numbered move and its answer."""
        return await self._exchange({"do": "move", "n": self.view["rows"] + 1, "move": move})

    async def take_back(self, practice: bool = False) -> Frame:
        return await self._exchange({"do": "take back", "n": self.view["rows"] + 1, "practice": practice})

    async def resign(self) -> Frame:
        return await self._exchange({"do": "resign"})

    async def play_out(self) -> Frame:
        """Play until the game is over; the last view."""
        while self.view["phase"] == "running":
            await self.play(self.choice())
        return self.view

    def choice(self) -> str:
        """Something for a foundation if there is, else a redeal, else the shortest waste pile."""
        legal: list[str] = self.view["legal"]
        for move in legal:
            if "F" in move or move == "R":
                return move
        waste = self.view["board"]["waste"]
        return min(legal, key=lambda move: len(waste[int(move[1]) - 1]))

    async def say_raw(self, text: str) -> str:
        """Send any text as a frame; the error that answers it."""
        await self.socket.send(text)
        return str((await self._receive())["error"])

    async def say_and_lose(self, text: str) -> None:
        """Send a text that the server closes the socket for."""
        with contextlib.suppress(ConnectionClosed):
            await self.socket.send(text)
            await self._receive()
            raise AssertionError("the socket is still open")

    async def flood(self, count: int) -> int:
        """Send bad frames as fast as they go until so many are sent or the server hangs up; how many were sent."""
        if self._socket is None or self._socket.close_code is not None:
            await self.connect()
        sent = 0
        with contextlib.suppress(ConnectionClosed):
            for sent in range(1, count + 1):
                await self.socket.send(BAD_FRAMES[sent % len(BAD_FRAMES)])
                if sent % 50 == 0:
                    await self._receive()
        return sent

    async def _exchange(self, message: Frame) -> Frame:
        if "n" in message:
            self._unanswered = message
        await self.socket.send(json.dumps(message))
        while True:
            frame = await self._receive()
            self._take(frame)
            if frame.get("error") == "too-many":
                # What the protocol asks of a client that is too fast.
                await asyncio.sleep(PAUSE_SECONDS)
                await self.socket.send(json.dumps(message))
                continue
            if frame["is"] == "error":
                raise AssertionError(f"{message} was answered by {frame}")
            if frame.get("do") == message["do"] and frame.get("n") == message.get("n"):
                break
        self._unanswered = None
        if frame["is"] == "accepted" and "n" in message:
            self.acknowledged.append((message["n"], message.get("move", "back")))
        return frame

    async def _receive(self) -> Frame:
        frame: Frame = json.loads(await self.socket.recv())
        return frame

    def _take(self, frame: Frame) -> None:
        if frame.get("v", -1) >= self.version and "view" in frame:
            self.version, self.view = frame["v"], frame["view"]
