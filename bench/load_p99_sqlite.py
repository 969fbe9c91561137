"""How long a move waits for its answer at the small club; the baseline is a stock echo at the same pace."""

from collections.abc import Iterator
from functools import partial

from bench.figure import Figure
from bench.load_clients import Client, Player
from bench.load_rounds import SOCKETS, p99_ms
from bench.load_servers import echo, small_club

NAMES = ("load_p99_ms_sqlite",)


def figures() -> Iterator[Figure]:
    yield p99_ms(NAMES[0], (Player, partial(small_club, SOCKETS // 2)), (Client, partial(echo, SOCKETS)))
