"""What has to happen by itself: deadlines, tables never opened, the deals of the coming days."""

import asyncio
import datetime as dt
import logging
from functools import partial

from django.utils import timezone

from games import announce, clocks, deals, play, tables
from games.models import Match, Seat
from games.writer import writer

log = logging.getLogger(__name__)

EVERY_SECONDS = 5
# So many matches a round; what is left over is taken by the next.
AT_ONCE = 200
UNOPENED_FOR = dt.timedelta(days=1)


async def sweep(now: dt.datetime) -> int:
    """One round, judged at `now`; how many matches it ended or dropped. Two at once are harmless."""
    due = await writer.ask(lambda: _due_seats(now))
    for seat_id in due:
        await _expire(seat_id, now)
    unopened = await writer.ask(lambda: _unopened(now))
    for match_id in unopened:
        await writer.ask(partial(_call_off, match_id))
    await writer.ask(lambda: _deal_days(now))
    return len(due) + len(unopened)


async def sweep_again_and_again() -> None:
    """Sweep for ever; a round that fails is logged and followed by the next."""
    while True:
        try:
            await sweep(timezone.now())
        except Exception:
            # Whatever it was, the next round may do better, and deadlines rest on there being one.
            log.exception("a sweep failed")
        await asyncio.sleep(EVERY_SECONDS)


async def _expire(seat_id: int, now: dt.datetime) -> None:
    def expire() -> Seat:
        seat = tables.load(seat_id)
        play.expire(seat, now)
        return seat

    seat = await writer.ask(expire)
    await announce.changed(seat.match_id, seat.place, seat.version)


def _due_seats(now: dt.datetime) -> list[int]:
    matches = Match.objects.filter(phase=Match.Phase.RUNNING, deadline__lte=now - clocks.GRACE)
    due = matches.order_by("deadline").values_list("pk", flat=True)[:AT_ONCE]
    return list(Seat.objects.filter(match_id__in=list(due)).values_list("pk", flat=True))


def _unopened(now: dt.datetime) -> list[int]:
    matches = Match.objects.filter(phase=Match.Phase.OPENING, created_at__lte=now - UNOPENED_FOR)
    return list(matches.order_by("created_at").values_list("pk", flat=True)[:AT_ONCE])


def _call_off(match_id: int) -> None:
    match = Match.objects.select_for_update(of=("self",)).select_related("deal").filter(pk=match_id).first()
    if match is not None:
        play.call_off(match)


def _deal_days(now: dt.datetime) -> None:
    """Today's deal and tomorrow's, whose commitment is shown a day ahead."""
    today = clocks.day_of(now)
    for day in (today, today + dt.timedelta(days=1)):
        deals.daily_deal(day, now)
