"""Whether a move costs the same among a thousand sockets as among fifty, which are the baseline."""

from collections.abc import Iterator
from functools import partial

from bench.figure import Figure
from bench.load_clients import Player
from bench.load_rounds import cost, moves_a_cpu_second
from bench.load_servers import small_club

NAMES = ("load_fanout_1000",)

MANY_RACES, FEW_RACES = 500, 25
# Of each client.
MOVES_OF_MANY, MOVES_OF_FEW = 10, 40


def figures() -> Iterator[Figure]:
    many = partial(cost, Player, MOVES_OF_MANY, partial(small_club, MANY_RACES))
    yield moves_a_cpu_second(NAMES[0], many, partial(cost, Player, MOVES_OF_FEW, partial(small_club, FEW_RACES)))
