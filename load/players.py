"""What scripted players do: alone, in races they agree on or find in the lobby, and by correspondence."""

import asyncio
import random
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from random import Random

from aiohttp import BaseConnector

from load.client import Frame, Lost, Turned, Visitor, contribution
from load.figures import Figures
from load.log import Log
from load.seat import LONGEST_PAUSE_SECONDS, PAUSE_SECONDS, Closed, Seat

# One table in so many has a second tab on one of its seats, and a race somebody who watches.
TAB_EVERY = 5
# What share of moves is taken back where that is free, and said twice.
TAKEN_BACK = 0.05
SAID_TWICE = 0.03
# So long somebody listens before looking whether the run is over.
LISTENS_SECONDS = 1.0

SOLO_GAMES = (("classic", "4"), ("classic", "5"), ("reverse", "4"), ("broken", "4"), ("giant", "8"))


type Player = Callable[["Run", int], Coroutine[None, None, None]]


@dataclass(frozen=True, slots=True)
class Run:
    """What all players of a run share. `think`: seconds before a move, on average; `over`: nobody moves any more."""

    urls: tuple[str, ...]
    wires: BaseConnector
    log: Log
    figures: Figures
    think: float
    over: asyncio.Event

    def visitor(self, number: int) -> Visitor:
        """A newcomer, at the address whose turn it is."""
        first = number % len(self.urls)
        return Visitor([*self.urls[first:], *self.urls[:first]], self.wires)

    async def patiently[T](self, ask: Callable[[], Awaitable[T]], visitor: Visitor) -> T | None:
        """What the club answers, asked again elsewhere as often as it is lost; None where it will not, or the run is
        over."""
        pause = PAUSE_SECONDS
        while not self.over.is_set():
            try:
                return await ask()
            except Lost:
                self.figures.lost += 1
                visitor.go_elsewhere()
            except Turned as turned:
                self.figures.refused[str(turned)] += 1
                await asyncio.sleep(pause)
                return None
            await asyncio.sleep(pause * random.uniform(0.5, 1.5))
            pause = min(pause * 2, LONGEST_PAUSE_SECONDS)
        return None


async def play_alone(run: Run, number: int) -> None:
    """One solo game after the other."""
    chance = Random(number)
    async with run.visitor(number) as visitor:
        while not run.over.is_set():
            layout, piles = chance.choice(SOLO_GAMES)
            key = await run.patiently(lambda: _deal(visitor, layout, piles), visitor)  # noqa: B023 - awaited at once
            if key:
                await _play_table(run, visitor, key, "solo", f"solo-{number}")


async def _deal(visitor: Visitor, layout: str, piles: str) -> str:
    return _key(await visitor.post("/solo/deal/", layout=layout, waste_piles=piles, redeals="0", number=""))


async def race_by_link(run: Run, number: int) -> None:
    """Two players who race each other again and again, each time by a link that one has given the other."""
    await _play_together(run, number, "race", _agree_on_race)


async def correspond(run: Run, number: int) -> None:
    """Two members who play by correspondence, as fast as each thinks."""
    await _play_together(run, number, "correspondence", _agree_on_turns, members=True)


async def _play_together(
    run: Run,
    number: int,
    kind: str,
    agree: Callable[[Run, Visitor, Visitor], Awaitable[str | None]],
    members: bool = False,
) -> None:
    # The two begin at different addresses.
    async with run.visitor(number) as first, run.visitor(number + 1) as second:
        for visitor in (first, second) if members else ():
            while not run.over.is_set() and not await run.patiently(lambda: _sign_up(visitor), visitor):  # noqa: B023 - awaited at once
                pass
        while not run.over.is_set():
            key = await agree(run, first, second)
            if key is None:
                continue
            async with asyncio.TaskGroup() as both:
                for visitor, place in ((first, 1), (second, 2)):
                    name = f"{kind}-{number}-{place}"
                    both.create_task(_play_table(run, visitor, key, kind, name))


async def _agree_on_race(run: Run, first: Visitor, second: Visitor) -> str | None:
    wish = {"layout": "classic", "waste_piles": "4", "redeals": "0", "minutes": "10", "best_of": "", "watchable": "on"}
    offer = await run.patiently(lambda: first.post("/race/challenge/", by="link", **wish), first)
    return offer and await run.patiently(lambda: _accept(second, offer), second)


async def _agree_on_turns(run: Run, first: Visitor, second: Visitor) -> str | None:
    wish = {"layout": "classic", "waste_piles": "4", "redeals": "0", "turn_cards": "8", "spare_days": "1"}
    offer = await run.patiently(lambda: first.post("/correspondence/offer/", by="link", **wish), first)
    if offer is None:
        return None
    await run.patiently(lambda: first.tell(f"{offer}contribute/", contribution=contribution()), first)
    return await run.patiently(lambda: _accept(second, offer, contribution=contribution()), second)


async def _accept(visitor: Visitor, offer: str, **fields: str) -> str:
    return _key(await visitor.post(f"{offer}accept/", **fields))


async def _sign_up(visitor: Visitor) -> str:
    name = f"Load-{secrets.token_hex(6)}"
    return await visitor.post("/accounts/signup/", username=name, password1=secrets.token_urlsafe(12), of_age="on")


async def race_whoever_comes(run: Run, number: int) -> None:
    """One race after the other against whom the lobby finds."""
    async with run.visitor(number) as visitor:
        while not run.over.is_set():
            key = await run.patiently(lambda: _seek(run, visitor), visitor)
            if key:
                await _play_table(run, visitor, key, "race", f"lobby-{number}")


