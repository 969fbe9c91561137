"""Offers to play by correspondence in words, in the language active at that moment."""

import datetime as dt
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from club.authority import Standing
from games import correspondence, lobby_words, variants
from games.engine.rules import Rules
from games.models import CorrespondenceOffer
from games.play import TurnsWish
from games.player_pages import address_of


@dataclass(frozen=True, slots=True)
class OfferView:
    """An offer in a list: all but `key`, `kind`, `page` (of the maker's, empty for none) and `until` are words."""

    key: str
    kind: str
    who: str
    page: str
    standing: str
    to: str
    terms: str
    asks: str
    until: dt.datetime


def offer_view(offer: CorrespondenceOffer, standing: Standing | None = None) -> OfferView:
    """The offer, with the standing of its maker where the viewer is to see it. Wants both players loaded."""
    return OfferView(
        key=offer.key,
        kind=offer.kind,
        who=str(offer.player),
        page=address_of(offer.player),
        standing=lobby_words.standing_in_words(standing),
        to=str(offer.to) if offer.to else str(offer.get_kind_display()),
        terms=terms(correspondence.wish_of(offer)),
        asks=lobby_words.asks(offer),
        until=correspondence.expires_at(offer),
    )


def terms(wish: TurnsWish) -> str:
    """`Classic · 4 cards a turn · 1 spare day · with absence`."""
    cards, days = wish.turn_cards, wish.spare_days
    return " · ".join(
        [
            variants.name_of(wish.rules),
            ngettext("%(cards)d card a turn", "%(cards)d cards a turn", cards) % {"cards": cards},
            ngettext("%(days)d spare day", "%(days)d spare days", days) % {"days": days}
            if days
            else gettext("no spare day"),
            gettext("with absence") if wish.absence_allowed else gettext("no absence"),
        ]
    )


def course(wish: TurnsWish) -> str:
    """`12 turns of 4 cards, 24 hours each`: how long the match is. With redeals it can be longer."""
    turns = turns_of(wish.rules, wish.turn_cards)
    cards = ngettext("%(cards)d card", "%(cards)d cards", wish.turn_cards) % {"cards": wish.turn_cards}
    said = {"turns": turns, "cards": cards}
    if wish.rules.redeals:
        return gettext("At least %(turns)d turns of %(cards)s, 24 hours each.") % said
    return gettext("%(turns)d turns of %(cards)s, 24 hours each.") % said


def turns_of(rules: Rules, turn_cards: int) -> int:
    """How many turns the stock takes as it is dealt; a redeal adds to them."""
    return -(-rules.stock_size // turn_cards)


def spare_days(wish: TurnsWish) -> str:
    """What happens when somebody is late."""
    if not wish.spare_days:
        return gettext("Whoever lets a turn's time run out loses.")
    return ngettext(
        "Each has %(days)d spare day: a turn whose time runs out gets another 24 hours. After that it is lost.",
        "Each has %(days)d spare days: a turn whose time runs out gets another 24 hours, so many times. "
        "After that it is lost.",
        wish.spare_days,
    ) % {"days": wish.spare_days}


def absence(wish: TurnsWish) -> str:
    """Whether one may be away."""
    if wish.absence_allowed:
        return gettext("Once in the match each may be absent for 1 to 7 days.")
    return gettext("No absence: the turns come every day.")
