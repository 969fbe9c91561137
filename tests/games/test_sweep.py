"""Deadlines: judged the same by sweep, look and move, once; and what the sweep does by itself besides (promise 6)."""

import asyncio
import datetime as dt
from collections.abc import Callable

import pytest
from asgiref.sync import async_to_sync
from django.db import transaction

from club import outages
from club.models import Player
from games import clocks, play
from games.models import Deal, Match, Seat
from games.sweep import UNOPENED_FOR, catch_up, sweep, sweep_again_and_again
from games.writer import writer
from tests.games.conftest import NOON
from tests.games.table import AtTable, code_of

pytestmark = pytest.mark.django_db(transaction=True)

DAY = NOON.date()
DEADLINE = clocks.end_of_day(DAY)
SECOND = dt.timedelta(seconds=1)
DAY_OVER = "day_over"


@pytest.fixture
def daily(alice: Player) -> AtTable:
    """A try of the day with one card placed."""
    with transaction.atomic():
        match = play.open_day(alice, DAY, NOON)
    table = AtTable(alice, match)
    table.ready()
    table.move("W1")
    return table


def _sweep_at(now: dt.datetime) -> int:
    return async_to_sync(sweep)(now)


@pytest.mark.parametrize(("offset", "ended"), [(-1, False), (0, False), (1, False), (2, True), (3, True)])
def test_the_sweep_ends_a_try_two_seconds_after_the_deadline_as_it_stood_then(
    daily: AtTable, offset: int, ended: bool
) -> None:
    _sweep_at(DEADLINE + offset * SECOND)
    seat = Seat.objects.get()
    assert seat.ended_by == (DAY_OVER if ended else "")
    assert seat.ended_at == (DEADLINE if ended else None)
    assert seat.rows == 1


@pytest.mark.parametrize(("offset", "ended"), [(-1, False), (0, False), (1, False), (2, True), (3, True)])
def test_a_look_judges_as_the_sweep_does_where_none_runs(daily: AtTable, offset: int, ended: bool) -> None:
    daily.now = DEADLINE + offset * SECOND
    assert daily.look().phase == ("ended" if ended else "running")
    assert Seat.objects.get().ended_at == (DEADLINE if ended else None)


@pytest.mark.parametrize(("offset", "in_time"), [(-1, True), (0, False), (1, False), (2, False)])
def test_a_move_is_in_time_before_the_deadline_and_not_at_it(daily: AtTable, offset: int, in_time: bool) -> None:
    daily.now = DEADLINE + offset * SECOND
    answer = daily.move("W2", n=2)
    assert (answer.refused is None) == in_time
    if not in_time:
        assert code_of(answer) == "match-over"
    assert Seat.objects.get().rows == (2 if in_time else 1)


def test_a_move_that_arrived_before_the_deadline_counts_though_it_is_written_after_it(daily: AtTable) -> None:
    _sweep_at(DEADLINE + SECOND)
    daily.now = DEADLINE - SECOND
    assert daily.move("W2", n=2).refused is None
    _sweep_at(DEADLINE + 2 * SECOND)
    seat = Seat.objects.get()
    assert (seat.rows, seat.ended_by, seat.stock_left) == (2, DAY_OVER, 46)


def test_a_late_ready_opens_no_board(alice: Player) -> None:
    with transaction.atomic():
        match = play.open_day(alice, DAY, NOON)
    table = AtTable(alice, match, DEADLINE)
    assert code_of(table.ready()) == "match-over"


def test_two_sweeps_at_once_end_a_match_once(daily: AtTable) -> None:
    before = Seat.objects.get().version

    async def both() -> None:
        await asyncio.gather(sweep(DEADLINE + 5 * SECOND), sweep(DEADLINE + 5 * SECOND))

    async_to_sync(both)()
    seat = Seat.objects.get()
    assert (seat.ended_by, seat.version) == (DAY_OVER, before + 1)
    assert _sweep_at(DEADLINE + 9 * SECOND) == 0


def test_a_game_without_a_clock_is_never_ended_by_the_sweep(alice: Player) -> None:
    table = AtTable.solo(alice)
    table.ready()
    _sweep_at(NOON + dt.timedelta(days=900))
    assert table.look().phase == "running"


def test_a_table_never_opened_is_called_off_and_its_secret_discarded(alice: Player) -> None:
    AtTable.solo(alice)
    _sweep_at(NOON + UNOPENED_FOR - SECOND)
    assert Match.objects.count() == 1
    _sweep_at(NOON + UNOPENED_FOR)
    assert not Match.objects.exists()
    assert not Deal.objects.filter(kind=Deal.Kind.RANDOM).exists()


def test_tomorrows_deal_is_fixed_the_day_before_and_never_changed(alice: Player) -> None:
    _sweep_at(NOON)
    tomorrow = DAY + dt.timedelta(days=1)
    fixed = Deal.objects.get(day=tomorrow)
    _sweep_at(NOON + dt.timedelta(hours=20))
    assert Deal.objects.get(day=tomorrow).commitment == fixed.commitment
    assert bytes(Deal.objects.get(day=tomorrow).secret) == bytes(fixed.secret)


async def _sweep_while_served_until(met: Callable[[], bool]) -> None:
    sweeping = asyncio.create_task(sweep_again_and_again(while_served=True))
    async with asyncio.timeout(10):
        while not await writer.ask(met):
            pass
    sweeping.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sweeping


def test_a_sweep_apart_judges_nothing_while_nobody_serves(daily: AtTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever serves next gives back the time in which nobody could play, and could give none to what was ended."""
    asked: list[dt.datetime] = []
    is_served = outages.is_served

    def asks(now: dt.datetime) -> bool:
        asked.append(now)
        return is_served(now)

    monkeypatch.setattr("club.outages.is_served", asks)
    monkeypatch.setattr("games.sweep.EVERY_SECONDS", 0.01)
    now = DEADLINE + 3 * SECOND
    monkeypatch.setattr("django.utils.timezone.now", lambda: now)
    outages.stamp(now - outages.LONGEST_GAP - SECOND)
    async_to_sync(_sweep_while_served_until)(lambda: len(asked) > 2)
    assert Seat.objects.get().ended_at is None
    outages.stamp(now)
    async_to_sync(_sweep_while_served_until)(lambda: Seat.objects.get().ended_at is not None)
    assert Seat.objects.get().ended_by == DAY_OVER


def test_a_match_that_another_sweep_has_dropped_is_no_trouble(alice: Player) -> None:
    match_id = AtTable.solo(alice).at.match_id
    Match.objects.all().delete()
    assert catch_up(match_id, NOON) == []
