"""How long a move waits for its answer, at worst but for one in a hundred: 500 sockets, 400 moves a second in all.

The best of three rounds, in turn with those of the baseline: the same through a stock echo. A message without an answer
fails the round.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial

from bench.figure import Figure
from bench.load_clients import Client, Player, connected, move_all, move_in_turn
from bench.load_servers import Server, Services, echo, small_club

NAMES = ("load_p99_ms_sqlite", "load_p99_ms_pg")

SOCKETS = 500
MOVES_A_SECOND = 400
SECONDS = 15
WARM_UP_MOVES = 2
ROUNDS = 3


def figures() -> Iterator[Figure]:
    """Of the club on SQLite, and of one process on PostgreSQL and Redis."""
    yield _figure(NAMES[0], partial(small_club, SOCKETS // 2))
    with Services() as services:
        yield _figure(NAMES[1], partial(services.large_club, SOCKETS // 2))


def _figure(name: str, served: Callable[[], AbstractContextManager[Server]]) -> Figure:
    rounds = [(_p99(Player, served), _p99(Client, partial(echo, SOCKETS))) for _ in range(ROUNDS)]
    club, bare = (min(values) * 1e3 for values in zip(*rounds, strict=True))
    return Figure(name, club, "ms", bare)


def _p99(kind: type[Client], served: Callable[[], AbstractContextManager[Server]]) -> float:
    with served() as server:
        waits = sorted(asyncio.run(_round(kind, server)))
        return waits[len(waits) * 99 // 100]


async def _round(kind: type[Client], server: Server) -> list[float]:
    async with connected(kind, server.seats) as clients:
        await move_all(clients, WARM_UP_MOVES)
        return await move_in_turn(clients, SECONDS * MOVES_A_SECOND, MOVES_A_SECOND)