async def race_the_house(run: Run, number: int) -> None:
    """One race after the other against a player of the house."""
    wish = {"layout": "classic", "waste_piles": "4", "redeals": "0", "minutes": "5", "best_of": "", "level": "novice"}
    async with run.visitor(number) as visitor:
        while not run.over.is_set():
            address = await run.patiently(lambda: visitor.post("/race/house/", **wish), visitor)
            if address:
                await _play_table(run, visitor, _key(address), "house", f"house-{number}")


async def _seek(run: Run, visitor: Visitor) -> str | None:
    wish = {"layout": "classic", "waste_piles": "4", "redeals": "0", "minutes": "5", "best_of": ""}
    address = await visitor.post("/race/offer/", **wish)
    if address != "/race/":
        return _key(address)
    lobby = await visitor.open("/race/socket")
    try:
        while not run.over.is_set():
            frame = await lobby.hear(1)
            if frame is None:
                continue
            if frame["is"] == "there?":
                await lobby.say({"do": "beat"})
            elif frame["is"] == "lobby" and frame["view"]["table"]:
                return str(frame["view"]["table"])
            elif frame["is"] == "lobby" and frame["view"]["mine"] is None:
                # The search has gone by: somebody was silent for too long.
                return None
    finally:
        await lobby.close()
    return None


def _key(address: str) -> str:
    begin, _, key = address.strip("/").rpartition("/")
    if begin != "table":
        raise Turned(f"a form led to /{begin}/…/ instead of a table")
    return key


async def _play_table(run: Run, visitor: Visitor, key: str, kind: str, client: str) -> None:
    """One game to its end, or to the end of the run."""
    run.figures.games[kind] += 1
    chance = Random(f"{client} {run.figures.games.total()}")
    follows = chance.randrange(TAB_EVERY) == 0
    try:
        async with asyncio.TaskGroup() as around, _seat(run, visitor, key, client) as seat:
            if follows:
                around.create_task(_follow(run, visitor, key, f"{client}-tab"))
            if follows and kind == "race" and client.endswith("-1"):
                around.create_task(_watch(run, key, f"{client}-watcher", chance.randrange(len(run.urls))))
            while not (seat.is_over or run.over.is_set()):
                try:
                    await seat.stay_connected()
                    await _one_step(run, seat, chance)
                except Lost as lost:
                    await seat.lose(lost)
            await _settle(seat)
    except* Closed as closed:
        for error in closed.exceptions:
            run.figures.refused[str(error).split(": ", 1)[-1]] += 1


@asynccontextmanager
async def _seat(run: Run, visitor: Visitor, key: str, client: str) -> AsyncIterator[Seat]:
    seat = Seat(visitor, key, client, run.log, run.figures)
    try:
        yield seat
    finally:
        await seat.close()


async def _one_step(run: Run, seat: Seat, chance: Random) -> None:
    """What a player does next at a table that is not over. Raises Lost."""
    view = seat.view
    if seat.phase == "opening" and not _is_ready(view):
        await seat.ready()
    elif seat.phase != "running" or not _may_play(view):
        await seat.listen(LISTENS_SECONDS, for_news=True)
    else:
        before = seat.version
        await seat.listen(chance.uniform(0.5, 1.5) * run.think)
        # What came meanwhile may have changed what there is to say.
        if not run.over.is_set() and (seat.version == before or _may_play(seat.view)):
            await _speak(seat, chance)


def _is_ready(view: Frame) -> bool:
    race = view["race"]
    return bool(race and race["lines"][view["seat"] - 1]["ready"])


def _may_play(view: Frame) -> bool:
    turns = view["turns"]
    return bool(view["legal"]) or bool(turns and turns["may_end"])


async def _speak(seat: Seat, chance: Random) -> None:
    """A move, now and then a take-back, by correspondence the turn's end; until the club has time for it."""
    view = seat.view
    message = _word(view, chance)
    said_twice = chance.random() < SAID_TWICE
    while (await seat.say(message, twice=said_twice and "n" in message)).get("error") == "busy":
        await seat.listen(PAUSE_SECONDS)


def _word(view: Frame, chance: Random) -> Frame:
    turns = view["turns"]
    if turns and turns["may_end"] and "R" not in view["legal"]:
        return {"do": "end turn", "turn": turns["turn"]}
    named = {"n": view["rows"] + 1} | ({"turn": turns["turn"]} if turns else {})
    if view["take_back"] == "free" and chance.random() < TAKEN_BACK:
        return {"do": "take back", **named}
    good = [move for move in view["legal"] if "F" in move or move == "R"]
    return {"do": "move", "move": chance.choice(good or view["legal"]), **named}


async def _follow(run: Run, visitor: Visitor, key: str, client: str) -> None:
    """A second socket on a seat, or a watcher's: it only looks. `visitor` is shared with the seat's player."""
    async with _seat(run, visitor, key, client) as seat:
        while not (seat.is_over or run.over.is_set()):
            try:
                await seat.stay_connected()
                await seat.listen(LISTENS_SECONDS)
            except Lost as lost:
                await seat.lose(lost)
        await _settle(seat)


async def _watch(run: Run, key: str, client: str, number: int) -> None:
    async with run.visitor(number) as watcher:
        if await run.patiently(lambda: _look(watcher), watcher):
            await _follow(run, watcher, key, client)


async def _look(visitor: Visitor) -> bool:
    await visitor.look("/")
    return True


async def _settle(seat: Seat) -> None:
    """Nobody moves here any more: what is held has to be what the club would show to whoever comes anew."""
    while True:
        try:
            await seat.stay_connected()
            await seat.settle()
        except Lost as lost:
            await seat.lose(lost)
        else:
            return
