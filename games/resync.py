"""What every process does twice a second for its open tables: catch up lost announcements, and note who is here."""

import asyncio
import logging
from functools import partial
from itertools import batched

from django.utils import timezone

from games import announce, figures, open_tables, presence, tables
from games.writer import writer

log = logging.getLogger(__name__)

EVERY_SECONDS = 0.5
# Moves wait for a query, so that more of them are better than longer ones.
TABLES_A_QUERY = 100

_rounds: dict[asyncio.AbstractEventLoop, asyncio.Task[None]] = {}


def go_round() -> None:
    """Keep the views of this process's open tables current from now on. Again harmless."""
    loop = asyncio.get_running_loop()
    if loop not in _rounds:
        _rounds[loop] = loop.create_task(_go_round(loop))


async def _go_round(loop: asyncio.AbstractEventLoop) -> None:
    """While any table is open; a round that fails is followed by the next."""
    notes_presence = True
    try:
        while open_tables.is_any():
            await asyncio.sleep(EVERY_SECONDS)
            try:
                if notes_presence:
                    await note_presence()
                await _catch_up()
            except Exception:
                # Such as a socket that closed under its look: the others still want to be caught up.
                log.exception("a round of catching up failed")
            # Every other round: once a second is enough for who is here.
            notes_presence = not notes_presence
    finally:
        del _rounds[loop]


async def note_presence() -> None:
    """Write down whom this process has heard of, and tell whoever sees by it that somebody went or came."""
    seat_ids = presence.take_heard()
    now = timezone.now()
    for some in batched(seat_ids, presence.AT_ONCE):
        await announce.tell(await writer.ask(partial(presence.note_heard, some, now)))
    gone = await writer.ask(partial(presence.with_somebody_gone, now))
    for matches in batched(gone, presence.MATCHES_AT_ONCE):
        await announce.tell(await writer.ask(partial(presence.note, matches, now), matches))


async def _catch_up() -> None:
    here = list(open_tables.every())
    seat_ids = sorted({at.seat_id for _, at in here if at.seat_id is not None})
    match_ids = sorted({at.match_id for _, at in here if at.seat_id is None})
    of_seats: dict[int, int] = {}
    of_matches: dict[int, int] = {}
    for start in range(0, max(len(seat_ids), len(match_ids)), TABLES_A_QUERY):
        some = slice(start, start + TABLES_A_QUERY)
        seats, matches = await writer.ask(partial(tables.versions, seat_ids[some], match_ids[some]))
        of_seats |= seats
        of_matches |= matches
    for table, at in here:
        newest = of_matches.get(at.match_id, 0) if at.seat_id is None else of_seats.get(at.seat_id, 0)
        if newest > table.version > 0:
            figures.RESYNCS.inc()
            await table.look()
