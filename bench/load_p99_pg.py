"""How long a move waits for its answer on PostgreSQL and Redis; the baseline is a stock echo at the same pace."""

from collections.abc import Iterator
from functools import partial

from bench.figure import Figure
from bench.load_clients import Client, Player
from bench.load_rounds import SOCKETS, p99_ms
from bench.load_servers import Services, echo

NAMES = ("load_p99_ms_pg",)


def figures() -> Iterator[Figure]:
    with Services() as services:
        club = (Player, partial(services.large_club, SOCKETS // 2))
        yield p99_ms(NAMES[0], club, (Client, partial(echo, SOCKETS)))
