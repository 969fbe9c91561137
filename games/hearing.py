"""Which members this process hears of: written down at once and then once a second, and asked where they are silent."""

import asyncio
import datetime as dt
import logging
from functools import partial
from typing import Protocol

from django.utils import timezone

from club import presence
from games.writer import writer

log = logging.getLogger(__name__)

EVERY_SECONDS = 1.0
# Browsers slow down the timers of pages that nobody looks at, but let them answer: who was silent for so long is asked.
ASKED_AFTER = dt.timedelta(seconds=7)


class Page(Protocol):
    """The socket of a member's page, which can be asked whether somebody is there."""

    quiet_since: dt.datetime

    async def ask_if_there(self, now: dt.datetime) -> None: ...


# Touched by the event loop's thread alone.
_pages: set[Page] = set()
_rounds: dict[asyncio.AbstractEventLoop, asyncio.Task[None]] = {}


def join(page: Page) -> None:
    """Ask this page from now on whether it is there, whenever it is silent."""
    _pages.add(page)


def leave(page: Page) -> None:
    """The page is gone, or its network is: only silence tells that its member is away. Again harmless."""
    _pages.discard(page)


def hear(member_id: int, now: dt.datetime) -> None:
    """Something came from a page of that member."""
    presence.heard(member_id, now)
    loop = asyncio.get_running_loop()
    if loop not in _rounds:
        _rounds[loop] = loop.create_task(_go_round(loop))


async def _go_round(loop: asyncio.AbstractEventLoop) -> None:
    """While anybody is heard of or could be asked; a round that fails is followed by the next."""
    try:
        while (heard := presence.take_heard()) or _pages:
            try:
                if heard:
                    await writer.ask(partial(presence.note, heard))
                await _ask_the_silent(timezone.now())
            except Exception:
                # Such as a page that closed while it was asked. Whoever is here is heard of again within seconds.
                log.exception("a round of hearing who is here failed")
            await asyncio.sleep(EVERY_SECONDS)
    finally:
        del _rounds[loop]


async def _ask_the_silent(now: dt.datetime) -> None:
    for page in list(_pages):
        if now >= page.quiet_since + ASKED_AFTER:
            page.quiet_since = now
            await page.ask_if_there(now)
