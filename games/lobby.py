"""The verbs of the lobby: offers are made, answered and closed here, inside the caller's transaction."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from django.db.models import Q

from club.models import Player
from club.names import fold
from games import offers, play
from games.agreeing import (
    agree,
    ask,
    asked,
    change,
    close,
    refuse_blocked,
    refuse_unless_askable,
    show_at_tables,
    terms_of,
)
from games.models import Match, Offer, Seat
from games.play import RaceWish
from games.refusals import Refused
from games.standing import standing_of

# Of each kind, from one player at a time.
MOST_LINKS = 10
MOST_ASKED = 20
# To one player, from all others.
MOST_ASKING = 50
# So many who wait are looked through for one who suits; the lobby shows no more either.
MOST_WAITING = 50
LAPSED_AT_ONCE = 500
# How long a closed offer is kept, so that its address can still say what became of it.
KEPT_FOR = dt.timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Welcome:
    """Whom an open offer welcomes: anybody, or members of that authority at least, and new ones where it says so."""

    least_authority: int | None = None
    welcomes_new: bool = True


# --- to anyone --------------------------------------------------------------------------------------------------------


def race_anyone(player: Player, wish: RaceWish, welcome: Welcome, now: dt.datetime) -> Match | None:
    """The match with whoever has waited longest for the same; else None, and the player waits from now on.

    Pressed twice it is one offer and one match. Refused (`you-are-racing`, `above-your-authority`).
    """
    live = play.live_race_of(player.pk)
    if live is not None and _just_agreed_on(live):
        return live
    if live is not None and play.is_racing(player.pk, now):
        raise Refused("you-are-racing")
    refuse_more_than_own(player, welcome, now)
    mine = _wait(player, wish, welcome, now)
    for other in offers.waiting(now).exclude(player=player).select_related("player", "after")[:MOST_WAITING]:
        if offers.suit(mine, other, now):
            return agree(other, player, now, also=mine)
    return None


def _just_agreed_on(match: Match) -> bool:
    """Whether the match came from an offer and has not begun: asking again, by a double press, means that one."""
    return match.phase in (Match.Phase.OPENING, Match.Phase.STARTING) and match.agreed_by.exists()


def refuse_more_than_own(player: Player, welcome: Welcome, now: dt.datetime) -> None:
    """Nobody asks for more authority than they have. Refused (`above-your-authority`)."""
    if welcome.least_authority is None:
        return
    own = standing_of(player, now)
    if own is None or own.is_new or welcome.least_authority > own.authority:
        raise Refused("above-your-authority")


def _wait(player: Player, wish: RaceWish, welcome: Welcome, now: dt.datetime) -> Offer:
    """The player's one open offer; asked for with the same wishes while it stands, it keeps its place in the row."""
    mine = Offer.objects.filter(player=player, kind=Offer.Kind.OPEN, closed_at=None).select_related("player").first()
    if mine is None:
        mine = Offer(player=player, kind=Offer.Kind.OPEN, created_at=now)
    elif not (offers.stands(mine, now) and _wants(mine) == (wish, welcome)):
        mine.created_at = now
    mine.heard_at = now
    mine.least_authority, mine.welcomes_new = welcome.least_authority, welcome.welcomes_new
    change(mine, wish)
    return mine


def _wants(offer: Offer) -> tuple[RaceWish, Welcome]:
    return offers.wish_of(offer), Welcome(offer.least_authority, offer.welcomes_new)


def pair(now: dt.datetime) -> list[Match]:
    """Match those who wait for the same and missed each other, such as one who was lost for a moment and came back."""
    matches = []
    alone: list[Offer] = []
    for offer in offers.waiting(now).select_related("player", "after")[:MOST_WAITING]:
        other = next(filter(partial(offers.suit, offer, now=now), alone), None)
        if other is None:
            alone.append(offer)
        else:
            alone.remove(other)
            matches.append(agree(other, offer.player, now, also=offer))
    return matches


