"""Whoever is suspended is shown out: their open sockets are closed within seconds, and no new ones stay open."""

import asyncio
import datetime as dt
import logging
from functools import partial

import orjson
from channels.generic.websocket import AsyncWebsocketConsumer
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone, translation
from django.utils.translation import gettext

from club.models import Judgement, Player
from games.writer import writer

log = logging.getLogger(__name__)

EVERY_SECONDS = 2.0
# More than moderators decide within a round; asked for by their order, which is the order of the rows.
LATEST = 50
# Closes the socket for good.
SUSPENDED = 4403

# The sockets of this process by their player, each with its language. Touched by the event loop's thread alone.
_open: dict[int, dict[AsyncWebsocketConsumer, str]] = {}
_rounds: dict[asyncio.AbstractEventLoop, asyncio.Task[None]] = {}


async def lets_in(socket: AsyncWebsocketConsumer, player: Player | AnonymousUser, language: str) -> bool:
    """Whether the socket may stay, for now; one that was accepted and may not is told why and closed."""
    if not isinstance(player, Player):
        return True
    if player.is_suspended_at(timezone.now()):
        await _show_out(socket, language)
        return False
    _open.setdefault(player.pk, {})[socket] = language
    loop = asyncio.get_running_loop()
    if loop not in _rounds:
        _rounds[loop] = loop.create_task(_go_round(loop))
    return True


def leave(socket: AsyncWebsocketConsumer) -> None:
    """The socket is gone. Again harmless."""
    player_id = socket.scope["user"].pk
    sockets = _open.get(player_id, {})
    sockets.pop(socket, None)
    if not sockets:
        _open.pop(player_id, None)


async def _go_round(loop: asyncio.AbstractEventLoop) -> None:
    """While any socket is open; a round that fails is followed by the next."""
    try:
        while _open:
            await asyncio.sleep(EVERY_SECONDS)
            try:
                await show_out_the_suspended()
            except Exception:
                # Such as a socket that closed meanwhile: the next round finds the others.
                log.exception("a round of showing out failed")
    finally:
        del _rounds[loop]


async def show_out_the_suspended() -> None:
    """Close what is open of those who have been suspended lately."""
    for player_id in await writer.ask(partial(_suspended_lately, timezone.now())):
        for socket, language in list(_open.get(player_id, {}).items()):
            leave(socket)
            await _show_out(socket, language)


def _suspended_lately(now: dt.datetime) -> set[int]:
    latest = Judgement.objects.select_related("player").order_by("-pk")[:LATEST]
    return {one.player_id for one in latest if one.act == Judgement.Act.SUSPEND and one.player.is_suspended_at(now)}


async def _show_out(socket: AsyncWebsocketConsumer, language: str) -> None:
    with translation.override(language):
        text = gettext("A moderator has suspended you. Sign in to read why, and until when.")
    await socket.send(text_data=orjson.dumps({"is": "error", "error": "suspended", "text": text}).decode())
    await socket.close(SUSPENDED)
