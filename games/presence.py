"""Who is here: what was heard on this process's sockets, written down once a second, and shown where it has changed."""

import datetime as dt
from collections.abc import Collection, Sequence

from django.db.models import Q

from games import clocks, locks, play, tables
from games.models import Match, Seat
from games.tables import Told

# So many seats a statement, and a transaction where they are many: moves wait meanwhile.
AT_ONCE = 100
# So many matches a transaction whose views change: a process that dies leaves hundreds of players away at once.
MATCHES_AT_ONCE = 10

# Seats whose players were heard of since the last round. Touched by the event loop's thread alone.
_heard: set[int] = set()


def heard(seat_ids: tuple[int, ...]) -> None:
    """Something came from the player of these seats; it is written down with the next round, a second later at most."""
    _heard.update(seat_ids)


def take_heard() -> list[int]:
    """The seats whose players were heard of since the last time."""
    seat_ids = sorted(_heard)
    _heard.clear()
    return seat_ids


def note_heard(seat_ids: Sequence[int], now: dt.datetime) -> list[Told]:
    """Write down that these players are here, AT_ONCE of them at most; the views that changed by it."""
    seats = Seat.objects.filter(pk__in=seat_ids)
    locks.lock_matches(seats.values_list("match_id", flat=True))
    seats.update(heard_at=now)
    return note(_with_somebody_heard(seat_ids, now), now)


def note(match_ids: Collection[int], now: dt.datetime) -> list[Told]:
    """Write down who is away from these matches, MATCHES_AT_ONCE of them at most; the views that changed by it."""
    told: list[Told] = []
    # One that never began may have been dropped since it was found.
    for match_id in Match.objects.filter(pk__in=match_ids).order_by("pk").values_list("pk", flat=True):
        table = play.load(match_id)
        play.note(table, now)
        told += tables.tell(table, now)
    return told


def with_somebody_gone(now: dt.datetime) -> set[int]:
    """Live races in which somebody has become away; those left over are found by the next round."""
    live = Seat.objects.in_live_race().filter(away_since=None)
    silent = Q(heard_at__lt=now - clocks.AWAY_AFTER)
    idle = Q(match__minutes=None, stopped_at=None, moved_at__lt=now - clocks.IDLE_AFTER)
    # Between the races of a series, not getting ready is not moving.
    waits = Q(match__phase=Match.Phase.OPENING, match__round__gt=1, contribution=None)
    dawdles = waits & Q(match__created_at__lt=now - clocks.IDLE_AFTER)
    return set(live.filter(silent | idle | dawdles).values_list("match_id", flat=True)[:AT_ONCE])


def _with_somebody_heard(seat_ids: Sequence[int], now: dt.datetime) -> set[int]:
    """Races in which one of these came back, and ended ones whose other player has gone from the table."""
    races = Seat.objects.filter(mode=Match.Mode.RACE)
    back = races.filter(pk__in=seat_ids, away_since__isnull=False)
    ended = races.filter(match__phase=Match.Phase.ENDED, match__seats__in=seat_ids, away_since=None)
    gone = ended.filter(heard_at__lt=now - clocks.AWAY_AFTER)
    return {*back.values_list("match_id", flat=True), *gone.values_list("match_id", flat=True)}
