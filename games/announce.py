"""Telling a match's tables that a view has changed: at once those of this process, by the channel layer the others.

What goes by the layer is only a hint, sent after the commit; the database is what counts.
"""

import asyncio
import logging
import uuid
from collections.abc import Iterable
from typing import Any, Literal, TypedDict

import orjson
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings

from games import day_hint, open_tables
from games.open_tables import Hint
from games.tables import Told

log = logging.getLogger(__name__)

# All processes with tables are in one group, and each hands on what concerns its own: one message then does for all
# moves that were committed together.
GROUP = "tables"
# What comes up within so many seconds goes to the other processes as one message: to send and to take one costs more
# than what is in it, and every process takes all of them, its own too.
TOGETHER_SECONDS = 0.01
# Channels wants every message to have a type.
CHANGED: Literal["tables.changed"] = "tables.changed"
_THIS_PROCESS = uuid.uuid4().hex

_listening: dict[asyncio.AbstractEventLoop, asyncio.Task[None]] = {}
_telling: dict[asyncio.AbstractEventLoop, asyncio.Task[None]] = {}
# What was told since the last message to the others, and players whose day has changed. Touched by the event loop's
# thread alone.
_to_others: list[Hint] = []
_changed_days: list[int] = []


class Changed(TypedDict):
    """What one process tells the others; `by` is which one."""

    type: Literal["tables.changed"]
    by: str
    hints: list[Hint]


async def tell(told: list[Told]) -> None:
    """Hand each changed view to everybody who looks from its place, whichever process they are at."""
    hints = [hint_of(one) for one in told]
    tell_here(hints)
    if hints and _others_listen():
        await _send_to_others(hints)
    await day_hint.tell(one.player_id for one in told)


def tell_soon(told: list[Told], but: int) -> None:
    """The same after what a socket has said, without waiting for the others; but for one's own place, whose sockets of
    this process alone are told: a tab elsewhere finds it with its next round."""
    for one in told:
        if one.place != but:
            hint = hint_of(one)
            tell_here([hint])
            if _others_listen():
                _to_others.append(hint)
        elif len(here := open_tables.at_place(one.match_id, one.place)) > 1:
            hint = hint_of(one)
            for table in here:
                table.take(hint)
    player_ids = [one.player_id for one in told if one.player_id is not None]
    if _to_others or player_ids:
        loop = asyncio.get_running_loop()
        _changed_days.extend(player_ids)
        if loop not in _telling:
            _telling[loop] = loop.create_task(_tell_others(loop))


async def _tell_others(loop: asyncio.AbstractEventLoop) -> None:
    """While there is anything; what comes up meanwhile goes together with the next message."""
    try:
        while _to_others or _changed_days:
            await asyncio.sleep(TOGETHER_SECONDS)
            hints, player_ids = list(_to_others), list(_changed_days)
            _to_others.clear()
            _changed_days.clear()
            try:
                if hints:
                    await _send_to_others(hints)
                await day_hint.tell(player_ids)
            except Exception:
                # They find by themselves what they were not told.
                log.exception("other processes could not be told")
    finally:
        del _telling[loop]


async def _send_to_others(hints: list[Hint]) -> None:
    layer = get_channel_layer()
    if layer is not None:
        await layer.group_send(GROUP, Changed(type=CHANGED, by=_THIS_PROCESS, hints=hints))


def tell_here(hints: Iterable[Hint]) -> None:
    """Those who look from these places at this process."""
    for hint in hints:
        for table in open_tables.at_place(hint["match_id"], hint["place"]):
            table.take(hint)


def hint_of(told: Told) -> Hint:
    """What the sockets of that place are handed."""
    return {
        "match_id": told.match_id,
        "place": told.place,
        "version": told.version,
        "frame": orjson.dumps({"is": "view", "v": told.version, "now": told.now, "view": told.view}).decode(),
        "wake_at": told.wake_at.timestamp() if told.wake_at else None,
    }


def listen() -> None:
    """Hear from now on what other processes tell, where there are any. Again harmless."""
    loop = asyncio.get_running_loop()
    if _others_listen() and loop not in _listening:
        _listening[loop] = loop.create_task(_listen(loop))


async def _listen(loop: asyncio.AbstractEventLoop) -> None:
    layer: Any = get_channel_layer()
    try:
        channel = await layer.new_channel()
        await layer.group_add(GROUP, channel)
        while True:
            message: Changed = await layer.receive(channel)
            if message["by"] != _THIS_PROCESS:
                tell_here(message["hints"])
    finally:
        del _listening[loop]


def _others_listen() -> bool:
    """Processes share what they tell by Redis."""
    return bool(settings.REDIS_URL)


def tell_from_page(told: list[Told]) -> None:
    """The same from a page's thread."""
    async_to_sync(tell)(told)
