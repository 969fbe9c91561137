"""What a move costs where the two players of a race are at two processes; the baseline is one process for all."""

from collections.abc import Iterator
from functools import partial

from bench.figure import Figure
from bench.load_clients import Player
from bench.load_rounds import cost, typical
from bench.load_servers import Services

NAMES = ("load_two_processes",)

RACES = 100
MOVES = 40


def figures() -> Iterator[Figure]:
    with Services() as services:
        two, one = (
            partial(cost, Player, MOVES, partial(services.large_club, RACES, processes)) for processes in (2, 1)
        )
        costs = typical(two, one)
    yield Figure(NAMES[0], costs[0] * 1e3, "CPU ms a move", costs[1] * 1e3)
