"""Telling a match's tables that a view has changed: only a hint, sent after the commit; the database is what counts."""

import orjson
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

from games.tables import Told

# The consumers' method that takes the hint.
CHANGED = "table.changed"


def group_of(match_id: int, place: int) -> str:
    """The group of all sockets that look at a match from one seat, or from place 0 by watching."""
    return f"table.{match_id}.{place}"


async def tell(told: list[Told], by: str = "") -> None:
    """Send each changed view to everybody who looks from its place; `by` names the socket that has it already."""
    layer = get_channel_layer()
    if layer is None:
        return
    for one in told:
        hint = {
            "type": CHANGED,
            "version": one.version,
            "by": by,
            "frame": view_frame(one),
            "wake_at": one.wake_at.timestamp() if one.wake_at else None,
        }
        await layer.group_send(group_of(one.match_id, one.place), hint)


def tell_from_page(told: list[Told]) -> None:
    """The same from a page's thread."""
    async_to_sync(tell)(told)


def view_frame(told: Told) -> str:
    """The frame that shows this view."""
    return orjson.dumps({"is": "view", "v": told.version, "now": told.now, "view": told.view}).decode()
