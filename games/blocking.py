"""Blocking somebody: with it goes what the two have asked each other; a match between them goes on to its end."""

import datetime as dt

from club import blocks
from club.models import Player
from games import agreeing, correspondence, offers


def block(player: Player, other: Player, now: dt.datetime) -> None:
    """The player wants nothing of the other from now on. Again harmless. Raises blocks.NotBlocked."""
    blocks.block(player, other, now)
    correspondence.close_between(player, other, now)
    for offer in offers.between(player, other).select_for_update():
        agreeing.close(offer, now)
