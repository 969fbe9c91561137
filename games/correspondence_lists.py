"""Which offers to play by correspondence somebody is shown, and what became of one: questions only."""

import datetime as dt
from enum import Enum

from django.db.models import Q, QuerySet

from club.audience import blocked_with
from club.authority import Standing
from club.models import Player
from games import correspondence
from games.models import CorrespondenceOffer
from games.play import TurnsWish

# Of the offers to anyone, and of one player's own.
SHOWN = 50


class Fate(Enum):
    """What has become of an offer."""

    STANDS = "stands"
    TAKEN = "taken"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    LAPSED = "lapsed"


def fate_of(offer: CorrespondenceOffer, now: dt.datetime) -> Fate:
    """Whether it stands, else what it came to."""
    if correspondence.stands(offer, now):
        return Fate.STANDS
    if offer.match_id is not None:
        return Fate.TAKEN
    if offer.declined:
        return Fate.DECLINED
    closed_early = offer.closed_at is not None and offer.closed_at < correspondence.expires_at(offer)
    return Fate.WITHDRAWN if closed_early else Fate.LAPSED


def open_to(player_id: int | None, own: Standing | None, now: dt.datetime) -> list[CorrespondenceOffer]:
    """Others' offers to anyone that welcome somebody of that standing (None: no member), the newest first."""
    welcome = Q(least_authority=None)
    if own is not None:
        welcome |= Q(welcomes_new=True) if own.is_new else Q(least_authority__lte=own.authority)
    found = correspondence.standing(now).filter(welcome, kind=CorrespondenceOffer.Kind.OPEN)
    if player_id is not None:
        found = found.exclude(player=player_id).exclude(blocked_with(player_id, "player"))
    return _newest(found.select_related("player"))


def made_by(player: Player, now: dt.datetime) -> list[CorrespondenceOffer]:
    """The player's own offers that stand, the newest first."""
    return _newest(correspondence.standing(now).filter(player=player).select_related("player", "to"))


def asked_of(player: Player, now: dt.datetime) -> list[CorrespondenceOffer]:
    """What the player is asked by name, the newest first; not the house's offers, which the player has asked for."""
    asked = correspondence.standing(now).filter(to=player, player__house_level=None)
    return _newest(asked.select_related("player", "to"))


def _newest(found: QuerySet[CorrespondenceOffer]) -> list[CorrespondenceOffer]:
    return list(found.order_by("-created_at", "-pk")[:SHOWN])


def last_wish(player: Player) -> TurnsWish | None:
    """What the player offered last, if that is still known."""
    last = CorrespondenceOffer.objects.filter(player=player).order_by("-pk").first()
    return correspondence.wish_of(last) if last is not None else None
