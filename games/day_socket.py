"""The socket beside every member's page: how many turns wait and what is new, kept right on all of their devices."""

import asyncio
import datetime as dt
import itertools
import logging
from typing import Any

import orjson
from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import timezone, translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from club import notices
from club.models import Notice
from club.quiet import is_zone
from club.scopes import language_of
from games import day_news, hearing, turning_out
from games.consumers import FLOODING, PATIENCE, Allowance
from games.day_hint import group_of, tell
from games.day_news import Read, Reader
from games.messages import Beat, NoMessage, Seen, parse_of_day
from games.refusals import Refused
from games.writer import writer

log = logging.getLogger(__name__)

# What was announced is shown at once; this is for announcements that were lost, and for news whose time has come.
EVERY_SECONDS = 15.0
# What is announced within such a time is looked up together: a table announces each move, and moves come in bursts.
SOON_SECONDS = 0.1
# So many players a question.
AT_ONCE = 500
# Closes the socket for good, as at a table: whoever is no member has no day.
NO_DAY = 4404


class DayConsumer(AsyncWebsocketConsumer):
    """One open page of a member (docs/protocol.md, "The day")."""

    reader: Reader | None = None
    # When the page was last heard of, or asked whether somebody is there.
    quiet_since: dt.datetime
    # Of the view that was sent last: its number from 1, how it was written, and the notices behind its news.
    _number = 0
    _shown = b""
    _news: list[Notice]
    # Which of the room's looks that view is of.
    _look = 0

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Without Channels' hop to the database thread before each message: only the writer touches the database."""
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        await self.accept()
        self._language = language_of(self.scope)
        self._allowance = Allowance()
        self._news = []
        player = self.scope["user"]
        if not player.is_authenticated or player.is_guest:
            await self._send_error("no-day", _("Only members have turns that wait."))
            await self.close(NO_DAY)
            return
        if not await turning_out.lets_in(self, player, self._language):
            return
        zone = player.time_zone if is_zone(player.time_zone) else ""
        self.reader = Reader(player.pk, self._language, zone)
        await self.channel_layer.group_add(group_of(player.pk), self.channel_name)
        self.quiet_since = timezone.now()
        hearing.join(self)
        hearing.hear(player.pk, self.quiet_since)
        room.join(self)
        await room.look_now(self)

    async def disconnect(self, code: int) -> None:
        room.leave(self)
        hearing.leave(self)
        turning_out.leave(self)
        if self.reader is not None:
            await self.channel_layer.group_discard(group_of(self.reader.player_id), self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        now = timezone.now()
        if self.reader is None:
            return
        if not self._allowance.takes_one():
            await self._send_error("too-many", _("Too many messages at once; this one was not read."))
            if self._allowance.refused_in_a_row > PATIENCE:
                await self.close(FLOODING)
            return
        try:
            message = parse_of_day(text_data)
        except NoMessage as error:
            await self._send_error(error.code, error.text)
            return
        self.quiet_since = now
        hearing.hear(self.reader.player_id, now)
        if isinstance(message, Beat):
            await self._send({"is": "beat", "now": now})
        elif isinstance(message, Seen):
            await self._send({"is": "accepted", "do": "seen", "n": message.n, "now": now})
            if message.n == self._number:
                await self._close_news(self.reader.player_id, now)
        else:
            await self._send({"is": "accepted", "do": "look", "now": now})
            await room.look_now(self)

    async def day_changed(self, hint: dict[str, Any]) -> None:
        """Somebody announced a change."""
        room.look_soon(self)

    async def ask_if_there(self, now: dt.datetime) -> None:
        """Whoever is there is to say so, by a beat."""
        await self._send({"is": "there?", "now": now})

    async def show(self, read: Read, look: int, now: dt.datetime) -> None:
        """Send the view, unless it is what was sent last, or a later look came first."""
        if look < self._look:
            return
        self._look = look
        view = orjson.dumps(read.view)
        self._news = read.notices
        if view != self._shown:
            self._shown = view
            self._number += 1
            await self._send({"is": "day", "v": self._number, "now": now, "view": orjson.Fragment(view)})

    async def _close_news(self, player_id: int, now: dt.datetime) -> None:
        """The page has shown its news: no other page and no other device of the player's does."""
        shown, self._news = self._news, []
        if not shown:
            return
        try:
            await writer.ask(lambda: notices.close(shown, Notice.Outcome.SENT, now))
        except Refused:
            # The club is busy: they are shown once more.
            return
        await tell([player_id])

    async def _send_error(self, code: str, text: str | Promise) -> None:
        with translation.override(self._language):
            await self._send({"is": "error", "error": code, "text": str(text)})

    async def _send(self, frame: dict[str, object]) -> None:
        await self.send(text_data=orjson.dumps(frame).decode())


class Room:
    """The day's sockets of this process. Touched by the event loop's thread alone."""

    def __init__(self) -> None:
        self._open: set[DayConsumer] = set()
        self._rounds: dict[asyncio.AbstractEventLoop, asyncio.Task[None]] = {}
        # Sockets whose player's day was said to have changed, and who will look at it.
        self._hinted: set[DayConsumer] = set()
        self._soon: dict[asyncio.AbstractEventLoop, asyncio.Task[None]] = {}
        # Counted in the writer's thread, so that a higher one has seen more.
        self._looks = itertools.count(1)

    def join(self, socket: DayConsumer) -> None:
        """Keep this socket's view current from now on."""
        self._open.add(socket)
        loop = asyncio.get_running_loop()
        if loop not in self._rounds:
            self._rounds[loop] = loop.create_task(self._go_round(loop))

    def leave(self, socket: DayConsumer) -> None:
        """The socket is gone. Again harmless."""
        self._open.discard(socket)

    async def look_now(self, socket: DayConsumer) -> None:
        """Show one socket its player's day as it is now."""
        try:
            await self._look([socket])
        except Refused:
            # The club is busy: a round will come to this socket too.
            return

    def look_soon(self, socket: DayConsumer) -> None:
        """The same within a tenth of a second, together with others."""
        self._hinted.add(socket)
        loop = asyncio.get_running_loop()
        if loop not in self._soon:
            self._soon[loop] = loop.create_task(self._look_at_hinted(loop))

    async def _look_at_hinted(self, loop: asyncio.AbstractEventLoop) -> None:
        try:
            await asyncio.sleep(SOON_SECONDS)
        finally:
            # Before the look: what is announced from now on wants another.
            del self._soon[loop]
        hinted = list(self._hinted & self._open)
        self._hinted.clear()
        await self._look_at_all(hinted)

    async def _go_round(self, loop: asyncio.AbstractEventLoop) -> None:
        """While any socket is open; a round that fails is followed by the next."""
        try:
            while self._open:
                await asyncio.sleep(EVERY_SECONDS)
                await self._look_at_all(list(self._open))
        finally:
            del self._rounds[loop]

    async def _look_at_all(self, sockets: list[DayConsumer]) -> None:
        for start in range(0, len(sockets), AT_ONCE):
            try:
                await self._look(sockets[start : start + AT_ONCE])
            except Exception:
                # Such as a socket that closed under its look: the others still want to be kept current.
                log.exception("a look at the day of some players failed")

    async def _look(self, sockets: list[DayConsumer]) -> None:
        now = timezone.now()
        here = [(socket, socket.reader) for socket in sockets if socket.reader is not None]
        readers = {reader for _, reader in here}
        look, read = await writer.ask(lambda: (next(self._looks), day_news.read(readers, now)))
        for socket, reader in here:
            await socket.show(read[reader], look, now)


room = Room()
