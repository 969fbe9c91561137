"""What an outage bears on: nobody. Races and turns get their time back before anything is served again."""

import datetime as dt
from itertools import batched

from django.db.models import F, Q

from games.clocks import AFTER_OUTAGE, COME_WITHIN, COUNTDOWN, OUTAGE_EXTRA
from games.models import Match, Seat
from games.play import turns
from games.play.table import load

# So many matches a statement.
AT_ONCE = 500


def give_back_time(began_at: dt.datetime, now: dt.datetime) -> None:
    """After an outage from then until now, before anything is served."""
    _give_back_races(now - began_at, now)
    _give_back_turns(began_at, now)


def _give_back_turns(began_at: dt.datetime, ended_at: dt.datetime) -> None:
    """Turns whose deadline fell into the outage or soon after it may be ended until 10 minutes after it."""
    fell = Q(turn_deadline__gte=began_at, turn_deadline__lte=ended_at + AFTER_OUTAGE)
    open_turns = Seat.objects.filter(
        fell, match__phase=Match.Phase.RUNNING, match__deadline__lte=ended_at + AFTER_OUTAGE
    )
    for match_id in sorted(set(open_turns.values_list("match_id", flat=True))):
        table = load(match_id)
        turns.leave_outage(table, began_at, ended_at)
        table.store()


def _give_back_races(lasted: dt.timedelta, now: dt.datetime) -> None:
    """Race clocks and absences are extended by it and 60 seconds (club.md, "Outage").

    What was to begin meanwhile begins anew: a minute to come to a table, a whole countdown.
    """
    extra = lasted + OUTAGE_EXTRA
    races = Match.objects.live_races()
    timed = Q(deadline__isnull=False) | Q(phase=Match.Phase.STARTING) | Q(seats__away_since__isnull=False)
    seen = sorted(set(races.filter(timed).values_list("pk", flat=True)))
    # Due or not: nobody could end it meanwhile, and nobody could play.
    races.filter(phase=Match.Phase.RUNNING).update(deadline=F("deadline") + extra)
    races.filter(phase=Match.Phase.OPENING, deadline__isnull=False).update(deadline=now + COME_WITHIN)
    races.filter(phase=Match.Phase.STARTING).update(starts_at=now + COUNTDOWN)
    seats = Seat.objects.filter(match__in=races, ended_at=None)
    seats.update(heard_at=F("heard_at") + extra, moved_at=F("moved_at") + extra, away_since=None)
    for some in batched(seen, AT_ONCE):
        Match.objects.filter(pk__in=some).update(version=F("version") + 1)
        Seat.objects.filter(match__in=some).update(version=F("version") + 1)
