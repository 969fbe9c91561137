"""The same on PostgreSQL and Redis, one process. The baseline is the club as Channels and Django would have it by
themselves (`bench.clubs.stock_web`)."""

from collections.abc import Iterator
from functools import partial

from bench.figure import Figure
from bench.load_clients import Player
from bench.load_rounds import cost, moves_a_cpu_second
from bench.load_servers import Services

NAMES = ("load_moves_pg",)

RACES = 100
MOVES = 40


def figures() -> Iterator[Figure]:
    with Services() as services:
        club, stock = (
            partial(cost, Player, MOVES, partial(served, RACES))
            for served in (services.large_club, services.stock_club)
        )
        yield moves_a_cpu_second(NAMES[0], club, stock)
