"""Time arithmetic: pure functions of instants in UTC, used alike by sweep, page and move."""

import datetime as dt
from collections.abc import Iterable

# Sweep and pages judge a deadline this much later, so that what arrived before it is written first.
GRACE = dt.timedelta(seconds=2)


def end_of_day(day: dt.date) -> dt.datetime:
    """24:00 UTC of that day."""
    return dt.datetime.combine(day + dt.timedelta(days=1), dt.time(), dt.UTC)


def start_of_day(day: dt.date) -> dt.datetime:
    """00:00 UTC of that day."""
    return dt.datetime.combine(day, dt.time(), dt.UTC)


def day_of(now: dt.datetime) -> dt.date:
    """The day whose deal is played at that instant."""
    return now.astimezone(dt.UTC).date()


def in_time(deadline: dt.datetime | None, arrived: dt.datetime) -> bool:
    """Whether a message that arrived then is in time: before the deadline, not at it."""
    return deadline is None or arrived < deadline


def has_come(instant: dt.datetime, now: dt.datetime) -> bool:
    """Whether it is that instant, or later."""
    return now >= instant


def is_past(deadline: dt.datetime, now: dt.datetime) -> bool:
    """Whether sweep and pages may judge the deadline as missed."""
    return has_come(deadline + GRACE, now)


def last_day_over(now: dt.datetime) -> dt.date:
    """The latest day whose deal is closed at that instant."""
    return day_of(now - GRACE) - dt.timedelta(days=1)


# --- races ------------------------------------------------------------------------------------------------------------

# From the second "ready" to both boards opening.
COUNTDOWN = dt.timedelta(seconds=3)
# Who does not come within this time of a race being agreed on costs nobody anything.
COME_WITHIN = dt.timedelta(seconds=60)
# Silence of this length is being away (the heartbeat is 5 s).
AWAY_AFTER = dt.timedelta(seconds=12)
# Being away for this long lets the other claim the race.
CLAIM_AFTER = dt.timedelta(seconds=60)
# Without a clock, not moving for this long is being away too.
IDLE_AFTER = dt.timedelta(minutes=10)
# Both being away for this long ends the race.
BOTH_AWAY = dt.timedelta(minutes=10)


def away_from(heard_at: dt.datetime, moved_at: dt.datetime | None) -> dt.datetime:
    """From when on a player counts as away if nothing more is heard; `moved_at` where not moving is being away."""
    silent = heard_at + AWAY_AFTER
    return silent if moved_at is None else min(silent, moved_at + IDLE_AFTER)


def claimable_from(away_since: dt.datetime) -> dt.datetime:
    """From when on the seat of a player who is away since then can be claimed."""
    return away_since + CLAIM_AFTER


def both_gone_at(away_since: Iterable[dt.datetime]) -> dt.datetime:
    """When a race ends whose players are all away since those instants."""
    return max(away_since) + BOTH_AWAY


# --- outages ----------------------------------------------------------------------------------------------------------

# What a race's clock and its absences get back beyond the time that nobody was served.
OUTAGE_EXTRA = dt.timedelta(seconds=60)

# A turn whose deadline fell into an outage, or so soon after it, may be ended until this long after it.
AFTER_OUTAGE = dt.timedelta(minutes=10)

# --- turns ------------------------------------------------------------------------------------------------------------

# A turn, a spare day and each day of an absence: 24 hours, on the nights too when clocks change.
DAY = dt.timedelta(hours=24)
# This part of a turn is over when its player is reminded of it.
REMINDED_AT = 0.8


def turn_deadline(opened_at: dt.datetime) -> dt.datetime:
    """Until when a turn that opens then is to be ended."""
    return opened_at + DAY


def reminder_at(opened_at: dt.datetime, deadline: dt.datetime) -> dt.datetime:
    """When the player of a turn is reminded of its deadline, to the second."""
    return opened_at + dt.timedelta(seconds=int((deadline - opened_at).total_seconds() * REMINDED_AT))


def after_outages(deadline: dt.datetime, outages: Iterable[tuple[dt.datetime, dt.datetime]]) -> dt.datetime:
    """The deadline of a turn, moved by these outages (begin and end, oldest first) that it fell into or soon after."""
    for began_at, ended_at in outages:
        if began_at <= deadline <= ended_at + AFTER_OUTAGE:
            deadline = ended_at + AFTER_OUTAGE
    return deadline


# --- afterwords -------------------------------------------------------------------------------------------------------

# How long the two may talk after their match.
AFTERWORD_OPEN = dt.timedelta(hours=72)


def afterword_closes_at(ended_at: dt.datetime) -> dt.datetime:
    """Until when there may be remarks on a match, or series, that ended then."""
    return ended_at + AFTERWORD_OPEN