# --- to somebody ------------------------------------------------------------------------------------------------------


def offer_by_link(player: Player, wish: RaceWish, now: dt.datetime) -> Offer:
    """A challenge for whoever opens its address; asked for with the same wishes while it stands, the same one."""
    links = offers.standing(now).filter(player=player, kind=Offer.Kind.LINK)
    same = links.filter(**terms_of(wish)).first()
    if same is not None:
        return same
    if links.count() >= MOST_LINKS:
        raise Refused("too-many-offers")
    return Offer.objects.create(player=player, kind=Offer.Kind.LINK, created_at=now, heard_at=now, **terms_of(wish))


def member_named(name: str) -> Player | None:
    """The member of that name, however it is capitalised and spaced."""
    return Player.objects.filter(
        name_folded=fold(" ".join(name.split())), approved_at__isnull=False, is_active=True
    ).first()


def challenge(player: Player, other: Player, wish: RaceWish, now: dt.datetime) -> Offer:
    """The player's one challenge to that member; has that one asked too, it is theirs, with its match.

    Refused (`not-yourself`, `no-such-player`, `muted`, `no-challenges`, `too-many-offers`, `asked-by-many`,
    `you-are-racing`, `they-are-racing`).
    """
    if player.pk == other.pk:
        raise Refused("not-yourself")
    live = play.live_race_of(player.pk)
    if live is not None and _just_agreed_on(live) and live.seats.filter(player=other).exists():
        return live.agreed_by.all()[0]
    standing = offers.standing(now)
    theirs = asked(other, player).filter(pk__in=standing.values("pk")).first()
    if theirs is not None:
        refuse_blocked(player.pk, other.pk)
        agree(theirs, player, now)
        return theirs
    refuse_unless_askable(player, other, now)
    if standing.filter(player=player, kind=Offer.Kind.NAMED).exclude(to=other).count() >= MOST_ASKED:
        raise Refused("too-many-offers")
    if standing.filter(to=other).exclude(player=player).count() >= MOST_ASKING:
        raise Refused("asked-by-many")
    return ask(player, other, wish, now)


# --- answers ----------------------------------------------------------------------------------------------------------


def accept(key: str, player: Player, now: dt.datetime) -> Match:
    """The match with the offer's maker; again for the same player the same one.

    Refused (`no-such-offer`, `not-yourself`, `offer-taken`, `offer-closed`, `no-challenges`, `not-welcome`,
    `you-are-racing`, `they-are-racing`).
    """
    offer = _of_key(key)
    if offer.match is not None:
        if offers.agreed_on(offer, player):
            return offer.match
        raise Refused("offer-taken")
    if offer.player_id == player.pk:
        raise Refused("not-yourself")
    if offer.to_id not in (None, player.pk):
        raise Refused("no-such-offer")
    if not offers.stands(offer, now):
        raise Refused("offer-closed")
    refuse_blocked(player.pk, offer.player_id)
    if not offers.is_welcome(player, offer, now):
        raise Refused("not-welcome")
    return agree(offer, player, now)


def decline(key: str, player: Player, now: dt.datetime) -> Offer:
    """A challenge to this player is closed. Again harmless; Refused (`no-such-offer`) for anybody else's."""
    offer = _of_key(key)
    if offer.to_id != player.pk:
        raise Refused("no-such-offer")
    close(offer, now)
    return offer


def withdraw(key: str, player: Player, now: dt.datetime) -> Offer:
    """The player's own offer is closed; where it led to a match already, that stands. Again harmless."""
    offer = _of_key(key)
    if offer.player_id != player.pk:
        raise Refused("no-such-offer")
    close(offer, now)
    return offer


def _of_key(key: str) -> Offer:
    locked = Offer.objects.select_for_update(of=("self",)).select_related("player", "match", "after")
    offer = locked.filter(key=key).first()
    if offer is None:
        raise Refused("no-such-offer")
    return offer


