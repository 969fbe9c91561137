"""The table's socket: connect, receive, forward; it holds no rules."""

import datetime as dt
import io
import time
from typing import Any

import orjson
from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.core.handlers.asgi import ASGIRequest
from django.utils import timezone, translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games import announce, resync, tables
from games.messages import Beat, Message, NoMessage, PlayMove, Ready, Resign, TakeBack, parse
from games.refusals import SENTENCES, Refused
from games.tables import Answer, SeatAt
from games.writer import writer

MESSAGES_A_SECOND = 50
MESSAGES_AT_ONCE = 200
# So many messages refused in a row as too many, and the socket is closed.
PATIENCE = 200

NO_SUCH_TABLE = 4404
FLOODING = 4429


class Allowance:
    """A bucket of messages that fills at a steady rate."""

    def __init__(self) -> None:
        self._left = float(MESSAGES_AT_ONCE)
        self._at = time.monotonic()
        self.refused_in_a_row = 0

    def takes_one(self) -> bool:
        """Whether one more message is allowed now."""
        now = time.monotonic()
        self._left = min(MESSAGES_AT_ONCE, self._left + (now - self._at) * MESSAGES_A_SECOND)
        self._at = now
        if self._left < 1:
            self.refused_in_a_row += 1
            return False
        self._left -= 1
        self.refused_in_a_row = 0
        return True


class TableConsumer(AsyncWebsocketConsumer):
    """One viewer's socket at one table (docs/protocol.md)."""

    at: SeatAt | None = None
    # The highest version that this socket was sent; 0 before the first view.
    version = 0

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Without Channels' hop to the database thread before each message: only the writer touches the database."""
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        await self.accept()
        self._language = _language_of(self.scope)
        self._allowance = Allowance()
        player = self.scope["user"]
        key = self.scope["url_route"]["kwargs"]["key"]
        if player.is_authenticated:
            self.at = await writer.ask(lambda: tables.seat_of(key, player.pk))
        if self.at is None:
            await self._send_error("no-such-table", _("There is no such table for you."))
            await self.close(NO_SUCH_TABLE)
            return
        # In the group before the first look, so that no change falls between the two.
        await self.channel_layer.group_add(announce.group_of(self.at.match_id, self.at.place), self.channel_name)
        resync.join(self)
        await self.look()

    async def disconnect(self, code: int) -> None:
        resync.leave(self)
        if self.at is not None:
            group = announce.group_of(self.at.match_id, self.at.place)
            await self.channel_layer.group_discard(group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        now = timezone.now()
        if self.at is None:
            return
        if not self._allowance.takes_one():
            await self._send_error("too-many", _("Too many messages at once; this one was not read."))
            if self._allowance.refused_in_a_row > PATIENCE:
                await self.close(FLOODING)
            return
        try:
            message = parse(text_data)
        except NoMessage as error:
            await self._send_error(error.code, error.text)
            return
        if isinstance(message, Beat):
            await self._send({"is": "beat", "v": self.version, "now": now.isoformat()})
            return
        await self._answer(self.at, message, now)

    async def look(self) -> None:
        """Send the whole view as it is now, unless this socket has a newer one."""
        if self.at is None:
            return
        at, now = self.at, timezone.now()
        try:
            answer = await writer.ask(lambda: tables.look(at, now))
        except Refused as refused:
            await self._send_error(refused.code, SENTENCES[refused.code])
            return
        if answer.version >= self.version:
            self.version = answer.version
            await self._send({"is": "view", "v": answer.version, "view": answer.view})

    async def table_changed(self, hint: dict[str, Any]) -> None:
        """Somebody announced a change: look, unless it is this socket's own or known already."""
        if hint["by"] != self.channel_name and hint["version"] > self.version:
            await self.look()

    async def _answer(self, at: SeatAt, message: Message, now: dt.datetime) -> None:
        frame: dict[str, object] = {"is": "accepted", **_named(message)}
        try:
            answer: Answer = await writer.ask(lambda: tables.say(at, message, now))
        except Refused as refused:
            await self._send(frame | self._refusal(refused))
            return
        if answer.refused is not None:
            frame |= self._refusal(answer.refused)
        self.version = max(self.version, answer.version)
        await self._send(frame | {"v": answer.version, "view": answer.view})
        if answer.changed:
            await announce.changed(at.match_id, at.place, answer.version, by=self.channel_name)

    def _refusal(self, refused: Refused) -> dict[str, object]:
        rule = {"rule": refused.rule} if refused.rule is not None else {}
        return {"is": "refused", "error": refused.code, **rule, "text": self._sentence(refused.sentence)}

    async def _send_error(self, code: str, text: str | Promise) -> None:
        await self._send({"is": "error", "error": code, "text": self._sentence(text)})

    def _sentence(self, text: str | Promise) -> str:
        with translation.override(self._language):
            return str(text)

    async def _send(self, frame: dict[str, object]) -> None:
        await self.send(text_data=orjson.dumps(frame).decode())


def _named(message: Message) -> dict[str, object]:
    """How an answer names the message it answers."""
    match message:
        case PlayMove(n):
            return {"do": "move", "n": n}
        case TakeBack(n):
            return {"do": "take back", "n": n}
        case Ready():
            return {"do": "ready"}
        case Resign():
            return {"do": "resign"}
    return {"do": "look"}


def _language_of(scope: dict[str, Any]) -> str:
    """The language that the same browser's pages are in."""
    request = ASGIRequest({**scope, "type": "http", "method": "GET"}, io.BytesIO())
    return translation.get_language_from_request(request)
