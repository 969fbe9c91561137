"""What has to happen by itself: deadlines, tables never opened, offers that lapsed, the deals of the coming days."""

import asyncio
import datetime as dt
import logging
from functools import partial

from django.db.models import Q
from django.utils import timezone

from club import outages, upkeep
from games import announce, clocks, correspondence, deals, lobby, play, tables
from games.models import Match
from games.tables import Told
from games.writer import writer

log = logging.getLogger(__name__)

EVERY_SECONDS = 5
# So many matches a round; what is left over is taken by the next.
AT_ONCE = 200
UNOPENED_FOR = dt.timedelta(days=1)


async def sweep(now: dt.datetime) -> int:
    """One round, judged at `now`; how many matches it ended, began or dropped. Two at once are harmless."""
    due_now = await writer.ask(lambda: due(now))
    for match_id in due_now:
        await announce.tell(await writer.ask(partial(catch_up, match_id, now), (match_id,)))
    unopened = await writer.ask(lambda: _unopened(now))
    for match_id in unopened:
        await writer.ask(partial(_drop, match_id), (match_id,))
    await writer.ask(lambda: lobby.lapse(now))
    await writer.ask(lambda: correspondence.lapse(now))
    await writer.ask(lambda: _deal_days(now))
    await writer.ask(lambda: _note_round(due_now, now))
    return len(due_now) + len(unopened)


async def sweep_again_and_again(while_served: bool = False) -> None:
    """Sweep for ever; a round that fails is logged and followed by the next.

    A process that does not serve sweeps `while_served` by others: whoever serves next after an outage gives back time
    (games/serving.py), and can give none to what was ended meanwhile.
    """
    while True:
        try:
            now = timezone.now()
            if not while_served or await writer.ask(partial(outages.is_served, now)):
                await sweep(now)
        except Exception:
            # Whatever it was, the next round may do better, and deadlines rest on there being one.
            log.exception("a sweep failed")
        await asyncio.sleep(EVERY_SECONDS)


def catch_up(match_id: int, now: dt.datetime) -> list[Told]:
    """End, begin or call off that match where its clock says so; the views that changed by it."""
    if not Match.objects.filter(pk=match_id).exists():
        # Dropped by another sweeper meanwhile.
        return []
    table = play.load(match_id)
    play.catch_up(table, now)
    return tables.tell(table, now)


def due(now: dt.datetime) -> list[int]:
    """Matches that the clock alone changes by now, or may: of races without one, those where somebody is long gone."""
    running = Match.objects.filter(phase=Match.Phase.RUNNING)
    ended = running.filter(deadline__lte=now - clocks.GRACE).order_by("deadline")
    live = Match.objects.live_races()
    not_come = live.filter(phase=Match.Phase.OPENING, deadline__lte=now - clocks.GRACE)
    begin = live.filter(phase=Match.Phase.STARTING, starts_at__lte=now)
    silent = Q(seats__heard_at__lt=now - clocks.AWAY_AFTER - clocks.BOTH_AWAY)
    idle = Q(seats__moved_at__lt=now - clocks.IDLE_AFTER - clocks.BOTH_AWAY)
    never_came = Q(seats__heard_at=None, created_at__lt=now - clocks.BOTH_AWAY)
    waits = Q(phase=Match.Phase.OPENING, round__gt=1, seats__contribution=None)
    dawdle = waits & Q(created_at__lt=now - clocks.IDLE_AFTER - clocks.BOTH_AWAY)
    gone = live.filter(deadline=None).filter(silent | idle | never_came | dawdle)
    found: set[int] = set()
    for some in (ended, not_come, begin, gone):
        found.update(some.values_list("pk", flat=True)[:AT_ONCE])
    return sorted(found)


def _unopened(now: dt.datetime) -> list[int]:
    never = (Match.Phase.OPENING, Match.Phase.CALLED_OFF)
    matches = Match.objects.filter(phase__in=never, started_at=None, created_at__lte=now - UNOPENED_FOR)
    return list(matches.order_by("created_at").values_list("pk", flat=True)[:AT_ONCE])


def _drop(match_id: int) -> None:
    match = Match.objects.select_for_update(of=("self",)).select_related("deal").filter(pk=match_id).first()
    if match is not None:
        play.drop_unopened(match)


def _note_round(due_now: list[int], now: dt.datetime) -> None:
    """That there was one, and how many matches it has ended: what the operators watch."""
    upkeep.swept(Match.objects.filter(pk__in=due_now, phase=Match.Phase.ENDED).count(), now)


def _deal_days(now: dt.datetime) -> None:
    """Today's deal and tomorrow's, whose commitment is shown a day ahead."""
    today = clocks.day_of(now)
    for day in (today, today + dt.timedelta(days=1)):
        deals.daily_deal(day, now)
