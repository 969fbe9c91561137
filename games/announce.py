"""Telling a match's tables that a view has changed: only a hint, sent after the commit; the database is what counts."""

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

# The consumers' method that takes the hint.
CHANGED = "table.changed"


def group_of(match_id: int, place: int) -> str:
    """The group of all sockets that look at a match from one seat."""
    return f"table.{match_id}.{place}"


async def changed(match_id: int, place: int, version: int, by: str = "") -> None:
    """Tell a seat's sockets that its view has this version now; `by` names the socket that knows already."""
    layer = get_channel_layer()
    if layer is not None:
        await layer.group_send(group_of(match_id, place), {"type": CHANGED, "version": version, "by": by})


def changed_from_page(match_id: int, place: int, version: int) -> None:
    """The same from a page's thread."""
    async_to_sync(changed)(match_id, place, version)
