"""What an outage bears on: nobody. Races get their time back before anything is served again."""

import datetime as dt
from itertools import batched

from django.db.models import F, Q

from games.clocks import COME_WITHIN, COUNTDOWN, OUTAGE_EXTRA
from games.models import Match, Seat

# So many matches a statement.
AT_ONCE = 500


def give_back_time(lasted: dt.timedelta, now: dt.datetime) -> None:
    """After an outage that ends now: race clocks and absences are extended by it and 60 seconds (club.md, "Outage").

    What was to begin meanwhile begins anew: a minute to come to a table, a whole countdown.
    """
    extra = lasted + OUTAGE_EXTRA
    races = Match.objects.filter(mode=Match.Mode.RACE, phase__in=Match.LIVE)
    timed = Q(deadline__isnull=False) | Q(phase=Match.Phase.STARTING) | Q(seats__away_since__isnull=False)
    seen = list(races.filter(timed).values_list("pk", flat=True).distinct())
    # Due or not: nobody could end it meanwhile, and nobody could play.
    races.filter(phase=Match.Phase.RUNNING).update(deadline=F("deadline") + extra)
    races.filter(phase=Match.Phase.OPENING, deadline__isnull=False).update(deadline=now + COME_WITHIN)
    races.filter(phase=Match.Phase.STARTING).update(starts_at=now + COUNTDOWN)
    seats = Seat.objects.filter(match__in=races, ended_at=None)
    seats.update(heard_at=F("heard_at") + extra, moved_at=F("moved_at") + extra, away_since=None)
    for some in batched(seen, AT_ONCE):
        Match.objects.filter(pk__in=some).update(version=F("version") + 1)
        Seat.objects.filter(match__in=some).update(version=F("version") + 1)
