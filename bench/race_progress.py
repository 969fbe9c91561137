"""How soon a racer sees the other's progress: from just before a move is sent to the opponent's socket receiving it.

A hundred races at once, two hundred moves a second in all. The baseline, interleaved with the club and on the same
schedule, is `bench.bare_channels`: the same messages through a bare JSON echo that tells the other of the pair.
`race_progress_p99_analysed_ms` is the same while games are analysed the whole time; its baseline is the club without.
"""

import asyncio
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from statistics import median
from typing import Any, Protocol

import orjson
from websockets.asyncio.client import ClientConnection, connect

from bench import bare_channels
from bench.figure import Figure
from load.process import ROOT, free_port
from tests.protocol_client import Table, Visitor
from tests.protocol_race import RaceTable, Wish, agree
from tests.served import ServedClub

NAMES = ("race_progress_p50_ms", "race_progress_p99_ms", "race_progress_p99_analysed_ms")

RACES = 100
MOVES_A_SECOND = 200
WARM_UP_SECONDS = 3
SECONDS = 15
ROUNDS = 3
PATIENCE_SECONDS = 30
# So many with so many decisions that they are analysed for longer than a round lasts.
ANALYSED_GAMES = 10
# So many stock cards that no board ends under the moves of a round.
GIANT = Wish("giant", 8)


def figures() -> Iterator[Figure]:
    club: list[list[float]] = []
    bare: list[list[float]] = []
    analysed: list[list[float]] = []
    for _ in range(ROUNDS):
        # Interleaved, since the machine's speed drifts; a server of its own each, so that none idles beside the other.
        club.append(asyncio.run(_club_round(analysed=False)))
        bare.append(asyncio.run(_bare_round()))
        analysed.append(asyncio.run(_club_round(analysed=True)))
    for name, hundredths in zip(NAMES[:2], (50, 99), strict=True):
        yield Figure(name, _typical(club, hundredths), "ms", _typical(bare, hundredths))
    yield Figure(NAMES[2], _typical(analysed, 99), "ms", _typical(club, 99))


