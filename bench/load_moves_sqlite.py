"""Moves that the small club answers in a second of its processor's time, at 200 sockets: each checked, stored, and both
seats told of it. The baseline is an echo of stock Channels, which does nothing at all with the same messages."""

from collections.abc import Iterator
from functools import partial

from bench.figure import Figure
from bench.load_clients import Client, Player
from bench.load_rounds import cost, moves_a_cpu_second
from bench.load_servers import echo, small_club

NAMES = ("load_moves_sqlite",)

RACES = 100
# Of each client: a board takes 48 cards.
MOVES = 40


def figures() -> Iterator[Figure]:
    club = partial(cost, Player, MOVES, partial(small_club, RACES))
    yield moves_a_cpu_second(NAMES[0], club, partial(cost, Client, MOVES, partial(echo, 2 * RACES)))
