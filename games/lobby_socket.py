"""The lobby's sockets: whole views, sent when they differ from the last one, and the round that keeps them current."""

import asyncio
import datetime as dt
import logging
from collections.abc import Iterable
from typing import Any

import orjson
from asgiref.sync import async_to_sync
from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.layers import get_channel_layer
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _

from club.scopes import language_of
from games import hearing, lobby, lobby_view, lobby_words, turning_out
from games.consumers import FLOODING, PATIENCE, Allowance
from games.lobby_view import AT_ONCE, Everybodys, Own, Standings
from games.lobby_words import OwnView
from games.messages import Beat, NoMessage, parse
from games.refusals import Refused
from games.writer import writer

log = logging.getLogger(__name__)

EVERY_SECONDS = 0.5
# Browsers slow down the timers of pages that nobody looks at, but let them answer: who was silent for so long is asked.
ASKED_AFTER = dt.timedelta(seconds=7)

# The consumers' method that takes the hint.
CHANGED = "lobby.changed"


def group_of(player_id: int) -> str:
    """The group of all lobby sockets of one player."""
    return f"lobby.{player_id}"


async def tell(player_ids: Iterable[int | None]) -> None:
    """Something changed for these players: only a hint, sent after the commit; the round finds it too."""
    layer = get_channel_layer()
    for player_id in set(player_ids) - {None}:
        if layer is not None and player_id is not None:
            await layer.group_send(group_of(player_id), {"type": CHANGED})


def tell_from_page(player_ids: Iterable[int | None]) -> None:
    """The same from a page's thread."""
    async_to_sync(tell)(list(player_ids))


