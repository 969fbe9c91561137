"""When somebody may be told something: quiet hours and the daily mail's hour, in the player's own zone; pure."""

import datetime as dt
from dataclasses import dataclass
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from club.models import How, Kind, Player

ONE_DAY = dt.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Hours:
    """A player's hours: full hours of the clock in `zone`. No quiet hours where both of them are None."""

    zone: dt.tzinfo
    quiet_from: int | None
    quiet_until: int | None
    digest_at: int


def hours_of(player: Player) -> Hours:
    return Hours(zone_of(player), player.quiet_from, player.quiet_until, player.digest_at)


def zone_of(player: Player) -> dt.tzinfo:
    """The player's zone; UTC while it is not known, or if this machine no longer knows it."""
    return ZoneInfo(player.time_zone) if is_zone(player.time_zone) else dt.UTC


def is_zone(name: str) -> bool:
    return name in zones()


@cache
def zones() -> frozenset[str]:
    """The IANA names that this machine knows."""
    return frozenset(available_timezones())


def due_at(kind: Kind, how: How, wanted_at: dt.datetime, hours: Hours) -> dt.datetime:
    """When what is wanted at that instant, UTC, is to be told.

    A reminder that would fall into quiet hours comes at their beginning, which may be in the past: then it is due.
    """
    if kind == Kind.TURN_ENDS:
        return _before_quiet(wanted_at, hours)
    return after_quiet(_digest_after(wanted_at, hours) if how == How.DAILY else wanted_at, hours)


def after_quiet(instant: dt.datetime, hours: Hours) -> dt.datetime:
    """That instant, or the end of the quiet hours that it falls into."""
    quiet = _quiet_around(instant, hours)
    return instant if quiet is None else quiet[1]


def _before_quiet(instant: dt.datetime, hours: Hours) -> dt.datetime:
    quiet = _quiet_around(instant, hours)
    return instant if quiet is None else quiet[0]


def _quiet_around(instant: dt.datetime, hours: Hours) -> tuple[dt.datetime, dt.datetime] | None:
    """Beginning and end of the quiet hours at that instant."""
    if hours.quiet_from is None or hours.quiet_until is None:
        return None
    over_midnight = hours.quiet_from > hours.quiet_until
    today = instant.astimezone(hours.zone).date()
    for day in (today - ONE_DAY, today):
        begins = _at(day, hours.quiet_from, hours.zone)
        ends = _at(day + ONE_DAY if over_midnight else day, hours.quiet_until, hours.zone)
        if begins <= instant < ends:
            return begins, ends
    return None


def _digest_after(instant: dt.datetime, hours: Hours) -> dt.datetime:
    """The first daily mail at that instant or after it."""
    today = instant.astimezone(hours.zone).date()
    days = (today, today + ONE_DAY, today + 2 * ONE_DAY)
    return next(mail for mail in (_at(day, hours.digest_at, hours.zone) for day in days) if mail >= instant)


def _at(day: dt.date, hour: int, zone: dt.tzinfo) -> dt.datetime:
    """That hour of the clock as an instant; the first of two when clocks go back.

    An hour that clocks leave out is read by the time before the change, which makes it the hour after it.
    """
    return dt.datetime.combine(day, dt.time(hour), zone).astimezone(dt.UTC)
