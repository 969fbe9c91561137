"""One offer to play by correspondence: its page for its maker and for those who may answer, and the answers."""

import datetime as dt
from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from club import notices
from club.errors import NotUnderstood
from club.guests import member_if_any
from club.limits import limited
from club.models import Player
from games import correspondence, correspondence_lists, correspondence_words, day_hint, lobby_words, variants
from games.correspondence_lists import Fate
from games.forms import read_contribution
from games.models import CorrespondenceOffer, Match, Seat
from games.pages.challenge import qr_code
from games.pages.own_zone import in_own_zone
from games.pages.sitting import SeeOther, turned_away
from games.refusals import Refused
from games.standing import standing_of
from games.writer import writer


@require_safe
@in_own_zone
def show(request: HttpRequest, key: str) -> HttpResponse:
    """Its maker sees the link and waits; whoever may answer sees who asks, and for what. It begins nothing."""
    now = timezone.now()
    offer = _known_offer(request, key)
    if offer.match is not None and _sits_at(request, offer.match):
        return redirect("table", offer.match.key)
    fate = correspondence_lists.fate_of(offer, now)
    mine = offer.player == request.user
    if fate is not Fate.STANDS:
        # Not 410, which browsers keep.
        return render(request, "games/correspondence_gone.html", {"offer": offer, "fate": fate.value, "mine": mine})
    wish = correspondence.wish_of(offer)
    shown: dict[str, object] = {
        "offer": offer,
        "name": variants.name_of(wish.rules),
        "course": correspondence_words.course(wish),
        "spare_days": correspondence_words.spare_days(wish),
        "absence": correspondence_words.absence(wish),
        "asks": lobby_words.asks(offer),
        "until": correspondence.expires_at(offer),
    }
    member = member_if_any(request)
    shown["member"] = member is not None
    if member is not None:
        shown["ways"] = notices.reaches(member)
    if mine:
        address = request.build_absolute_uri(request.path)
        added = bytes(offer.contribution).hex() if offer.contribution is not None else ""
        made = {"address": address, "qr": qr_code(address), "added": added}
        return render(request, "games/correspondence_made.html", shown | made)
    shown["standing"] = lobby_words.standing_in_words(standing_of(offer.player, now))
    return render(request, "games/correspondence_offer.html", shown)


def _known_offer(request: HttpRequest, key: str) -> CorrespondenceOffer:
    """An offer to somebody is known to the two, others to whoever has the key; the same 404 for no such offer."""
    found = CorrespondenceOffer.objects.filter(key=key).select_related("player", "to", "match", "deal").first()
    if found is None or (found.to_id is not None and request.user.pk not in (found.player_id, found.to_id)):
        raise Http404
    return found


def _sits_at(request: HttpRequest, match: Match) -> bool:
    """Whether the visitor is one of the two who play it."""
    return request.user.is_authenticated and Seat.objects.of(request.user.pk).filter(match=match).exists()


@require_POST
def contribute(request: HttpRequest, key: str) -> HttpResponse:
    """The maker's page adds its bytes to the deal, once; the answer is those that count, in hex."""
    player, contribution = _player(request), read_contribution(request.POST)
    if contribution is None:
        raise NotUnderstood(gettext("A contribution is 32 hex digits."))
    try:
        counts = writer.wait(lambda: correspondence.contribute(key, player, contribution))
    except Refused as refused:
        raise Http404 from refused
    return HttpResponse(counts.hex(), content_type="text/plain")


@require_POST
@limited("offer")
def accept(request: HttpRequest, key: str) -> HttpResponse:
    """To the table. Whoever is no member yet is sent to sign up, and comes back here."""
    contribution, now = read_contribution(request.POST), timezone.now()
    offer = _known_offer(request, key)
    page = resolve_url("correspondence-challenge", key)
    member = member_if_any(request)
    if member is None:
        messages.error(request, str(Refused("members-only").sentence))
        return redirect_to_login(page, "account_signup")
    try:
        match = writer.wait(lambda: correspondence.accept(key, member, contribution, now))
    except Refused as refused:
        if refused.code in ("offer-taken", "offer-closed"):
            # The page says by itself what became of it.
            return SeeOther(page)
        return turned_away(request, refused, page)
    day_hint.tell_from_page([offer.player_id, member.pk])
    return SeeOther(resolve_url("table", match.key))


@require_POST
def decline(request: HttpRequest, key: str) -> HttpResponse:
    """An offer to oneself is declined."""
    return _close(request, key, correspondence.decline, gettext("Declined."))


@require_POST
def withdraw(request: HttpRequest, key: str) -> HttpResponse:
    """One's own offer is withdrawn; where it was accepted just before, to the table."""
    return _close(request, key, correspondence.withdraw, gettext("Withdrawn."))


def _close(
    request: HttpRequest, key: str, verb: Callable[[str, Player, dt.datetime], CorrespondenceOffer], done: str
) -> HttpResponse:
    now, player = timezone.now(), _player(request)
    try:
        offer = writer.wait(lambda: verb(key, player, now))
    except Refused as refused:
        return turned_away(request, refused, "correspondence")
    day_hint.tell_from_page([offer.player_id, offer.to_id])
    if offer.match is not None:
        return SeeOther(resolve_url("table", offer.match.key))
    messages.success(request, done)
    return SeeOther(resolve_url("correspondence"))


def _player(request: HttpRequest) -> Player:
    """Whoever has no account has no offers."""
    if not request.user.is_authenticated:
        raise Http404
    return request.user
