"""What a page does before it reads: a match whose deadline has passed is ended, whether or not the sweep came by."""

import datetime as dt
from functools import partial
from itertools import batched

from games import announce, clocks, play, tables
from games.models import SeatQuerySet
from games.tables import Told
from games.writer import writer

# So many matches a transaction.
AT_ONCE = 200


def end_overdue(seats: SeatQuerySet, now: dt.datetime) -> None:
    """End those of these seats' matches that are due, as they stood then (promise 6). One query where none is."""
    due = seats.going_on().filter(match__deadline__lte=now - clocks.GRACE).values_list("match_id", flat=True)
    for some in batched(list(due), AT_ONCE):
        announce.tell_from_page(writer.wait(partial(_catch_up, some, now), some))


def _catch_up(match_ids: tuple[int, ...], now: dt.datetime) -> list[Told]:
    told: list[Told] = []
    for match_id in match_ids:
        table = play.load(match_id)
        play.catch_up(table, now)
        told += tables.tell(table, now)
    return told
