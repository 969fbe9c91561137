"""Suspending somebody: their offers go with it, and the matches that run go on; inside the caller's transaction."""

import datetime as dt

from club import moderation
from club.models import Judgement, Player
from club.moderation import Ground
from games.leaving import close_offers


def suspend(player: Player, days: int, ground: Ground, now: dt.datetime) -> Judgement:
    """For so many days. An offer that was taken up meanwhile would be lost on time by somebody who may not play.

    The caller ends the player's sessions afterwards. Raises moderation.NotJudged.
    """
    judgement = moderation.suspend(player, days, ground, now)
    close_offers(player, now)
    return judgement