class LobbyConsumer(AsyncWebsocketConsumer):
    """One viewer's socket in the lobby (docs/protocol.md, "The lobby"); the viewer may be nobody yet."""

    player_id: int | None = None
    # The same where it is a member.
    member_id: int | None = None
    language = "en"
    # When the player was last heard of by this socket, or asked whether they are there.
    quiet_since: dt.datetime
    # The view that was sent last.
    _shown = b""

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Without Channels' hop to the database thread before each message: only the writer touches the database."""
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        await self.accept()
        self.language = language_of(self.scope)
        self._allowance = Allowance()
        self.quiet_since = timezone.now()
        player = self.scope["user"]
        if not await turning_out.lets_in(self, player, self.language):
            return
        if player.is_authenticated:
            self.player_id = player.pk
            self.member_id = player.pk if player.is_member else None
            await self.channel_layer.group_add(group_of(player.pk), self.channel_name)
        room.join(self)
        await room.look_now(self)

    async def disconnect(self, code: int) -> None:
        room.leave(self)
        turning_out.leave(self)
        if self.player_id is not None:
            await self.channel_layer.group_discard(group_of(self.player_id), self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        now = timezone.now()
        if not self._allowance.takes_one():
            await self._send_error("too-many", _("Too many messages at once; this one was not read."))
            if self._allowance.refused_in_a_row > PATIENCE:
                await self.close(FLOODING)
            return
        try:
            message = parse(text_data)
            if not isinstance(message, Beat):
                raise NoMessage("unknown-message", _("There is no such message."))
        except NoMessage as error:
            await self._send_error(error.code, error.text)
            return
        self.quiet_since = now
        room.hear(self.player_id)
        if self.member_id is not None:
            hearing.hear(self.member_id, now)
        await self.send_frame({"is": "beat", "now": now})

    async def lobby_changed(self, hint: dict[str, Any]) -> None:
        await room.look_now(self)

    async def show(self, view: bytes, now: dt.datetime) -> None:
        """Send the view, unless it is what was sent last."""
        if view != self._shown:
            self._shown = view
            await self.send_frame({"is": "lobby", "now": now, "view": orjson.Fragment(view)})

    async def ask_if_there(self, now: dt.datetime) -> None:
        if now >= self.quiet_since + ASKED_AFTER:
            self.quiet_since = now
            await self.send_frame({"is": "there?", "now": now})

    async def send_frame(self, frame: dict[str, object]) -> None:
        await self.send(text_data=orjson.dumps(frame).decode())

    async def _send_error(self, code: str, text: object) -> None:
        with translation.override(self.language):
            await self.send_frame({"is": "error", "error": code, "text": str(text)})


class Room:
    """The lobby sockets of this process. Touched by the event loop's thread alone."""

    def __init__(self) -> None:
        self._open: set[LobbyConsumer] = set()
        self._heard: set[int] = set()
        self._rounds: dict[asyncio.AbstractEventLoop, asyncio.Task[None]] = {}
        self._standings = Standings()
        # What all saw in the last round, and how that is written in the languages asked for since.
        self._everybodys: Everybodys | None = None
        self._written: dict[str, tuple[bytes, bytes]] = {}

    def join(self, socket: LobbyConsumer) -> None:
        """Keep this socket's view current from now on."""
        self._open.add(socket)
        self.hear(socket.player_id)
        loop = asyncio.get_running_loop()
        if loop not in self._rounds:
            self._everybodys, self._standings = None, Standings()
            self._rounds[loop] = loop.create_task(self._go_round(loop))

    def leave(self, socket: LobbyConsumer) -> None:
        """The socket is gone. Again harmless."""
        self._open.discard(socket)

    def hear(self, player_id: int | None) -> None:
        """The player is there; written down with all others once a second."""
        if player_id is not None:
            self._heard.add(player_id)

    async def look_now(self, socket: LobbyConsumer) -> None:
        """Show one socket what concerns its player now; of what all see, the last round's is new enough."""
        try:
            await self._look([socket], self._everybodys)
        except Refused:
            # The club is busy: a round will come to this socket too.
            return

    async def _go_round(self, loop: asyncio.AbstractEventLoop) -> None:
        """While any socket is open; a round that fails is followed by the next."""
        notes_presence = True
        try:
            while self._open:
                await asyncio.sleep(EVERY_SECONDS)
                try:
                    # Every other round: once a second is enough for who is there.
                    if notes_presence:
                        await self._note_presence()
                    await self._look(list(self._open), None)
                except Exception:
                    # Such as a socket that closed under its look: the others still want to be kept current.
                    log.exception("a round of the lobby failed")
                notes_presence = not notes_presence
        finally:
            del self._rounds[loop]

    async def _note_presence(self) -> None:
        heard, now = sorted(self._heard), timezone.now()
        self._heard.clear()
        await writer.ask(lambda: _note(heard, now))
        for socket in list(self._open):
            await socket.ask_if_there(now)

    async def _look(self, sockets: list[LobbyConsumer], known: Everybodys | None) -> None:
        now, standings = timezone.now(), self._standings
        player_ids = {socket.player_id for socket in sockets if socket.player_id is not None}

        def see() -> tuple[Everybodys, dict[int, Own]]:
            everybodys = known or lobby_view.see_everybodys(now, standings)
            return everybodys, lobby_view.see_own(player_ids, now, standings)

        everybodys, own = await writer.ask(see)
        if everybodys is not self._everybodys:
            self._everybodys, self._written = everybodys, {}
        for socket in sockets:
            mine = own[socket.player_id] if socket.player_id is not None else Own()
            with translation.override(socket.language):
                view = self._write(socket.language, everybodys, lobby_words.own(mine, now))
            await socket.show(view, now)

    def _write(self, language: str, everybodys: Everybodys, own: OwnView) -> bytes:
        """The view as JSON, in the language active now; its common part is written once a round."""
        if language not in self._written:
            seen = lobby_words.everybodys(everybodys)
            self._written[language] = orjson.dumps(seen.waiting), orjson.dumps(seen.racing)
        waiting, racing = map(orjson.Fragment, self._written[language])
        view = {"waiting": waiting, "racing": racing, "mine": own.mine, "asked": own.asked, "sent": own.sent}
        return orjson.dumps(view | {"table": own.table})


def _note(heard: list[int], now: dt.datetime) -> None:
    """Write down who is there; who came back may find somebody who waits for the same."""
    for start in range(0, len(heard), AT_ONCE):
        lobby.hear(heard[start : start + AT_ONCE], now)
    lobby.pair(now)


room = Room()
