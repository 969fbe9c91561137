"""The clients of a measured server: players who place cards, and whoever says the same to an echo."""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import orjson
from websockets.asyncio.client import ClientConnection, connect

from bench.load_servers import Seat

# Sockets that are opened at the same time: more would only wait for one another.
OPENING_AT_ONCE = 20
PATIENCE_SECONDS = 60


class Client:
    """One socket that says a move, and another when that is answered."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._n = 0

    async def connected(self) -> None:
        """What an echo says first is nothing."""

    async def move(self) -> None:
        """Say one move and wait for its answer."""
        self._n += 1
        await self._socket.send(self._message(), text=True)
        while not self._answers(orjson.loads(await self._socket.recv(decode=False))):
            pass

    def _message(self) -> bytes:
        return orjson.dumps({"do": "move", "n": self._n, "move": f"W{self._n % 4 + 1}"})

    def _answers(self, frame: dict[str, Any]) -> bool:
        return frame["n"] == self._n  # type: ignore[no-any-return] # JSON has no types


class Player(Client):
    """A seat of a race: a foundation where one is legal, else the waste piles in turn."""

    async def connected(self) -> None:
        """Takes the first view."""
        self._take(orjson.loads(await self._socket.recv(decode=False)))

    def _message(self) -> bytes:
        move = next((move for move in self._legal if "F" in move), f"W{self._n % 4 + 1}")
        return orjson.dumps({"do": "move", "n": self._n, "move": move})

    def _answers(self, frame: dict[str, Any]) -> bool:
        self._take(frame)
        if frame["is"] == "view":
            return False
        assert frame["is"] == "accepted", frame
        assert frame["n"] == self._n
        return True

    def _take(self, frame: dict[str, Any]) -> None:
        self._legal: list[str] = frame["view"]["legal"]


@asynccontextmanager
async def connected[C: Client](kind: type[C], seats: Sequence[Seat]) -> AsyncIterator[list[C]]:
    """A client at each seat, all of them shown what there is."""
    gate = asyncio.Semaphore(OPENING_AT_ONCE)
    sockets: list[ClientConnection] = []

    async def sit_down(seat: Seat) -> C:
        async with gate:
            socket = await connect(
                seat.url,
                origin=seat.origin,  # type: ignore[arg-type] # a NewType of the library's own
                additional_headers={"Cookie": seat.cookie},
                compression=None,
                ping_interval=None,
            )
            sockets.append(socket)
            client = kind(socket)
            await client.connected()
            return client

    try:
        yield list(await asyncio.gather(*map(sit_down, seats)))
    finally:
        await asyncio.gather(*(socket.close() for socket in sockets))


async def move_all(clients: Sequence[Client], moves: int) -> None:
    """Each client its moves one after the other, all clients at once."""

    async def move_on(client: Client) -> None:
        for _ in range(moves):
            await client.move()

    async with asyncio.timeout(PATIENCE_SECONDS * moves):
        await asyncio.gather(*map(move_on, clients))


async def move_in_turn(clients: Sequence[Client], moves: int, a_second: float) -> list[float]:
    """So many moves in all, by the clients in turn on a fixed schedule; the seconds until each was answered.

    A client whose last move is not answered yet says the next one when it is; the time counts from when it was due.
    """
    began = time.perf_counter()
    waits: list[float] = []
    before: dict[int, asyncio.Task[None]] = {}

    async def move(client: Client, due: float, last: asyncio.Task[None] | None) -> None:
        if last is not None:
            await last
        await client.move()
        waits.append(time.perf_counter() - due)

    async with asyncio.timeout(PATIENCE_SECONDS + moves / a_second):
        for i in range(moves):
            due = began + i / a_second
            await asyncio.sleep(due - time.perf_counter())
            place = i % len(clients)
            before[place] = asyncio.create_task(move(clients[place], due, before.get(place)))
        await asyncio.gather(*before.values())
    assert len(waits) == moves, "every message is answered"
    return waits
