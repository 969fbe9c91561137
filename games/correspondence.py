"""Offers to play by correspondence: made, answered and closed here, inside the caller's transaction."""

import datetime as dt
from typing import TypedDict

from django.db.models import Q, QuerySet

from club import notices
from club.models import Kind, Player
from games import clocks, deals, offers, play
from games.agreeing import refuse_blocked, refuse_unless_askable
from games.engine.turn import turn_sizes
from games.lobby import Welcome, refuse_more_than_own
from games.models import CorrespondenceOffer, Deal, Match
from games.play import TurnsWish
from games.refusals import Refused

STANDS_FOR = dt.timedelta(days=14)
# From one player at a time: open to anyone, by link, and asked by name.
MOST_OPEN = 10
MOST_LINKS = 10
MOST_ASKED = 20
# To one player, from all others.
MOST_ASKING = 50
LAPSED_AT_ONCE = 500
# How long a closed offer is kept, so that its address can still say what became of it.
KEPT_FOR = dt.timedelta(days=30)
NO_CONTRIBUTION = bytes(deals.CONTRIBUTION_BYTES)


class Terms(TypedDict):
    """A wish as the columns of an offer."""

    rules: str
    turn_cards: int
    spare_days: int
    absence_allowed: bool


def terms_of(wish: TurnsWish) -> Terms:
    """The wish as the columns of an offer."""
    return Terms(
        rules=str(wish.rules),
        turn_cards=wish.turn_cards,
        spare_days=wish.spare_days,
        absence_allowed=wish.absence_allowed,
    )


def wish_of(offer: CorrespondenceOffer) -> TurnsWish:
    """What the offer's maker wants to play."""
    return TurnsWish(offer.parsed_rules, offer.turn_cards, offer.spare_days, offer.absence_allowed)


# --- questions --------------------------------------------------------------------------------------------------------


def standing(now: dt.datetime) -> QuerySet[CorrespondenceOffer]:
    """What can be accepted now."""
    return CorrespondenceOffer.objects.filter(closed_at=None, created_at__gt=now - STANDS_FOR)


def expires_at(offer: CorrespondenceOffer) -> dt.datetime:
    return offer.created_at + STANDS_FOR


def stands(offer: CorrespondenceOffer, now: dt.datetime) -> bool:
    """Whether that one can be accepted now."""
    return offer.closed_at is None and clocks.in_time(expires_at(offer), now)


# --- made -------------------------------------------------------------------------------------------------------------


def offer_anyone(player: Player, wish: TurnsWish, welcome: Welcome, now: dt.datetime) -> CorrespondenceOffer:
    """The player's offer to whoever takes it; with the same wishes while it stands, the same one.

    Refused (`members-only`, `turn-too-short`, `above-your-authority`, `too-many-offers`).
    """
    _refuse_unless_member(player)
    refuse_more_than_own(player, welcome, now)
    offer = _of_its_own(player, CorrespondenceOffer.Kind.OPEN, wish, now)
    if (offer.least_authority, offer.welcomes_new) != (welcome.least_authority, welcome.welcomes_new):
        offer.least_authority, offer.welcomes_new = welcome.least_authority, welcome.welcomes_new
        offer.save(update_fields=["least_authority", "welcomes_new"])
    return offer


def offer_by_link(player: Player, wish: TurnsWish, now: dt.datetime) -> CorrespondenceOffer:
    """An offer to whoever opens its address. Refused (`members-only`, `turn-too-short`, `too-many-offers`)."""
    _refuse_unless_member(player)
    return _of_its_own(player, CorrespondenceOffer.Kind.LINK, wish, now)


def _of_its_own(
    player: Player, kind: CorrespondenceOffer.Kind, wish: TurnsWish, now: dt.datetime
) -> CorrespondenceOffer:
    """One person's equal offers are one."""
    _refuse_short_turns(wish)
    lapse(now)
    mine = standing(now).filter(player=player, kind=kind)
    same = mine.filter(**terms_of(wish)).first()
    if same is not None:
        return same
    if mine.count() >= (MOST_OPEN if kind == CorrespondenceOffer.Kind.OPEN else MOST_LINKS):
        raise Refused("too-many-offers")
    return _make(player, kind, wish, now)


