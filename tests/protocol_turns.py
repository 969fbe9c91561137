"""Matches by correspondence as docs/protocol.md tells them: how two members agree on one, and a seat at it."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from tests.protocol_client import Frame, Visitor
from tests.protocol_race import RaceTable


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be played, as the form says it."""

    layout: str = "classic"
    waste_piles: int = 4
    redeals: int = 0
    turn_cards: int = 4
    spare_days: int = 1

    def form(self) -> dict[str, str]:
        return {
            "layout": self.layout,
            "waste_piles": str(self.waste_piles),
            "redeals": str(self.redeals),
            "turn_cards": str(self.turn_cards),
            "spare_days": str(self.spare_days),
            "absence_allowed": "on",
        }


async def agree(first: Visitor, second: Visitor, wish: Wish) -> str:
    """The second takes up the offer to whose address the first has given it; the table's key."""
    offer = await _sent_to(first, "/correspondence/offer/", by="link", **wish.form())
    await first.post(f"{offer}contribute/", contribution=secrets.token_hex(16))
    table = await _sent_to(second, f"{offer}accept/", contribution=secrets.token_hex(16))
    return table.removeprefix("/table/").removesuffix("/")


async def _sent_to(visitor: Visitor, address: str, **form: str) -> str:
    """Where the club sends whoever posts that form."""
    answer = await visitor.post(address, **form)
    assert answer.status_code in (302, 303), answer.text
    return answer.headers["location"]


class TurnsTable(RaceTable):
    """One seat by correspondence; what is said names the turn that is open."""

    def __init__(self, visitor: Visitor, key: str) -> None:
        super().__init__(visitor, key)
        # Turns whose end was acknowledged, in order.
        self.ended: list[int] = []

    @property
    def turn(self) -> int:
        turn: int = self.view["turns"]["turn"]
        return turn

    @property
    def state(self) -> str:
        state: str = self.view["turns"]["state"]
        return state

    async def play(self, move: str) -> Frame:
        return await self._exchange({"do": "move", "n": self.view["rows"] + 1, "move": move, "turn": self.turn})

    async def take_back(self, practice: bool = False) -> Frame:
        n = self.view["rows"] + 1
        return await self._exchange({"do": "take back", "n": n, "practice": practice, "turn": self.turn})

    async def end_turn(self) -> Frame:
        turn = self.turn
        frame = await self._exchange({"do": "end turn", "turn": turn})
        if frame["is"] == "accepted":
            self.ended.append(turn)
        return frame

    async def take_absence(self, days: int) -> Frame:
        return await self._exchange({"do": "absence", "days": days})

    async def look(self) -> Frame:
        return await self._exchange({"do": "look"})

    async def play_turn(self, choose: Callable[[list[str]], str]) -> None:
        """Place what the open turn takes, and end it."""
        while self.state == "playing" and (self.view["turns"]["left"] or "R" in self.view["legal"]):
            await self.play(choose(self.view["legal"]))
        if self.state == "playing":
            await self.end_turn()
