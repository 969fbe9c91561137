"""When somebody may be told something: quiet hours and the daily mail, on the nights too when clocks change."""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.models import How, Kind, Player
from club.quiet import Hours, after_quiet, due_at, hours_of, is_zone, zone_of

BERLIN = ZoneInfo("Europe/Berlin")
NEW_YORK = ZoneInfo("America/New_York")
USUAL = Hours(BERLIN, 22, 8, 18)


def utc(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(text).replace(tzinfo=dt.UTC)


def at(text: str, zone: dt.tzinfo, fold: int = 0) -> dt.datetime:
    """That time of the clock there, as an instant in UTC."""
    return dt.datetime.fromisoformat(text).replace(tzinfo=zone, fold=fold).astimezone(dt.UTC)


@pytest.mark.parametrize(
    ("now", "told"),
    [
        ("2026-01-10 21:59:59", "2026-01-10 21:59:59"),
        ("2026-01-10 22:00", "2026-01-11 08:00"),
        ("2026-01-10 23:59", "2026-01-11 08:00"),
        ("2026-01-11 00:00", "2026-01-11 08:00"),
        ("2026-01-11 07:59:59", "2026-01-11 08:00"),
        ("2026-01-11 08:00", "2026-01-11 08:00"),
    ],
)
def test_what_falls_into_the_night_waits_for_the_morning(now: str, told: str) -> None:
    assert after_quiet(at(now, BERLIN), USUAL) == at(told, BERLIN)


def test_quiet_hours_by_day_end_on_the_same_day() -> None:
    at_work = Hours(BERLIN, 9, 17, 18)
    assert after_quiet(at("2026-01-10 12:00", BERLIN), at_work) == at("2026-01-10 17:00", BERLIN)
    assert after_quiet(at("2026-01-10 23:00", BERLIN), at_work) == at("2026-01-10 23:00", BERLIN)


def test_without_quiet_hours_nothing_waits() -> None:
    never = Hours(BERLIN, None, None, 18)
    assert after_quiet(at("2026-01-10 03:00", BERLIN), never) == at("2026-01-10 03:00", BERLIN)
    assert due_at(Kind.TURN_ENDS, How.AT_ONCE, at("2026-01-10 03:00", BERLIN), never) == at("2026-01-10 03:00", BERLIN)


@pytest.mark.parametrize(
    ("zone", "evening", "lasts"),
    [
        # Clocks go forward in the night, and back.
        (BERLIN, "2026-03-28 22:30", 8.5),
        (BERLIN, "2026-10-24 22:30", 10.5),
        (NEW_YORK, "2026-03-07 22:30", 8.5),
        (NEW_YORK, "2026-10-31 22:30", 10.5),
    ],
)
def test_the_morning_comes_by_the_clock_on_the_wall(zone: ZoneInfo, evening: str, lasts: float) -> None:
    now = at(evening, zone)
    told = after_quiet(now, Hours(zone, 22, 8, 18))
    assert told - now == dt.timedelta(hours=lasts)
    assert told.astimezone(zone).time() == dt.time(8)


def test_an_hour_that_the_clock_leaves_out_is_the_one_after_it() -> None:
    until_two = Hours(NEW_YORK, 22, 2, 18)
    told = after_quiet(at("2026-03-07 23:00", NEW_YORK), until_two)
    assert told == at("2026-03-08 03:00", NEW_YORK)


def test_of_an_hour_that_comes_twice_the_first_ends_the_quiet() -> None:
    until_two = Hours(BERLIN, 22, 2, 18)
    first, second = at("2026-10-25 02:00", BERLIN), at("2026-10-25 02:00", BERLIN, fold=1)
    assert second - first == dt.timedelta(hours=1)
    assert after_quiet(at("2026-10-24 23:00", BERLIN), until_two) == first
    assert after_quiet(second, until_two) == second


@pytest.mark.parametrize("zone", [BERLIN, NEW_YORK])
@pytest.mark.parametrize("night", ["2026-03-08", "2026-03-29", "2026-10-25", "2026-11-01", "2026-06-10"])
def test_a_reminder_in_the_night_comes_as_it_begins(zone: ZoneInfo, night: str) -> None:
    hours = Hours(zone, 22, 8, 18)
    evening = at(f"{night} 22:00", zone) - dt.timedelta(days=1)
    begins = at(evening.astimezone(zone).replace(hour=22, tzinfo=None).isoformat(), zone)
    for hour in (0, 1, 4, 7):
        assert due_at(Kind.TURN_ENDS, How.AT_ONCE, at(f"{night} {hour:02}:30", zone), hours) == begins
    assert due_at(Kind.TURN_ENDS, How.AT_ONCE, at(f"{night} 08:00", zone), hours) == at(f"{night} 08:00", zone)


def test_the_daily_mail_comes_at_its_hour_today_or_tomorrow() -> None:
    for now, mail in [
        ("2026-01-10 17:59", "2026-01-10 18:00"),
        ("2026-01-10 18:00", "2026-01-10 18:00"),
        ("2026-01-10 18:01", "2026-01-11 18:00"),
        ("2026-03-28 19:00", "2026-03-29 18:00"),
        ("2026-10-24 19:00", "2026-10-25 18:00"),
    ]:
        assert due_at(Kind.YOUR_TURN, How.DAILY, at(now, BERLIN), USUAL) == at(mail, BERLIN)


def test_a_daily_mail_within_quiet_hours_waits_for_their_end() -> None:
    late = Hours(BERLIN, 22, 8, 23)
    assert due_at(Kind.MATCH_OVER, How.DAILY, at("2026-01-10 12:00", BERLIN), late) == at("2026-01-11 08:00", BERLIN)


@given(
    instant=st.integers(0, 365 * 24 * 60).map(lambda minutes: utc("2026-01-01") + dt.timedelta(minutes=minutes)),
    zone=st.sampled_from([BERLIN, NEW_YORK, ZoneInfo("Australia/Lord_Howe"), ZoneInfo("Asia/Kathmandu")]),
    begins=st.integers(0, 23),
    ends=st.integers(0, 23),
)
def test_waiting_is_never_longer_than_the_quiet_hours_and_never_in_vain(
    instant: dt.datetime, zone: ZoneInfo, begins: int, ends: int
) -> None:
    hours = Hours(zone, begins, ends, 18)
    told = after_quiet(instant, hours)
    # An hour more on the night when clocks go back.
    assert instant <= told <= instant + dt.timedelta(hours=(ends - begins) % 24 + 1)
    assert after_quiet(told, hours) == told
    reminded = due_at(Kind.TURN_ENDS, How.AT_ONCE, instant, hours)
    assert reminded <= instant
    assert reminded == instant or told != instant


def test_an_unknown_zone_counts_as_utc() -> None:
    nobody_knows = Player(time_zone="")
    assert zone_of(nobody_knows) == dt.UTC
    assert zone_of(Player(time_zone="Atlantis/Capital")) == dt.UTC
    assert after_quiet(utc("2026-01-10 23:00"), hours_of(nobody_knows)) == utc("2026-01-11 08:00")


def test_names_that_lead_out_of_the_zones_are_none() -> None:
    assert is_zone("Europe/Berlin")
    assert not any(is_zone(name) for name in ("", "../../etc/passwd", "/etc/localtime", "europe/berlin", "Europe"))