def challenge(player: Player, other: Player, wish: TurnsWish, now: dt.datetime) -> CorrespondenceOffer:
    """The player's one offer to that member; the newest wishes are the ones that count.

    Refused (`members-only`, `turn-too-short`, `not-yourself`, `no-such-player`, `muted`, `no-challenges`,
    `asked-already`, `too-many-offers`, `asked-by-many`).
    """
    _refuse_unless_member(player)
    _refuse_short_turns(wish)
    if player.pk == other.pk:
        raise Refused("not-yourself")
    if not _is_member(other):
        raise Refused("no-such-player")
    lapse(now)
    asked = standing(now).filter(kind=CorrespondenceOffer.Kind.NAMED)
    if asked.filter(player=other, to=player).exists():
        raise Refused("asked-already")
    refuse_unless_askable(player, other, now)
    before = asked.filter(player=player, to=other).select_for_update().first()
    if before is not None:
        if wish_of(before) == wish:
            return before
        _close(before, now)
    if asked.filter(player=player).count() >= MOST_ASKED:
        raise Refused("too-many-offers")
    if asked.filter(to=other).count() >= MOST_ASKING:
        raise Refused("asked-by-many")
    offer = _make(player, CorrespondenceOffer.Kind.NAMED, wish, now, to=other)
    notices.tell(other.pk, Kind.CHALLENGE, offer.key, now)
    return offer


def offer_of_house(house: Player, player: Player, wish: TurnsWish, now: dt.datetime) -> CorrespondenceOffer:
    """A house player's one offer to that member, who has asked for it and is not told; the newest wishes count.

    The house adds no bytes of its own to the deal. Refused (`members-only`, `turn-too-short`).
    """
    _refuse_unless_member(player)
    _refuse_short_turns(wish)
    lapse(now)
    before = (
        standing(now).filter(player=house, to=player).select_for_update(of=("self",)).select_related("deal").first()
    )
    if before is not None:
        if wish_of(before) == wish:
            return before
        _close(before, now)
    return _make(house, CorrespondenceOffer.Kind.NAMED, wish, now, to=player)


def _make(
    player: Player, kind: CorrespondenceOffer.Kind, wish: TurnsWish, now: dt.datetime, to: Player | None = None
) -> CorrespondenceOffer:
    """The offer with a deal that is committed to, so that its maker's page can add its bytes after it has seen that."""
    deal = deals.random_deal(wish.rules, now)
    return CorrespondenceOffer.objects.create(
        player=player, to=to, kind=kind, deal=deal, created_at=now, **terms_of(wish)
    )


def contribute(key: str, player: Player, contribution: bytes) -> bytes:
    """The maker's page adds its 16 bytes, once; later ones change nothing. The bytes that count.

    Refused (`no-such-offer`).
    """
    offer = _of_key(key)
    if offer.player_id != player.pk:
        raise Refused("no-such-offer")
    if offer.contribution is None and offer.closed_at is None:
        offer.contribution = contribution
        offer.save(update_fields=["contribution"])
    return bytes(offer.contribution or NO_CONTRIBUTION)


def _refuse_unless_member(player: Player) -> None:
    if not _is_member(player):
        raise Refused("members-only")


def _is_member(player: Player) -> bool:
    """As it is now: the page may have read the player before they left, in another tab."""
    return Player.objects.filter(pk=player.pk, approved_at__isnull=False, left_at=None, is_active=True).exists()


def _refuse_short_turns(wish: TurnsWish) -> None:
    if wish.turn_cards not in turn_sizes(wish.rules.packs):
        raise Refused("turn-too-short")


# --- answers ----------------------------------------------------------------------------------------------------------


