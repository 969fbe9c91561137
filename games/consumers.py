"""The table's socket: connect, receive, forward; it holds no rules."""

import asyncio
import datetime as dt
import time
from collections.abc import Awaitable, Callable
from typing import Any

import orjson
from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import timezone, translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from club.scopes import language_of
from games import announce, figures, hearing, presence, resync, tables, turning_out
from games.announce import Hint
from games.arrival import Event, Receive, arrived, stamped
from games.messages import (
    Beat,
    Claim,
    CloseAfterword,
    EndTurn,
    Look,
    Message,
    NoMessage,
    NoRematch,
    PlayMove,
    Ready,
    Rematch,
    Resign,
    ShowAfterword,
    TakeAbsence,
    TakeBack,
    Thank,
    Write,
    parse,
)
from games.refusals import SENTENCES, Refused
from games.tables import Answer, At
from games.writer import writer

MESSAGES_A_SECOND = 50
MESSAGES_AT_ONCE = 200
# So many messages refused in a row as too many, and the socket is closed.
PATIENCE = 200

# A timer may be a little early by the wall's clock.
JUST_AFTER_SECONDS = 0.005

# How an answer names those messages that have no number.
NAMES: dict[type[Message], str] = {
    TakeAbsence: "absence",
    Ready: "ready",
    Resign: "resign",
    Claim: "claim",
    Rematch: "rematch",
    NoRematch: "no rematch",
    Thank: "thank",
    CloseAfterword: "close afterword",
    ShowAfterword: "show afterword",
}

