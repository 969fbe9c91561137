"""The table's socket: connect, hear, forward; it holds no rules."""

import asyncio
import datetime as dt
import time
from collections.abc import Callable
from functools import partial

import orjson
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import timezone, translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from club.scopes import language_of
from club.way_out import WAY_OUT
from games import announce, figures, hearing, open_tables, presence, resync, tables, turning_out
from games.arrival import Event, Place, Receive, Send, Wire
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
from games.open_tables import Hint
from games.refusals import SENTENCES, Refused
from games.tables import Answer, At
from games.writer import Result, writer

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

    async def __call__(self, scope: Event, receive: Receive, send: Send) -> None:
        """Without Channels' task for each message, its hop to the database's thread before it, and a channel of the
        layer for each socket: only the writer touches the database, and announcements come by games/announce.py."""
        self.scope, self.base_send = scope, send
        self._wire = Wire(scope.get(WAY_OUT, send), self._hear)
        # What was said before the table was shown waits, stamped with its arrival.
        self._early: list[tuple[str | None, dt.datetime, Place]] | None = []
        await receive()
        listening = asyncio.create_task(self._wire.listen(receive))
        try:
            await self.connect()
            await self._wire.talk()
        finally:
            listening.cancel()
            self._wire.end()
            self._leave()

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
            at = await writer.ask(lambda: tables.place_of(key, player_id))
        except Refused as refused:
            self._turn_away(refused.code, SENTENCES[refused.code], BUSY)
            return
        if at is None:
            self._turn_away("no-such-table", _("There is no such table for you."), NO_SUCH_TABLE)
            return
        # Among the open ones before the first look, so that no change falls between the two.
        self.at = at
        open_tables.join(self, at)
        announce.listen()
        resync.go_round()
        now = timezone.now()
        # Who connects is here: the first look says so, where later ones that nobody asked for say nothing.
        if not await self._show(at, lambda: tables.say(at, Look(), now)):
            self._wire.close(BUSY)
            return
        for early in self._early or []:
            self._hear_at(at, *early)
        self._early = None

    def _leave(self) -> None:
        turning_out.leave(self)
        if self._waking is not None:
            self._waking.cancel()
        if self.at is not None:
            open_tables.leave(self, self.at)

    def _turn_away(self, code: str, text: str | Promise, closing: int) -> None:
        self._wire.tell(self._error(code, text))
        self._wire.close(closing)

    def _hear(self, text: str | None, now: dt.datetime, place: Place) -> None:
        """One frame of the client's."""
        if self._early is not None:
            self._early.append((text, now, place))
        elif self.at is not None:
            self._hear_at(self.at, text, now, place)

    def _hear_at(self, at: At, text: str | None, now: dt.datetime, place: Place) -> None:
        """Parsed once, then done or refused."""
        if not self._allowance.takes_one():
            figures.REFUSED.labels("too-many").inc()
            place.answer(self._error("too-many", _("Too many messages at once; this one was not read.")))
            if self._allowance.refused_in_a_row > PATIENCE:
                self._wire.close(FLOODING)
            return
        try:
            said = parse(text)
        except NoMessage as error:
            figures.REFUSED.labels(error.code).inc()
            place.answer(self._error(error.code, error.text))
            return
        if not isinstance(said, PlayMove):
            presence.heard(self.hears_for)
        if self.member_id is not None:
            hearing.hear(self.member_id, now)
        if isinstance(said, Beat):
            place.answer(_text({"is": "beat", "v": self.version, "now": now}))
            return
        writer.say(lambda: tables.say(at, said, now), (at.match_id,), partial(self._answer, at, said, now, place))

    async def look(self) -> None:
        """Send the whole view as it is now, unless this socket has it already."""
        if self.at is not None:
            at, now = self.at, timezone.now()
            await self._show(at, lambda: tables.look(at, now))

    def take(self, hint: Hint) -> None:
        """Hand a changed view on, unless it is known already."""
        if hint["version"] > self.version:
            self.version = hint["version"]
            self._wake_at(hint["wake_at"])
            self._wire.tell(hint["frame"])

    async def _show(self, at: At, asks: Callable[[], Answer]) -> bool:
        """Whether the club could look."""
        try:
            answer = await writer.ask(asks, (at.match_id,))
        except Refused as refused:
            self._wire.tell(self._error(refused.code, SENTENCES[refused.code]))
            return False
        if answer.version > self.version:
            self._wire.tell(self._view({"is": "view"}, answer))
        announce.tell_soon(answer.told, but=at.place)
        return True

    def _answer(self, at: At, message: Message, now: dt.datetime, place: Place, result: Result[Answer]) -> None:
        """What the writer made of a message, after its commit."""
        frame: dict[str, object] = {"is": "accepted", **_named(message)}
        try:
            answer = result()
        except Refused as refused:
            place.answer(_text(frame | self._refusal(refused)))
            return
        except Exception as error:
            self._wire.fail(error)
            return
        if answer.refused is not None:
            frame |= self._refusal(answer.refused)
        place.answer(self._view(frame, answer))
        if isinstance(message, PlayMove):
            # One that is played has written down by itself whose it is.
            if answer.refused is None:
                figures.moved(now, timezone.now())
            else:
                presence.heard(self.hears_for)
        announce.tell_soon(answer.told, but=at.place)

    def _view(self, frame: dict[str, object], answer: Answer) -> str:
        self.version = max(self.version, answer.version)
        self.hears_for = answer.hears_for
        self._wake_at(answer.wake_at.timestamp() if answer.wake_at else None)
        return _text(frame | {"v": answer.version, "now": answer.now, "view": answer.view})

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

    def _error(self, code: str, text: str | Promise) -> str:
        return _text({"is": "error", "error": code, "text": self._sentence(text)})

    def _sentence(self, text: str | Promise) -> str:
        with translation.override(self._language):
            return str(text)


def _text(frame: dict[str, object]) -> str:
    return orjson.dumps(frame).decode()


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