def accept(key: str, player: Player, contribution: bytes | None, now: dt.datetime) -> Match:
    """The match with the offer's maker, its first turn open for both; again for the same player the same match.

    Refused (`no-such-offer`, `not-yourself`, `offer-taken`, `offer-closed`, `members-only`, `no-challenges`,
    `not-welcome`).
    """
    offer = _of_key(key)
    if offer.to_id not in (None, player.pk) and offer.player_id != player.pk:
        raise Refused("no-such-offer")
    if offer.match is not None:
        if offer.match.seats.filter(player=player).exists():
            return offer.match
        raise Refused("offer-taken")
    if offer.player_id == player.pk:
        raise Refused("not-yourself")
    if not stands(offer, now) or offer.deal is None:
        raise Refused("offer-closed")
    _refuse_unless_member(player)
    refuse_blocked(player.pk, offer.player_id)
    if not offers.is_welcome(player, offer, now):
        raise Refused("not-welcome")
    both = bytes(offer.contribution or NO_CONTRIBUTION), contribution or NO_CONTRIBUTION
    offer.match = play.begin_by_turns((offer.player, player), wish_of(offer), offer.deal, both, now)
    offer.closed_at = now
    offer.save(update_fields=["match", "closed_at"])
    return offer.match


def decline(key: str, player: Player, now: dt.datetime) -> CorrespondenceOffer:
    """An offer to this player is closed. Again harmless; Refused (`no-such-offer`) for anybody else's."""
    offer = _of_key(key)
    if offer.to_id != player.pk:
        raise Refused("no-such-offer")
    offer.declined = offer.declined or offer.closed_at is None
    _close(offer, now)
    return offer


def withdraw(key: str, player: Player, now: dt.datetime) -> CorrespondenceOffer:
    """The player's own offer is closed; where it led to a match already, that stands. Again harmless."""
    offer = _of_key(key)
    if offer.player_id != player.pk:
        raise Refused("no-such-offer")
    _close(offer, now)
    return offer


def _of_key(key: str) -> CorrespondenceOffer:
    locked = CorrespondenceOffer.objects.select_for_update(of=("self",)).select_related("player", "deal", "match")
    offer = locked.filter(key=key).first()
    if offer is None:
        raise Refused("no-such-offer")
    return offer


# --- closed -----------------------------------------------------------------------------------------------------------


def _close(offer: CorrespondenceOffer, now: dt.datetime) -> None:
    """Nothing comes of it, and its secret is discarded. Again harmless."""
    if offer.closed_at is None:
        offer.closed_at = now
        _discard([offer])
        offer.deal = None
        offer.save(update_fields=["closed_at", "declined", "deal"])


def _discard(closed: list[CorrespondenceOffer]) -> None:
    """The deals of offers that came to nothing. They were never laid out, so no match holds them."""
    deal_ids = [offer.deal_id for offer in closed if offer.deal_id is not None]
    CorrespondenceOffer.objects.filter(deal__in=deal_ids).update(deal=None)
    Deal.objects.filter(pk__in=deal_ids, match=None).delete()


def lapse(now: dt.datetime) -> int:
    """Close what stood for two weeks, and forget what was closed long ago; how many were closed. Again harmless."""
    gone = CorrespondenceOffer.objects.filter(closed_at=None, created_at__lte=now - STANDS_FOR)
    closed = list(gone.select_for_update().order_by("created_at")[:LAPSED_AT_ONCE])
    CorrespondenceOffer.objects.filter(pk__in=[offer.pk for offer in closed]).update(closed_at=now)
    _discard(closed)
    oldest = CorrespondenceOffer.objects.order_by("pk")[:LAPSED_AT_ONCE]
    forgotten = [offer.pk for offer in oldest if offer.closed_at is not None and offer.closed_at <= now - KEPT_FOR]
    CorrespondenceOffer.objects.filter(pk__in=forgotten).delete()
    return len(closed)


def close_between(one: Player, other: Player, now: dt.datetime) -> None:
    """What either of the two has asked the other by name comes to nothing."""
    asked = CorrespondenceOffer.objects.filter(closed_at=None)
    for offer in asked.filter(Q(player=one, to=other) | Q(player=other, to=one)):
        _close(offer, now)


def close_all(player: Player, now: dt.datetime) -> None:
    """Whoever leaves the club offers nothing any more, and is asked nothing."""
    concerning = CorrespondenceOffer.objects.filter(closed_at=None).filter(Q(player=player) | Q(to=player))
    for offer in concerning.select_for_update():
        _close(offer, now)
