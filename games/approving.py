"""Letting in who has signed up: from then on they may say more at their tables; inside the caller's transaction."""

import datetime as dt

from club import moderation
from club.models import Judgement, Player
from games.naming import show_at_tables


def approve(player: Player, moderator: Player, now: dt.datetime) -> Judgement | None:
    """As `moderation.approve` does, and what open tables show follows. Raises moderation.NotJudged."""
    approved = moderation.approve(player, moderator, now)
    if approved is not None:
        show_at_tables(player.pk)
    return approved
