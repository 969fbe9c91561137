"""Games by correspondence: what they are, who offers one, and the form that offers."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from club import notices
from club.guests import member_if_any
from club.limits import limited
from club.models import Player
from games import correspondence as verbs
from games import correspondence_lists, day_hint, house, lobby
from games.correspondence_words import OfferView, offer_view
from games.engine.errors import InvalidRules
from games.engine.rules import Layout, Rules
from games.forms import (
    REDEALS,
    SPARE_DAYS,
    TURN_CARDS,
    WASTE_PILES,
    least_authorities,
    read_turns_wish,
    read_welcome,
)
from games.lobby_view import Standings
from games.models import CorrespondenceOffer
from games.pages.own_zone import in_own_zone
from games.pages.sitting import SeeOther, turned_away
from games.play import TurnsWish
from games.refusals import Refused
from games.standing import standing_of
from games.variants import NAMES
from games.writer import writer

USUAL = TurnsWish(Rules(Layout.CLASSIC))
LONGEST_NAME = 100
# What the form held last, in the session, so that a refusal takes nothing from it.
LAST_WISH = "turns_wish"


@require_safe
@in_own_zone
def offers(request: HttpRequest) -> HttpResponse:
    """Anybody may look; offering and accepting are for members."""
    now, standings = timezone.now(), Standings()
    member = member_if_any(request)
    own = standing_of(member, now) if member else None
    open_offers = correspondence_lists.open_to(member.pk if member else None, own, now)
    shown: dict[str, object] = {"now": now}
    asked: list[CorrespondenceOffer] = []
    if member is not None:
        asked = correspondence_lists.asked_of(member, now)
        shown |= {
            "mine": [offer_view(offer) for offer in correspondence_lists.made_by(member, now)],
            "wish": _last_wish(request, member),
            "layouts": NAMES.items(),
            "waste_piles": WASTE_PILES,
            "redeals": REDEALS,
            "turn_cards": TURN_CARDS.values(),
            "spare_days": SPARE_DAYS.values(),
            "least_authorities": least_authorities(own),
            "house_levels": house.LEVELS.items(),
            "ways": notices.reaches(member),
        }
    makers = standings.of((offer.player_id for offer in (*open_offers, *asked)), now)

    def viewed(offer: CorrespondenceOffer) -> OfferView:
        return offer_view(offer, makers.get(offer.player_id))

    shown |= {"open_offers": list(map(viewed, open_offers)), "asked": list(map(viewed, asked))}
    return render(request, "games/correspondence.html", shown)


def _last_wish(request: HttpRequest, member: Player) -> TurnsWish:
    """What the player wanted last, to be chosen already."""
    kept = request.session.get(LAST_WISH)
    if isinstance(kept, list) and len(kept) == 4:
        try:
            return TurnsWish(Rules.parse(kept[0]), kept[1], kept[2], kept[3])
        except InvalidRules:
            pass
    return correspondence_lists.last_wish(member) or USUAL


@require_POST
@limited("offer")
def make(request: HttpRequest) -> HttpResponse:
    """An offer to anyone, by link (`by=link`) or to the member whose name the form has (`by=name`); to its page."""
    wish, welcome, now = read_turns_wish(request.POST), read_welcome(request.POST), timezone.now()
    by, name = request.POST.get("by", ""), request.POST.get("name", "").strip()
    member = member_if_any(request)
    if member is None:
        return turned_away(request, Refused("members-only"), "correspondence")
    request.session[LAST_WISH] = [str(wish.rules), wish.turn_cards, wish.spare_days, wish.absence_allowed]
    try:
        if by == "link":
            offer = writer.wait(lambda: verbs.offer_by_link(member, wish, now))
        elif by == "name":
            other = _named(name)
            offer = writer.wait(lambda: verbs.challenge(member, other, wish, now))
            day_hint.tell_from_page([other.pk])
        elif name:
            # Enter in that field presses a form's first button, and whoever typed a name did not mean anyone.
            raise Refused("name-left-over")
        else:
            offer = writer.wait(lambda: verbs.offer_anyone(member, wish, welcome, now))
    except Refused as refused:
        return turned_away(request, refused, "correspondence")
    return SeeOther(resolve_url("correspondence-challenge", offer.key))


def _named(name: str) -> Player:
    """Refused (`no-such-player`)."""
    other = lobby.member_named(name) if 0 < len(name) <= LONGEST_NAME else None
    if other is None:
        raise Refused("no-such-player")
    return other
