"""Deadlines: one instant in UTC, in time before it and not at it, judged two seconds later."""

import datetime as dt

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
