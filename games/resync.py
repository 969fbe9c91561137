"""Catching up tables whose announcement was lost: twice a second one question about all open seats of this process."""

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING

from games import tables
from games.writer import writer

if TYPE_CHECKING:
    # The consumer registers itself here; only its type is wanted.
    from games.consumers import TableConsumer

log = logging.getLogger(__name__)

EVERY_SECONDS = 0.5
SEATS_A_QUERY = 500

# Touched by the event loop's thread alone.
_open: set["TableConsumer"] = set()
_rounds: dict[asyncio.AbstractEventLoop, asyncio.Task[None]] = {}


def join(table: "TableConsumer") -> None:
    """Keep this socket's view current from now on."""
    _open.add(table)
    loop = asyncio.get_running_loop()
    if loop not in _rounds:
        _rounds[loop] = loop.create_task(_go_round(loop))


def leave(table: "TableConsumer") -> None:
    """The socket is gone. Again harmless."""
    _open.discard(table)


async def _go_round(loop: asyncio.AbstractEventLoop) -> None:
    """While any table is open; a round that fails is followed by the next."""
    try:
        while _open:
            await asyncio.sleep(EVERY_SECONDS)
            try:
                await _catch_up()
            except Exception:
                # Such as a socket that closed under its look: the others still want to be caught up.
                log.exception("a round of catching up failed")
    finally:
        del _rounds[loop]


async def _catch_up() -> None:
    here = [table for table in _open if table.at is not None]
    seat_ids = sorted({table.at.seat_id for table in here if table.at is not None})
    versions: dict[int, int] = {}
    for start in range(0, len(seat_ids), SEATS_A_QUERY):
        versions |= await writer.ask(partial(tables.versions, seat_ids[start : start + SEATS_A_QUERY]))
    for table in here:
        if table.at is not None and versions.get(table.at.seat_id, 0) > table.version > 0:
            await table.look()
