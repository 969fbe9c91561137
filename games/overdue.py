"""What a page does before it reads: a match whose deadline has passed is ended, whether or not the sweep came by."""

import datetime as dt
from functools import partial
from itertools import batched

from games import clocks, play, tables
from games.models import SeatQuerySet
from games.writer import writer

# So many matches a transaction.
AT_ONCE = 200


def end_overdue(seats: SeatQuerySet, now: dt.datetime) -> None:
    """End those of these seats' matches that are due, as they stood then (promise 6). One query where none is."""
    due = seats.running().filter(match__deadline__lte=now - clocks.GRACE).values_list("pk", flat=True)
    for some in batched(list(due), AT_ONCE):
        writer.wait(partial(_expire, some, now))


def _expire(seat_ids: tuple[int, ...], now: dt.datetime) -> None:
    for seat_id in seat_ids:
        play.expire(tables.load(seat_id), now)