def _typical(rounds: list[list[float]], hundredths: int) -> float:
    """The median over the rounds of that percentile, in milliseconds."""
    return median(sorted(delays)[len(delays) * hundredths // 100] for delays in rounds) * 1e3


class Says(Protocol):
    """What one side says next, and how far a frame shows the other side to be."""

    def next_message(self) -> tuple[bytes, int]:
        """A message, and how far this side has come with it, a number that rises."""

    def progress_of_other(self, frame: Any) -> int:
        """How far the other side has come, as far as this frame shows."""


class Side:
    """One socket of a pair, and how long the other took to hear of what this one said."""

    def __init__(self, socket: ClientConnection, says: Says) -> None:
        self.socket = socket
        self.says = says
        self.other: Side = self
        # How far the other is yet to see this side, and since when.
        self._under_way: deque[tuple[int, float]] = deque()
        # When each message was sent, and after how many seconds the other side had it.
        self.delays: list[tuple[float, float]] = []
        self.all_seen = asyncio.Event()

    async def say(self) -> None:
        message, progress = self.says.next_message()
        self.all_seen.clear()
        self._under_way.append((progress, time.perf_counter()))
        await self.socket.send(message, text=True)

    async def listen(self) -> None:
        async for text in self.socket:
            now = time.perf_counter()
            self.other._was_seen(self.says.progress_of_other(orjson.loads(text)), now)

    def _was_seen(self, progress: int, now: float) -> None:
        while self._under_way and progress >= self._under_way[0][0]:
            _, since = self._under_way.popleft()
            self.delays.append((since, now - since))
        if not self._under_way:
            self.all_seen.set()


async def _measure(pairs: list[tuple[Side, Side]]) -> list[float]:
    """Let all pairs speak by the schedule, the two sides in turn; seconds from one side to the other."""
    for first, second in pairs:
        first.other, second.other = second, first
    sides = [pair[turn] for turn in (0, 1) for pair in pairs]
    async with asyncio.TaskGroup() as listening:
        tasks = [listening.create_task(side.listen()) for side in sides]
        began = time.perf_counter()
        for i in range((WARM_UP_SECONDS + SECONDS) * MOVES_A_SECOND):
            await asyncio.sleep(began + i / MOVES_A_SECOND - time.perf_counter())
            await sides[i % len(sides)].say()
        async with asyncio.timeout(PATIENCE_SECONDS):
            for side in sides:
                await side.all_seen.wait()
        for task in tasks:
            task.cancel()
    return [delay for side in sides for since, delay in side.delays if since >= began + WARM_UP_SECONDS]


class AtTable:
    """A racer who places a card a turn, on the waste piles one after the other, which is always allowed."""

    def __init__(self, table: RaceTable) -> None:
        self._moves = 0
        self._stock = int(table.view["board"]["stock_left"])
        self._other = 2 - int(table.view["seat"])

    def next_message(self) -> tuple[bytes, int]:
        self._moves += 1
        return _move(self._moves), self._moves

    def progress_of_other(self, frame: Any) -> int:
        return self._stock - int(frame["view"]["race"]["lines"][self._other]["stock_left"])


def _move(n: int) -> bytes:
    return orjson.dumps({"do": "move", "n": n, "move": f"W{n % GIANT.waste_piles + 1}"})


async def _club_round(*, analysed: bool) -> list[float]:
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        club = stack.enter_context(ServedClub(Path(folder)))
        visitor = await stack.enter_async_context(Visitor(club.url))
        keys = [await _played(visitor) for _ in range(ANALYSED_GAMES)] if analysed else []
        tables: list[tuple[RaceTable, RaceTable]] = []
        for _ in range(RACES):
            visitors = [await stack.enter_async_context(Visitor(club.url)) for _ in range(2)]
            key = await agree(visitors[0], visitors[1], GIANT)
            tables.append((RaceTable(visitors[0], key), RaceTable(visitors[1], key)))
        await asyncio.gather(*(table.begin() for pair in tables for table in pair))
        pairs = [(_racer(first), _racer(second)) for first, second in tables]
        for key in keys:
            await visitor.post(f"/table/{key}/analysis/")
        delays = await _measure(pairs)
        for key in keys[-1:]:
            last = (await visitor.http.get(f"/table/{key}/analysis.json")).json()
            assert last["state"] == "queued", "all games were analysed before the round was over"
        return delays


async def _played(visitor: Visitor) -> str:
    """A long game to its end, not analysed yet; its key."""
    table = Table(visitor, await visitor.deal("giant", 8, 0))
    await table.connect()
    await table.play_out()
    await table.close()
    return table.key


def _racer(table: RaceTable) -> Side:
    return Side(table.socket, AtTable(table))


class AtEcho:
    """Says what a racer would."""

    def __init__(self, place: int) -> None:
        # The two sides count in steps of two, so that a side tells its own echo from what the other said.
        self._n = self._place = place

    def next_message(self) -> tuple[bytes, int]:
        self._n += 2
        return _move(self._n), self._n

    def progress_of_other(self, frame: Any) -> int:
        n = int(frame["n"])
        return 0 if n % 2 == self._place % 2 else n


async def _bare_round() -> list[float]:
    async with AsyncExitStack() as stack:
        url = await stack.enter_async_context(_bare_channels())
        pairs = []
        for pair in range(RACES):
            sockets = [await stack.enter_async_context(connect(f"{url}/pair/{pair}/", compression=None)) for _ in "12"]
            pairs.append((Side(sockets[0], AtEcho(1)), Side(sockets[1], AtEcho(2))))
        return await _measure(pairs)


@asynccontextmanager
async def _bare_channels() -> AsyncIterator[str]:
    """The baseline's server as a process of its own; its address."""
    port = free_port()
    server = await asyncio.create_subprocess_exec(
        sys.executable, "-m", bare_channels.__name__, str(port), cwd=ROOT, stdout=subprocess.PIPE
    )
    assert server.stdout is not None
    assert (await server.stdout.readline()).decode().strip() == bare_channels.OPEN
    try:
        yield f"ws://127.0.0.1:{port}"
    finally:
        server.terminate()
        await server.wait()
