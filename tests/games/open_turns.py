"""Two sides of a match by correspondence that differ in one thing: what the other does while a turn is open."""

import dataclasses
import json
from collections.abc import Awaitable, Callable
from random import Random

from tests.games.eyes import Eyes
from tests.games.socket import Frame, Socket


class Side:
    """One player's socket at the table, and the last view that came over it."""

    def __init__(self, socket: Socket, eyes: Eyes | None = None) -> None:
        self._socket = socket
        self._eyes = eyes
        self.view: Frame = {}

    async def take(self) -> Frame:
        text = await self._socket.take_raw()
        frame: Frame = self._eyes.see(text) if self._eyes else json.loads(text)
        self.view = frame.get("view", self.view)
        return frame

    async def say(self, **message: object) -> Frame:
        await self._socket.send(**message)
        frame = await self.take()
        while frame["is"] == "view":
            frame = await self.take()
        return frame

    async def move(self, text: str) -> Frame:
        return await self.say(do="move", n=self.view["rows"] + 1, move=text, turn=self.turn)

    async def take_back(self) -> Frame:
        return await self.say(do="take back", n=self.view["rows"] + 1, turn=self.turn)

    async def end_turn(self) -> Frame:
        return await self.say(do="end turn", turn=self.turn)

    async def absence(self, days: int) -> Frame:
        return await self.say(do="absence", days=days)

    async def beat(self) -> None:
        """Whatever was announced before is here when this is answered."""
        await self.say(do="beat")

    @property
    def turn(self) -> int:
        turn: int = self.view["turns"]["turn"]
        return turn

    async def place_all(self, chance: Random) -> None:
        while self.view["legal"] and (self.view["turns"]["left"] or "R" in self.view["legal"]):
            await self.move(chance.choice(self.view["legal"]))


type Deed = Callable[[Side, Random], Awaitable[object]]


# --- what the other may do in an open turn ---------------------------------------------------------------------------


async def nothing(other: Side, chance: Random) -> None:
    pass


async def places_some(other: Side, chance: Random) -> None:
    for _ in range(2):
        await other.move(chance.choice(other.view["legal"]))


async def places_all(other: Side, chance: Random) -> None:
    await other.place_all(chance)


async def places_all_and_takes_back(other: Side, chance: Random) -> None:
    await other.place_all(chance)
    assert (await other.take_back())["is"] == "accepted"


async def ends(other: Side, chance: Random) -> None:
    await other.place_all(chance)
    assert (await other.end_turn())["is"] == "accepted"


async def is_absent(other: Side, chance: Random) -> None:
    assert (await other.absence(5))["is"] == "accepted"


async def redeals(other: Side, chance: Random) -> None:
    assert (await other.move("R"))["is"] == "accepted"
    await other.place_all(chance)


async def stops(other: Side, chance: Random) -> None:
    assert other.view["turns"]["ending_stops"]
    assert (await other.end_turn())["is"] == "accepted"


@dataclasses.dataclass(frozen=True)
class Scene:
    """Turns that both have closed, what the viewer then does in the open one, and what the other does meanwhile."""

    closed: int
    # Cards of the open turn that the viewer places, and whether the turn is ended then.
    placed: int
    deeds: tuple[Deed, ...]
    viewer_ends: bool = False
    # The viewer has gone away for some days, which the clock then lets pass for the other.
    late: bool = False
    rules: str = "classic-4-0"
    cards: int = 4


ALL = (nothing, places_some, places_all_and_takes_back, ends, is_absent)
SCENES = {
    "in the first turn": Scene(0, 0, ALL),
    "in mid-turn": Scene(2, 2, ALL),
    "with the turn placed": Scene(1, 4, ALL),
    "waiting for the other": Scene(1, 4, (nothing, places_some, places_all_and_takes_back), viewer_ends=True),
    "over the other's deadline": Scene(1, 1, (nothing, places_some, places_all, ends), late=True),
    "over a redeal": Scene(6, 0, (nothing, redeals, stops, is_absent), rules="classic-4-1", cards=8),
    "of two packs": Scene(1, 3, ALL, rules="giant-5-0", cards=4),
}
