"""Rounds of a measured server, in turn with those of what it is compared with, since the machine's speed drifts."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import AbstractContextManager
from statistics import median
from typing import Any

from bench.figure import Figure
from bench.load_clients import Client, connected, move_all, move_in_turn
from bench.load_servers import Server

type Served = Callable[[], AbstractContextManager[Server]]

PAIRS = 5
WARM_UP_MOVES = 3
# At a steady pace: so many sockets, moves a second in all, seconds; the best of so many rounds counts.
SOCKETS, MOVES_A_SECOND, SECONDS, ROUNDS = 500, 400, 15, 3


def moves_a_cpu_second(name: str, measure: Callable[[], float], baseline: Callable[[], float]) -> Figure:
    """Of the costs of moves, each in the processor's seconds."""
    cost, other = typical(measure, baseline)
    return Figure(name, 1 / cost, "moves a CPU second", 1 / other)


def typical(measure: Callable[[], float], baseline: Callable[[], float]) -> tuple[float, float]:
    """The medians of a few pairs."""
    pairs = [(measure(), baseline()) for _ in range(PAIRS)]
    return median(one for one, _ in pairs), median(other for _, other in pairs)


def cost(kind: type[Client], moves: int, served: Served) -> float:
    """The processor's seconds that a move costs the server, where each client says the next when one is answered."""

    async def play(server: Server) -> float:
        async with connected(kind, server.seats) as clients:
            await move_all(clients, WARM_UP_MOVES)
            before = server.cpu_seconds()
            await move_all(clients, moves)
            return (server.cpu_seconds() - before) / (len(clients) * moves)

    return _round(play, served)


def p99_ms(name: str, measure: tuple[type[Client], Served], baseline: tuple[type[Client], Served]) -> Figure:
    """How long a move waits for its answer, but for one in a hundred; a move without an answer fails the round."""
    rounds = [(_p99(*measure), _p99(*baseline)) for _ in range(ROUNDS)]
    best, other = (min(values) * 1e3 for values in zip(*rounds, strict=True))
    return Figure(name, best, "ms", other)


def _p99(kind: type[Client], served: Served) -> float:
    async def play(server: Server) -> float:
        async with connected(kind, server.seats) as clients:
            await move_all(clients, WARM_UP_MOVES)
            waits = sorted(await move_in_turn(clients, SECONDS * MOVES_A_SECOND, MOVES_A_SECOND))
            return waits[len(waits) * 99 // 100]

    return _round(play, served)


def _round(play: Callable[[Server], Coroutine[Any, Any, float]], served: Served) -> float:
    """A server of its own for each round, so that none idles beside the other."""
    with served() as server:
        return asyncio.run(play(server))