NO_SUCH_TABLE = 4404
FLOODING = 4429
# The club could not look just now: come again.
BUSY = 4503


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

    at: At | None = None
    # The highest version that this socket was sent; 0 before the first view.
    version = 0
    # Whose being here this socket's messages prove.
    hears_for: tuple[int, ...] = ()
    # Who looks, where it is a member.
    member_id: int | None = None
    _waking: asyncio.TimerHandle | None = None

    async def __call__(self, scope: Event, receive: Receive, send: Callable[[Event], Awaitable[None]]) -> None:
        """As Channels does, each message stamped with its arrival."""
        async with stamped(receive) as receive_stamped:
            await super().__call__(scope, receive_stamped, send)

    async def dispatch(self, message: Event) -> None:
        """Without Channels' hop to the database thread before each message: only the writer touches the database."""
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        await self.accept()
        self._language = language_of(self.scope)
        self._allowance = Allowance()
        player = self.scope["user"]
        player_id = player.pk if player.is_authenticated else None
        self.member_id = player_id if player.is_authenticated and player.is_member else None
        if not await turning_out.lets_in(self, player, self._language):
            return
        key = self.scope["url_route"]["kwargs"]["key"]
        try:
            self.at = await writer.ask(lambda: tables.place_of(key, player_id))
        except Refused as refused:
            await self._send_error(refused.code, SENTENCES[refused.code])
            await self.close(BUSY)
            return
        if self.at is None:
            await self._send_error("no-such-table", _("There is no such table for you."))
            await self.close(NO_SUCH_TABLE)
            return
        at, now = self.at, timezone.now()
        # In the group before the first look, so that no change falls between the two.
        await self.channel_layer.group_add(announce.group_of(at.match_id, at.place), self.channel_name)
        resync.join(self)
        # Who connects is here: the first look says so, where later ones that nobody asked for say nothing.
        await self._show(at, lambda: tables.say(at, Look(), now))
        if not self.version:
            await self.close(BUSY)

    async def disconnect(self, code: int) -> None:
        resync.leave(self)
        turning_out.leave(self)
        if self._waking is not None:
            self._waking.cancel()
        if self.at is not None:
            group = announce.group_of(self.at.match_id, self.at.place)
            await self.channel_layer.group_discard(group, self.channel_name)

    async def websocket_receive(self, message: Event) -> None:
        """One frame of the client's: parsed once, then done or refused."""
        now = arrived(message)
        if self.at is None:
            return
        if not self._allowance.takes_one():
            figures.REFUSED.labels("too-many").inc()
            await self._send_error("too-many", _("Too many messages at once; this one was not read."))
            if self._allowance.refused_in_a_row > PATIENCE:
                await self.close(FLOODING)
            return
        try:
            said = parse(message.get("text"))
        except NoMessage as error:
            figures.REFUSED.labels(error.code).inc()
            await self._send_error(error.code, error.text)
            return
        presence.heard(self.hears_for)
        if self.member_id is not None:
            hearing.hear(self.member_id, now)
        if isinstance(said, Beat):
            await self._send({"is": "beat", "v": self.version, "now": now})
            return
        await self._answer(self.at, said, now)

    async def look(self) -> None:
        """Send the whole view as it is now, unless this socket has it already."""
        if self.at is not None:
            at, now = self.at, timezone.now()
            await self._show(at, lambda: tables.look(at, now))

    async def table_changed(self, hint: dict[str, Any]) -> None:
        """Somebody announced a change."""
        await self.take(announce.Hint(version=hint["version"], frame=hint["frame"], wake_at=hint["wake_at"]))

    async def take(self, hint: Hint) -> None:
        """Hand a changed view on, unless it is known already."""
        if hint["version"] > self.version:
            self.version = hint["version"]
            self._wake_at(hint["wake_at"])
            await self.send(text_data=hint["frame"])

    async def _show(self, at: At, asks: Callable[[], Answer]) -> None:
        try:
            answer = await writer.ask(asks, (at.match_id,))
        except Refused as refused:
            await self._send_error(refused.code, SENTENCES[refused.code])
            return
        if answer.version > self.version:
            await self._send_answer({"is": "view"}, answer)
        await self._tell(answer)

    async def _tell(self, answer: Answer) -> None:
        """Whoever else sees what this socket did or found: its own seat's other tabs at once, others by the layer."""
        if self.at is None:
            return
        for told in answer.told:
            if told.place == self.at.place and (beside := resync.beside(self)):
                hint = announce.hint_of(told)
                for other in beside:
                    await other.take(hint)
        await announce.tell(answer.told, but=self.at.place)

    async def _answer(self, at: At, message: Message, now: dt.datetime) -> None:
        frame: dict[str, object] = {"is": "accepted", **_named(message)}
        try:
            answer = await writer.ask(lambda: tables.say(at, message, now), (at.match_id,))
        except Refused as refused:
            await self._send(frame | self._refusal(refused))
            return
        if answer.refused is not None:
            frame |= self._refusal(answer.refused)
        await self._send_answer(frame, answer)
        if isinstance(message, PlayMove) and answer.refused is None:
            figures.moved(now, timezone.now())
        await self._tell(answer)

    async def _send_answer(self, frame: dict[str, object], answer: Answer) -> None:
        self.version = max(self.version, answer.version)
        self.hears_for = answer.hears_for
        self._wake_at(answer.wake_at.timestamp() if answer.wake_at else None)
        await self._send(frame | {"v": answer.version, "now": answer.now, "view": answer.view})

    def _wake_at(self, instant: float | None) -> None:
        """Look again at that instant (seconds since 1970), when the clock alone changes the view."""
        if self._waking is not None:
            self._waking.cancel()
            self._waking = None
        if instant is not None:
            loop = asyncio.get_running_loop()
            wait = instant - timezone.now().timestamp() + JUST_AFTER_SECONDS
            self._waking = loop.call_later(max(wait, JUST_AFTER_SECONDS), self._wake)

    def _wake(self) -> None:
        self._waking = None
        self._awake = asyncio.get_running_loop().create_task(self.look())

    def _refusal(self, refused: Refused) -> dict[str, object]:
        figures.REFUSED.labels(refused.code).inc()
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
        case EndTurn(turn):
            return {"do": "end turn", "turn": turn}
        case Write(said):
            return {"do": "remark", "n": said.n}
    return {"do": NAMES.get(type(message), "look")}