# --- after a race -----------------------------------------------------------------------------------------------------


def rematch(match: Match, seats: list[Seat], place: int, now: dt.datetime) -> None:
    """The player of that place wants the same again; has the other asked, by whatever way, the next match is opened.

    The caller lets the versions of the table's views rise. Again harmless. Refused (`not-a-race`, `not-over`,
    `they-have-left`, `no-challenges`, `in-a-race`).
    """
    _refuse_unless_over(match)
    if Match.objects.filter(follows=match).exists():
        return
    me, other = _two(seats, place)
    if me.has_left or other.has_left:
        raise Refused("they-have-left")
    refuse_blocked(me.pk, other.pk)
    best_of = match.series.best_of if match.series else None
    wish = RaceWish(match.rules, match.minutes, best_of, match.watchable)
    if other.is_house:
        # The house wants the same again whenever it is asked.
        play.open_race((me, other), wish, now, follows=match)
        return
    if play.is_racing(me.pk, now) or play.is_racing(other.pk, now):
        raise Refused("in-a-race")
    # What was asked at this table stands while one of the two is there; and one of them is speaking.
    standing = Q(after=match) | Q(pk__in=offers.standing(now).values("pk"))
    theirs = asked(other, me).filter(standing).first()
    if theirs is not None:
        agree(theirs, me, now, at=match)
        return
    ask(me, other, wish, now, after=match)


def no_rematch(match: Match, seats: list[Seat], place: int, now: dt.datetime) -> None:
    """What the two have asked each other at this table is closed; the caller lets the views' versions rise."""
    _refuse_unless_over(match)
    offers.between(*_two(seats, place)).filter(after=match).update(closed_at=now)


def rematch_state(match: Match, seats: list[Seat], place: int, now: dt.datetime) -> str:
    """`offered` by the player of that place, `asked` by the other, else empty. Never changed by time alone."""
    if match.mode != Match.Mode.RACE or place == play.WATCHERS:
        return ""
    me, other = _two(seats, place)
    maker = offers.between(me, other).filter(after=match).values_list("player_id", flat=True).first()
    if maker is None:
        return ""
    return "offered" if maker == me.pk else "asked"


def _refuse_unless_over(match: Match) -> None:
    if match.mode != Match.Mode.RACE:
        raise Refused("not-a-race")
    if match.phase != Match.Phase.ENDED or (match.series is not None and match.series.ended_at is None):
        raise Refused("not-over")


def _two(seats: list[Seat], place: int) -> tuple[Player, Player]:
    """The player of that place, and the other."""
    return seats[place - 1].player, seats[2 - place].player


# --- time -------------------------------------------------------------------------------------------------------------


def hear(player_ids: Iterable[int], now: dt.datetime) -> None:
    """These players are in the lobby: their offers stand on, and those of one who was lost for a moment stand again."""
    lost = Q(kind=Offer.Kind.OPEN, heard_at__lte=now - offers.COMES_BACK_WITHIN)
    Offer.objects.filter(closed_at=None, player__in=player_ids).exclude(lost).update(heard_at=now)


def lapse(now: dt.datetime) -> int:
    """Close what will not stand again, and forget what was closed long ago; how many were closed. Again harmless."""
    gone = list(offers.lapsed(now).values_list("pk", "after_id")[:LAPSED_AT_ONCE])
    Offer.objects.filter(pk__in=[pk for pk, _ in gone]).update(closed_at=now)
    show_at_tables(after_id for _, after_id in gone)
    oldest = list(Offer.objects.order_by("pk")[:LAPSED_AT_ONCE])
    forgotten = [offer.pk for offer in oldest if offer.closed_at is not None and offer.closed_at <= now - KEPT_FOR]
    Offer.objects.filter(pk__in=forgotten).delete()
    return len(gone)
