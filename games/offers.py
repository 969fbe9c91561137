"""Which offers to race stand, for whom, and whether they suit: questions only, nothing here writes."""

import datetime as dt

from django.db.models import Exists, OuterRef, Q, QuerySet

from club import audience
from club.models import Player
from games import clocks
from games.models import Offer, Seat
from games.models.offers import Offered
from games.play import RaceWish
from games.play.races import LINK_LIVES
from games.standing import standing_of

# An open offer whose maker was lost for no longer comes back by itself when they do.
COMES_BACK_WITHIN = dt.timedelta(minutes=2)


def expires_at(offer: Offer) -> dt.datetime:
    """Until when a link or a challenge to a player can be accepted."""
    return offer.created_at + LINK_LIVES


def wish_of(offer: Offer) -> RaceWish:
    return RaceWish(offer.parsed_rules, offer.minutes, offer.best_of, offer.watchable)


def standing(now: dt.datetime) -> QuerySet[Offer]:
    """What can be accepted now: open offers while their maker is there, rematches while either is, others 24 hours."""
    here, young = now - clocks.AWAY_AFTER, now - LINK_LIVES
    either_is_there = Q(Exists(Seat.objects.filter(match=OuterRef("after"), heard_at__gt=here)))
    return Offer.objects.filter(closed_at=None).filter(
        Q(kind=Offer.Kind.OPEN, heard_at__gt=here)
        | Q(kind=Offer.Kind.LINK, created_at__gt=young)
        | Q(kind=Offer.Kind.NAMED, after=None, created_at__gt=young)
        | Q(kind=Offer.Kind.NAMED, after__isnull=False) & (Q(heard_at__gt=here) | either_is_there)
    )


def stands(offer: Offer, now: dt.datetime) -> bool:
    """Whether that one can be accepted now."""
    return standing(now).filter(pk=offer.pk).exists()


def lapsed(now: dt.datetime) -> QuerySet[Offer]:
    """Offers that nobody closed and that will not stand again."""
    may_come_back = Q(kind=Offer.Kind.OPEN, heard_at__gt=now - COMES_BACK_WITHIN)
    return Offer.objects.filter(closed_at=None).exclude(may_come_back).exclude(pk__in=standing(now).values("pk"))


def waiting(now: dt.datetime) -> QuerySet[Offer]:
    """Open offers of people who are there and in no race, in the order in which they began to wait."""
    racing = Seat.objects.in_live_race().values("player_id")
    return standing(now).filter(kind=Offer.Kind.OPEN).exclude(player__in=racing).order_by("created_at", "pk")


def between(one: Player, other: Player) -> QuerySet[Offer]:
    """What one of the two has asked the other by name and nobody has closed; two at most."""
    from_one, from_other = Q(player=one, to=other), Q(player=other, to=one)
    return Offer.objects.filter(kind=Offer.Kind.NAMED, closed_at=None).filter(from_one | from_other)


def suit(one: Offer, other: Offer, now: dt.datetime) -> bool:
    """Whether two open offers want the same, and each maker is welcome to the other and blocked by neither."""
    same = (one.rules, one.minutes, one.best_of) == (other.rules, other.minutes, other.best_of)
    if not same or audience.are_blocked(one.player_id, other.player_id):
        return False
    return is_welcome(one.player, other, now) and is_welcome(other.player, one, now)


def is_welcome(player: Player, offer: Offered, now: dt.datetime) -> bool:
    """Whether the player has the least authority that the offer asks for; who is new only where it says so."""
    if offer.least_authority is None:
        return True
    there = standing_of(player, now)
    if there is None:
        return False
    return offer.welcomes_new if there.is_new else there.authority >= offer.least_authority


def agreed_on(offer: Offer, player: Player) -> bool:
    """Whether the offer led to a match in which the player sits."""
    return offer.match_id is not None and Seat.objects.of(player.pk).filter(match_id=offer.match_id).exists()
