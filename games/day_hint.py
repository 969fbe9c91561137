"""Telling a player's open pages that their day has changed: only a hint, sent after the commit, as at a table."""

from collections.abc import Iterable

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

# The consumers' method that takes the hint.
CHANGED = "day.changed"


def group_of(player_id: int) -> str:
    """The group of all sockets of one player's day."""
    return f"day.{player_id}"


async def tell(player_ids: Iterable[int | None]) -> None:
    """Something changed for these players, nobody left out; a lost hint is made up for by the sockets' round."""
    layer = get_channel_layer()
    for player_id in set(player_ids):
        if layer is not None and player_id is not None:
            await layer.group_send(group_of(player_id), {"type": CHANGED})


def tell_from_page(player_ids: Iterable[int | None]) -> None:
    """The same from a page's thread."""
    async_to_sync(tell)(list(player_ids))
