"""Several tables at once: what a joint transaction reads and writes of them costs it a few questions in all."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from django.db import connection

from games import boards, locks
from games.models import Match, Seat
from games.play import rows


@contextmanager
def gathered(match_ids: Collection[int]) -> Iterator[None]:
    """Within a transaction, where nothing but the verbs of tables writes until this ends: these matches are locked, and
    those that run are read, so that `load` asks no more; what is written waits for the end, or for whatever else is
    asked of the database."""
    known = [kept for match_id in sorted(match_ids) if (kept := boards.running(match_id)) is not None]
    if len(known) < len(match_ids):
        # All of them in their order, before the others are read.
        locks.lock_matches(match_ids)
    if known:
        found = rows.read_again(known)
        running = [(match, seats) for match, seats in found if match.phase == Match.Phase.RUNNING]
        boards.take_in_hand(match.pk for match, _ in running)
        if connection.vendor == "postgresql":
            _play_on([seat for _, seats in running for seat in seats])
    try:
        with rows.together():
            yield
    finally:
        boards.let_go()


def _play_on(seats: list[Seat]) -> None:
    """Boards that were moved on by another process are played on here, instead of from their deals."""
    known = [(seat, after) for seat in seats if (after := boards.rows_known(seat)) is not None and after < seat.rows]
    if known:
        written = rows.moves_since([(seat.pk, after, seat.rows) for seat, after in known])
        for seat, _ in known:
            boards.play_on(seat, written[seat.pk])
