"""Telling a match's tables that a view has changed: only a hint, sent after the commit; the database is what counts."""

from typing import TypedDict

import orjson
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

from games import day_hint
from games.tables import Told

# The consumers' method that takes the hint.
CHANGED = "table.changed"


class Hint(TypedDict):
    """A changed view, ready to be sent; `wake_at` in seconds since 1970."""

    version: int
    frame: str
    wake_at: float | None


def group_of(match_id: int, place: int) -> str:
    """The group of all sockets that look at a match from one seat, or from place 0 by watching."""
    return f"table.{match_id}.{place}"


async def tell(told: list[Told], but: int | None = None) -> None:
    """Send each changed view to everybody who looks from its place, but one place whose sockets know already."""
    layer = get_channel_layer()
    if layer is None:
        return
    for one in told:
        if one.place != but:
            await layer.group_send(group_of(one.match_id, one.place), {"type": CHANGED, **hint_of(one)})
    await day_hint.tell(one.player_id for one in told)


def hint_of(told: Told) -> Hint:
    """What the sockets of that place are handed."""
    frame = orjson.dumps({"is": "view", "v": told.version, "now": told.now, "view": told.view}).decode()
    wake_at = told.wake_at.timestamp() if told.wake_at else None
    return {"version": told.version, "frame": frame, "wake_at": wake_at}


def tell_from_page(told: list[Told]) -> None:
    """The same from a page's thread."""
    async_to_sync(tell)(told)
