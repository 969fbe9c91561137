"""What every serving process does about outages: before it serves, and again and again while it does."""

import asyncio
import datetime as dt
import logging

from django.db import transaction
from django.utils import timezone

from club import outages
from games import play
from games.writer import writer

log = logging.getLogger(__name__)


def begin_serving(now: dt.datetime) -> None:
    """Before anything is served: if nobody was for a while, write that down and give time back, as one."""
    with transaction.atomic():
        outage = outages.begin_serving(now)
        if outage is not None:
            play.give_back_time(outage.began_at, now)
            log.warning("nobody was served for %d seconds; the time is given back", outage.lasted.total_seconds())


def give_back_time_on_return() -> None:
    """The same whenever this process finds the database again, since meanwhile nobody could be served either."""
    writer.on_return = lambda: begin_serving(timezone.now())


async def stamp_again_and_again() -> None:
    """Leave a stamp every five seconds, for ever."""
    while True:
        try:
            await writer.ask(lambda: outages.stamp(timezone.now()))
        except Exception:
            # The next one may be stored; four have to be missed before it is an outage.
            log.exception("the stamp of serving could not be stored")
        await asyncio.sleep(outages.STAMP_EVERY_SECONDS)
