"""Time arithmetic: pure functions of instants in UTC, used alike by sweep, page and move."""

import datetime as dt

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


def is_past(deadline: dt.datetime, now: dt.datetime) -> bool:
    """Whether sweep and pages may judge the deadline as missed."""
    return now >= deadline + GRACE
