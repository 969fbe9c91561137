"""What the ways to an opponent have in common: asking somebody, agreeing on a match, closing an offer."""

import datetime as dt
from collections.abc import Iterable
from typing import TypedDict

from django.db.models import QuerySet

from club import audience
from club.audience import Part
from club.models import Player
from games import offers, play
from games.models import Match, Offer
from games.play import RaceWish
from games.refusals import Refused


class Terms(TypedDict):
    """A wish as the columns of an offer."""

    rules: str
    minutes: int | None
    best_of: int | None
    watchable: bool


def terms_of(wish: RaceWish) -> Terms:
    return Terms(rules=str(wish.rules), minutes=wish.minutes, best_of=wish.best_of, watchable=wish.watchable)


def refuse_unless_askable(player: Player, other: Player, now: dt.datetime) -> None:
    """Refused (`not-yourself`, `no-such-player`, `muted`, `no-challenges`) where the player may not challenge the other
    by name."""
    if player.pk == other.pk:
        raise Refused("not-yourself")
    there = audience.sight(player, other, now)
    if not there.findable:
        raise Refused("no-such-player")
    if player.is_muted_at(now):
        raise Refused("muted")
    if not there.sees(Part.ASKED):
        raise Refused("no-challenges")


def refuse_blocked(player_id: int, other_id: int) -> None:
    """Refused (`no-challenges`) where either of the two has blocked the other; nobody is told which."""
    if audience.are_blocked(player_id, other_id):
        raise Refused("no-challenges")


def asked(player: Player, other: Player) -> QuerySet[Offer]:
    """What the player has asked the other by name; one at most."""
    return offers.between(player, other).filter(player=player).select_related("player", "to", "after")


def ask(player: Player, other: Player, wish: RaceWish, now: dt.datetime, after: Match | None = None) -> Offer:
    """The player's one standing challenge to the other: the newest wishes are the ones that count."""
    standing = asked(player, other).first()
    if standing is None:
        return Offer.objects.create(
            player=player,
            to=other,
            kind=Offer.Kind.NAMED,
            after=after,
            created_at=now,
            heard_at=now,
            **terms_of(wish),
        )
    before, standing.after = standing.after_id, after
    standing.created_at = standing.heard_at = now
    change(standing, wish)
    if before != standing.after_id:
        show_at_tables([before])
    return standing


def change(offer: Offer, wish: RaceWish) -> None:
    """Store the offer with these wishes, and whatever else was changed in it."""
    for column, value in terms_of(wish).items():
        setattr(offer, column, value)
    offer.save()


def agree(offer: Offer, by: Player, now: dt.datetime, also: Offer | None = None, at: Match | None = None) -> Match:
    """The match that the offer leads to; everything else that the two had open for the same is answered by it.

    `also` is the other's own offer where two met; `at` the ended race at whose table they agreed, whose views its
    caller sees to. Refused (`you-are-racing`, `they-are-racing`).
    """
    if play.is_racing(by.pk, now):
        raise Refused("you-are-racing")
    if play.is_racing(offer.player_id, now):
        raise Refused("they-are-racing")
    wish = offers.wish_of(offer)
    if also is not None and not also.watchable:
        wish = RaceWish(wish.rules, wish.minutes, wish.best_of, watchable=False)
    follows = _place_after(at or offer.after)
    match = play.open_race((offer.player, by), wish, now, follows=follows)
    both = (offer.player, by)
    answered = offers.between(*both)
    shown_at = {offer.after_id, *answered.values_list("after_id", flat=True)} - {at.pk if at else None}
    answered.update(match=match, closed_at=now)
    Offer.objects.filter(kind=Offer.Kind.OPEN, closed_at=None, player__in=both).update(match=match, closed_at=now)
    offer.match, offer.closed_at = match, now
    offer.save(update_fields=["match", "closed_at"])
    show_at_tables(shown_at)
    return match


def _place_after(match: Match | None) -> Match | None:
    """The race that the new one follows, where that place is free."""
    return None if match is None or Match.objects.filter(follows=match).exists() else match


def close(offer: Offer, now: dt.datetime) -> None:
    """Nothing comes of it. Again harmless."""
    if offer.closed_at is None:
        offer.closed_at = now
        offer.save(update_fields=["closed_at"])
        show_at_tables([offer.after_id])


def show_at_tables(match_ids: Iterable[int | None]) -> None:
    """What is asked at these ended tables was changed from elsewhere: the versions of their views rise."""
    for match_id in {match_id for match_id in match_ids if match_id is not None}:
        table = play.load(match_id)
        table.show_all()
        table.store()
