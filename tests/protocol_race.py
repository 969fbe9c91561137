"""Races as docs/protocol.md tells them: how two come to one table, and a seat at it."""

import asyncio
import json
import re
import time
from collections.abc import Callable
from dataclasses import dataclass

from websockets.asyncio.client import connect

from tests.protocol_client import Frame, Table, Visitor

BEAT_SECONDS = 5
# Far longer than anything that a test waits for.
PATIENCE_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be raced, as the form says it."""

    layout: str = "classic"
    waste_piles: int = 4
    redeals: int = 0
    minutes: int | None = None
    best_of: int | None = None

    def form(self) -> dict[str, str]:
        return {
            "layout": self.layout,
            "waste_piles": str(self.waste_piles),
            "redeals": str(self.redeals),
            "minutes": str(self.minutes or ""),
            "best_of": str(self.best_of or ""),
        }


async def challenge(visitor: Visitor, wish: Wish) -> str:
    """Open a challenge that whoever has its link may take up; the offer's key."""
    return _key("/race/o/", await _sent_to(visitor, "/race/challenge/", by="link", **wish.form()))


async def accept(visitor: Visitor, offer: str) -> str:
    """Take up a challenge; the table's key."""
    return _key("/table/", await _sent_to(visitor, f"/race/o/{offer}/accept/"))


async def race_anyone(visitor: Visitor, wish: Wish) -> str | None:
    """Ask for whoever wants to race the same; the table's key if somebody waited, else None: wait for `the_call`."""
    address = await _sent_to(visitor, "/race/offer/", **wish.form())
    return None if address == "/race/" else _key("/table/", address)


async def the_call(visitor: Visitor) -> str:
    """Wait in the lobby until somebody has come; the table's key."""
    url = visitor.url.replace("http", "ws", 1)
    async with (
        connect(
            f"{url}/race/socket",
            origin=visitor.url,  # type: ignore[arg-type] # a NewType of the library's own
            additional_headers={"Cookie": visitor.cookie()},
        ) as lobby,
        asyncio.timeout(PATIENCE_SECONDS),
    ):
        while True:
            frame: Frame = json.loads(await lobby.recv())
            if frame["is"] == "there?":
                await lobby.send(json.dumps({"do": "beat"}))
            elif frame["is"] == "lobby" and frame["view"]["table"] is not None:
                return str(frame["view"]["table"])


async def _sent_to(visitor: Visitor, address: str, **form: str) -> str:
    """Where the club sends whoever posts that form."""
    answer = await visitor.post(address, **form)
    assert answer.status_code in (302, 303), answer.text
    return answer.headers["location"]


def _key(begin: str, address: str) -> str:
    found = re.fullmatch(rf"{begin}([^/]+)/", address)
    assert found, f"{address} is none of {begin}KEY/"
    return found[1]


async def agree(first: Visitor, second: Visitor, wish: Wish) -> str:
    """The second takes up the first's challenge; the table's key."""
    return await accept(second, await challenge(first, wish))


class RaceTable(Table):
    """One seat of a race. `connect` says that its player is ready."""

    async def begin(self) -> Frame:
        """Connect, be ready and wait for the boards to open."""
        await self.connect()
        return await self.opened()

    async def opened(self) -> Frame:
        """Wait for the boards to open; the first view that has cards."""
        return await self.until(lambda view: view["phase"] not in ("opening", "starting"))

    async def until(self, met: Callable[[Frame], bool]) -> Frame:
        """Take what comes, with a heartbeat where nothing does, until the view is as wanted; that view."""
        give_up = time.monotonic() + PATIENCE_SECONDS
        while not met(self.view):
            assert time.monotonic() < give_up, f"it is still {self.view}"
            try:
                async with asyncio.timeout(BEAT_SECONDS):
                    self._take(await self._receive())
            except TimeoutError:
                await self.socket.send(json.dumps({"do": "beat"}))
        return self.view

    async def play_out(self, choose: Callable[[list[str]], str] | None = None) -> Frame:
        """Play while one's own board has moves and the race lasts, then wait for its end; the last view."""
        while self.view["phase"] == "running" and self.view["legal"]:
            await self.play(choose(self.view["legal"]) if choose else self.choice())
        return await self.until(lambda view: view["phase"] != "running")

    async def claim(self) -> Frame:
        return await self._exchange({"do": "claim"})

    async def rematch(self) -> Frame:
        return await self._exchange({"do": "rematch"})

    async def no_rematch(self) -> Frame:
        return await self._exchange({"do": "no rematch"})
