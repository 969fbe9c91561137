"""Moves that a server answers in a second of its processor's time: each checked, stored, and both seats told of it.

A client says the next move when one is answered. Every figure is the median of a few rounds, in turn with those of its
baseline, since the machine's speed drifts.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from statistics import median

from bench.figure import Figure
from bench.load_clients import Client, Player, connected, move_all
from bench.load_servers import Server, Services, echo, small_club

NAMES = ("load_moves_sqlite", "load_moves_pg", "load_fanout_1000", "load_two_processes")
UNIT = "moves a CPU second"

SOCKETS = 200
MANY_SOCKETS, FEW_SOCKETS = 1_000, 50
PAIRS = 5
WARM_UP_MOVES = 3
# Of each client: a board takes 48 cards.
MOVES = 40
# Of each client where there are a thousand.
MOVES_OF_MANY = 10


def figures() -> Iterator[Figure]:
    """Of the club on SQLite beside a stock echo; of the large club beside the same without what makes it fast, of a
    thousand sockets beside fifty, and of two processes, whose cost of a move is told, beside one."""
    yield _of_pairs(NAMES[0], _small_club(SOCKETS, MOVES), partial(_cost, Client, partial(echo, SOCKETS), MOVES))
    with Services() as services:
        large = partial(_cost, Player, partial(services.large_club, SOCKETS // 2), MOVES)
        stock = partial(_cost, Player, partial(services.stock_club, SOCKETS // 2), MOVES)
        yield _of_pairs(NAMES[1], large, stock)
    yield _of_pairs(NAMES[2], _small_club(MANY_SOCKETS, MOVES_OF_MANY), _small_club(FEW_SOCKETS, MOVES))
    with Services() as services:
        one, two = (
            partial(_cost, Player, partial(services.large_club, SOCKETS // 2, processes), MOVES) for processes in (1, 2)
        )
        costs = _costs(two, one)
        yield Figure(NAMES[3], median(costs[0]) * 1e3, "CPU ms a move", median(costs[1]) * 1e3)


def _small_club(sockets: int, moves: int) -> Callable[[], float]:
    return partial(_cost, Player, partial(small_club, sockets // 2), moves)


def _of_pairs(name: str, measure: Callable[[], float], baseline: Callable[[], float]) -> Figure:
    costs = _costs(measure, baseline)
    return Figure(name, 1 / median(costs[0]), UNIT, 1 / median(costs[1]))


def _costs(measure: Callable[[], float], baseline: Callable[[], float]) -> tuple[list[float], list[float]]:
    """The processor's seconds a move, of rounds in turn."""
    costs = [(measure(), baseline()) for _ in range(PAIRS)]
    return [one for one, _ in costs], [other for _, other in costs]


def _cost(kind: type[Client], served: Callable[[], AbstractContextManager[Server]], moves: int) -> float:
    """A round: the processor's seconds of the server for each move."""
    with served() as server:
        return asyncio.run(_round(kind, server, moves))


async def _round(kind: type[Client], server: Server, moves: int) -> float:
    async with connected(kind, server.seats) as clients:
        await move_all(clients, WARM_UP_MOVES)
        before = server.cpu_seconds()
        await move_all(clients, moves)
        return (server.cpu_seconds() - before) / (len(clients) * moves)
