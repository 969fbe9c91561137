"""What an open table costs that nobody plays at: the server's memory with 5,000 of them, less that without."""

import asyncio
import resource
from collections.abc import Iterator

from bench.figure import Figure
from bench.load_clients import Player, connected
from bench.load_servers import Server, small_club

NAMES = ("load_socket_kb",)

SOCKETS = 5_000
# Both ends of a socket take a descriptor, each of its own process.
DESCRIPTORS = SOCKETS + 1_000


def figures() -> Iterator[Figure]:
    """There is nothing to compare it with: a socket is a socket."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (DESCRIPTORS, most))
    with small_club(SOCKETS // 2) as server:
        yield Figure(NAMES[0], asyncio.run(_memory_kb(server)), "KB")


async def _memory_kb(server: Server) -> float:
    # The first of all loads what each needs.
    async with connected(Player, server.seats[:2]):
        before = server.memory_kb()
        async with connected(Player, server.seats[2:]) as sockets:
            return (server.memory_kb() - before) / len(sockets)
