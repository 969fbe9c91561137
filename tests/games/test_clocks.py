"""Deadlines: one instant in UTC, in time before it and not at it, judged two seconds later."""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from games import clocks

DAY = dt.date(2026, 3, 29)  # a night on which clocks change in Europe
MIDNIGHT = dt.datetime(2026, 3, 30, tzinfo=dt.UTC)
SECOND = dt.timedelta(seconds=1)


def test_a_day_ends_at_24_utc_whatever_the_clocks_of_countries_do() -> None:
    assert clocks.end_of_day(DAY) == MIDNIGHT
    assert clocks.end_of_day(DAY) - clocks.start_of_day(DAY) == dt.timedelta(hours=24)


@pytest.mark.parametrize(("offset", "in_time"), [(-1, True), (0, False), (1, False)])
def test_a_message_is_in_time_before_the_deadline_and_not_at_it(offset: int, in_time: bool) -> None:
    assert clocks.in_time(MIDNIGHT, MIDNIGHT + offset * SECOND) is in_time


def test_without_a_deadline_everything_is_in_time() -> None:
    assert clocks.in_time(None, MIDNIGHT)


@pytest.mark.parametrize(("offset", "past"), [(-1, False), (0, False), (1, False), (2, True), (3, True)])
def test_sweep_and_pages_judge_two_seconds_after_the_deadline(offset: int, past: bool) -> None:
    assert clocks.is_past(MIDNIGHT, MIDNIGHT + offset * SECOND) is past


def test_the_day_is_the_one_of_utc_wherever_the_instant_was_read() -> None:
    in_auckland = dt.datetime(2026, 3, 30, 9, tzinfo=dt.timezone(dt.timedelta(hours=13)))
    assert clocks.day_of(in_auckland) == DAY


# --- turns ------------------------------------------------------------------------------------------------------------

MINUTE = dt.timedelta(minutes=1)
HOUR = dt.timedelta(hours=1)
BERLIN, NEW_YORK = ZoneInfo("Europe/Berlin"), ZoneInfo("America/New_York")


@pytest.mark.parametrize(
    "opens",
    [
        dt.datetime(2026, 3, 28, 20, tzinfo=BERLIN),
        dt.datetime(2026, 10, 24, 20, tzinfo=BERLIN),
        # The hour that comes twice.
        dt.datetime(2026, 10, 25, 2, 30, tzinfo=BERLIN),
        dt.datetime(2026, 3, 7, 20, tzinfo=NEW_YORK),
        dt.datetime(2026, 11, 1, 1, 30, fold=1, tzinfo=NEW_YORK),
    ],
)
def test_a_turn_lasts_24_hours_whatever_the_clocks_of_countries_do(opens: dt.datetime) -> None:
    opened_at = opens.astimezone(dt.UTC)
    assert clocks.turn_deadline(opened_at) - opened_at == dt.timedelta(hours=24)


@pytest.mark.parametrize(
    ("lasts", "reminded"),
    [(24 * HOUR, 19 * HOUR + 12 * MINUTE), (48 * HOUR, 38 * HOUR + 24 * MINUTE), (10 * SECOND, 8 * SECOND)],
)
def test_a_reminder_comes_when_four_fifths_of_a_turn_are_over(lasts: dt.timedelta, reminded: dt.timedelta) -> None:
    assert clocks.reminder_at(MIDNIGHT, MIDNIGHT + lasts) == MIDNIGHT + reminded


@pytest.mark.parametrize(
    ("deadline", "moved"),
    [
        (-1, -1),
        (0, 70),
        (30, 70),
        (60, 70),
        (69, 70),
        (70, 70),
        (71, 71),
    ],
)
def test_a_deadline_in_an_outage_or_soon_after_it_is_ten_minutes_after_it(deadline: int, moved: int) -> None:
    outage = (MIDNIGHT, MIDNIGHT + HOUR)
    assert clocks.after_outages(MIDNIGHT + deadline * MINUTE, [outage]) == MIDNIGHT + moved * MINUTE


@pytest.mark.parametrize(("pause", "moved"), [(5, 135), (10, 140), (11, 70)])
def test_of_two_outages_the_second_counts_where_the_first_has_moved_the_deadline_into_it(
    pause: int, moved: int
) -> None:
    first = (MIDNIGHT, MIDNIGHT + HOUR)
    second = (MIDNIGHT + HOUR + pause * MINUTE, MIDNIGHT + 2 * HOUR + pause * MINUTE)
    assert clocks.after_outages(MIDNIGHT + 30 * MINUTE, [first, second]) == MIDNIGHT + moved * MINUTE


def test_without_an_outage_a_deadline_stands() -> None:
    assert clocks.after_outages(MIDNIGHT, []) == MIDNIGHT
