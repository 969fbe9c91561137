"""The lobby in words: what is sent to a page or written into it, in the language active at that moment."""

import datetime as dt
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from club.authority import Standing
from games import clocks, offers, variants
from games.engine.rules import Rules
from games.lobby_view import Everybodys, Own
from games.models import Match, Offer
from games.models.offers import Offered
from games.player_pages import address_of


@dataclass(frozen=True, slots=True)
class WaitingView:
    """Somebody who waits for anyone: `who`, `standing`, `terms` and `asks` are words, the rest is for programs.

    `page` is here and below the address of the player's page, empty for a guest.
    """

    key: str
    who: str
    page: str
    standing: str
    terms: str
    asks: str
    rules: str
    minutes: int | None
    best_of: int | None
    least_authority: int | None
    welcomes_new: bool
    since: dt.datetime


@dataclass(frozen=True, slots=True)
class RacingView:
    """A race that may be watched; `since` is null before its boards are open."""

    table: str
    who: str
    page: str
    opponent: str
    opponent_page: str
    terms: str
    since: dt.datetime | None


@dataclass(frozen=True, slots=True)
class AskedView:
    """A challenge to the viewer; `is_here` says in words that who made it is in the lobby, else it is empty."""

    key: str
    who: str
    page: str
    standing: str
    is_here: str
    terms: str
    rematch: bool
    until: dt.datetime


@dataclass(frozen=True, slots=True)
class SentView:
    """A challenge by the viewer; `to` says whom it is made to, or that it is a link."""

    key: str
    kind: str
    to: str
    terms: str
    until: dt.datetime


@dataclass(frozen=True, slots=True)
class EverybodysView:
    waiting: list[WaitingView]
    racing: list[RacingView]


@dataclass(frozen=True, slots=True)
class OwnView:
    """`mine` is the viewer's own offer to anyone, `table` the key of their live race."""

    mine: WaitingView | None
    asked: list[AskedView]
    sent: list[SentView]
    table: str | None


def everybodys(seen: Everybodys) -> EverybodysView:
    waiting = [_waiting(offer, seen.standings.get(offer.player_id)) for offer in seen.waiting]
    return EverybodysView(waiting, [_racing(match) for match in seen.racing])


def own(seen: Own, now: dt.datetime) -> OwnView:
    return OwnView(
        mine=_waiting(seen.mine, None) if seen.mine else None,
        asked=[_asked(offer, seen.standings.get(offer.player_id), now) for offer in seen.asked],
        sent=[_sent(offer) for offer in seen.sent],
        table=seen.table,
    )


def _waiting(offer: Offer, standing: Standing | None) -> WaitingView:
    return WaitingView(
        key=offer.key,
        who=str(offer.player),
        page=address_of(offer.player),
        standing=standing_in_words(standing),
        terms=terms(offer.parsed_rules, offer.minutes, offer.best_of),
        asks=asks(offer),
        rules=offer.rules,
        minutes=offer.minutes,
        best_of=offer.best_of,
        least_authority=offer.least_authority,
        welcomes_new=offer.welcomes_new,
        since=offer.created_at,
    )


def _racing(match: Match) -> RacingView:
    one, other = sorted(match.seats.all(), key=lambda seat: seat.place)
    best_of = match.series.best_of if match.series else None
    return RacingView(
        table=match.key,
        who=str(one.player),
        page=address_of(one.player),
        opponent=str(other.player),
        opponent_page=address_of(other.player),
        terms=terms(match.rules, match.minutes, best_of),
        since=match.started_at,
    )


def _asked(offer: Offer, standing: Standing | None, now: dt.datetime) -> AskedView:
    return AskedView(
        key=offer.key,
        who=str(offer.player),
        page=address_of(offer.player),
        standing=standing_in_words(standing),
        is_here=gettext("is here") if is_here(offer, now) else "",
        terms=terms(offer.parsed_rules, offer.minutes, offer.best_of),
        rematch=offer.after_id is not None,
        until=offers.expires_at(offer),
    )


def _sent(offer: Offer) -> SentView:
    return SentView(
        key=offer.key,
        kind=offer.kind,
        to=str(offer.to) if offer.to else gettext("Link"),
        terms=terms(offer.parsed_rules, offer.minutes, offer.best_of),
        until=offers.expires_at(offer),
    )


def is_here(offer: Offer, now: dt.datetime) -> bool:
    """Whether the offer's maker has the lobby open, or a page of one of their challenges."""
    return now < clocks.away_from(offer.heard_at, None)


def terms(rules: Rules, minutes: int | None, best_of: int | None) -> str:
    """`Classic · 5 minutes`, `Giant, 5 waste piles · no clock · best of 3`."""
    clock = gettext("no clock")
    if minutes is not None:
        clock = ngettext("%(minutes)d minute", "%(minutes)d minutes", minutes) % {"minutes": minutes}
    parts = [variants.name_of(rules), clock]
    if best_of is not None:
        parts.append(gettext("best of %(races)d") % {"races": best_of})
    return " · ".join(parts)


def standing_in_words(standing: Standing | None) -> str:
    """The authority, or that it is new; nothing for a guest, whose name says so."""
    if standing is None:
        return ""
    if standing.is_new:
        return gettext("new")
    return gettext("authority %(authority)d") % {"authority": standing.authority}


def asks(offer: Offered) -> str:
    """What authority the offer asks for; nothing where it welcomes anybody."""
    if offer.least_authority is None:
        return ""
    words = gettext("wants authority %(authority)d or more, or a new member")
    if not offer.welcomes_new:
        words = gettext("wants authority %(authority)d or more")
    return words % {"authority": offer.least_authority}
