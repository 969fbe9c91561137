"""Challenges: by link or QR code, or to a member by name; their page, and the answers to them."""

import datetime as dt
from collections.abc import Callable

import segno
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from club.guests import play_as
from club.limits import limited
from club.models import Player
from games import lobby, lobby_words, offers
from games.forms import read_race_wish
from games.lobby_socket import tell_from_page
from games.models import Offer
from games.pages.sitting import SeeOther, turned_away
from games.refusals import Refused
from games.standing import standing_of
from games.writer import writer

LONGEST_NAME = 100


@require_POST
@limited("offer")
def make(request: HttpRequest) -> HttpResponse:
    """A challenge by link (`by=link`) or to the member whose name the form has; if that one asked too, to the table."""
    wish, now = read_race_wish(request.POST), timezone.now()
    by_link, name = request.POST.get("by") == "link", request.POST.get("name", "").strip()
    other = lobby.member_named(name) if not by_link and 0 < len(name) <= LONGEST_NAME else None
    if other is None and not by_link:
        return turned_away(request, Refused("no-such-player"), "race")
    player = play_as(request)
    try:
        if other is None:
            offer = writer.wait(lambda: lobby.offer_by_link(player, wish, now))
        else:
            named = other
            offer = writer.wait(lambda: lobby.challenge(player, named, wish, now))
    except Refused as refused:
        return turned_away(request, refused, "race")
    tell_from_page([offer.player_id, offer.to_id])
    if offer.match is not None:
        return SeeOther(resolve_url("table", offer.match.key))
    if other is None:
        return SeeOther(resolve_url("challenge", offer.key))
    messages.success(request, gettext("%(name)s is asked. The challenge stands for a day.") % {"name": other})
    return SeeOther(resolve_url("race"))


@require_safe
def show(request: HttpRequest, key: str) -> HttpResponse:
    """Its maker sees the link and waits; whoever else may answer sees who asks, and for what. It begins nothing."""
    now = timezone.now()
    offer = _known_offer(request, key)
    if offer.kind == Offer.Kind.OPEN:
        return redirect("race")
    if offer.match is not None and request.user.is_authenticated and offers.agreed_on(offer, request.user):
        return redirect("table", offer.match.key)
    shown = {
        "offer": offer,
        "terms": lobby_words.terms(offer.parsed_rules, offer.minutes, offer.best_of),
        "until": offers.expires_at(offer),
        "mine": offer.player == request.user,
    }
    if not offers.stands(offer, now):
        # Not 410, which browsers keep: a race that was called off opens its link again.
        return render(request, "games/challenge_gone.html", shown | {"taken": offer.match_id is not None})
    if shown["mine"]:
        address = request.build_absolute_uri(request.path)
        return render(request, "games/challenge_made.html", shown | {"address": address, "qr": qr_code(address)})
    standing = lobby_words.standing_in_words(standing_of(offer.player, now))
    here = lobby_words.is_here(offer, now)
    return render(request, "games/challenge.html", shown | {"standing": standing, "here": here})


def _known_offer(request: HttpRequest, key: str) -> Offer:
    """A challenge to somebody is known to the two, others to whoever has the key; the same 404 for no such offer."""
    found = Offer.objects.filter(key=key).select_related("player", "to", "match").first()
    if found is None or (found.to_id is not None and request.user.pk not in (found.player_id, found.to_id)):
        raise Http404
    return found


def qr_code(address: str) -> str:
    """The address as an SVG element, without a style or a size of its own."""
    return segno.make(address, error="m", micro=False).svg_inline(omitsize=True, svgclass=None, lineclass=None)


@require_POST
@limited("offer")
def accept(request: HttpRequest, key: str) -> HttpResponse:
    """To the table; who has no account becomes a guest, unless there is nothing left to accept."""
    now = timezone.now()
    offer = _known_offer(request, key)
    if not request.user.is_authenticated and not offers.stands(offer, now):
        return _not_accepted(request, Refused("offer-closed"), offer)
    player = play_as(request)
    try:
        match = writer.wait(lambda: lobby.accept(key, player, now))
    except Refused as refused:
        return _not_accepted(request, refused, offer)
    tell_from_page(match.seats.values_list("player_id", flat=True))
    return SeeOther(resolve_url("table", match.key))


def _not_accepted(request: HttpRequest, refused: Refused, offer: Offer) -> HttpResponse:
    """Back to where it was pressed; the page of a challenge says by itself that it is taken or closed."""
    if offer.kind == Offer.Kind.OPEN:
        return turned_away(request, refused, "race")
    if refused.code in ("offer-taken", "offer-closed"):
        return SeeOther(resolve_url("challenge", offer.key))
    return turned_away(request, refused, resolve_url("challenge", offer.key))


@require_POST
def decline(request: HttpRequest, key: str) -> HttpResponse:
    """A challenge to oneself is declined."""
    return _close(request, key, lobby.decline)


@require_POST
def withdraw(request: HttpRequest, key: str) -> HttpResponse:
    """One's own offer or challenge is withdrawn; where it was accepted just before, to the table."""
    return _close(request, key, lobby.withdraw)


def _close(request: HttpRequest, key: str, verb: Callable[[str, Player, dt.datetime], Offer]) -> HttpResponse:
    now = timezone.now()
    if not request.user.is_authenticated:
        raise Http404
    player = request.user
    try:
        offer = writer.wait(lambda: verb(key, player, now))
    except Refused as refused:
        return turned_away(request, refused, "race")
    tell_from_page([offer.player_id, offer.to_id])
    if offer.match is not None:
        return SeeOther(resolve_url("table", offer.match.key))
    return SeeOther(resolve_url("race"))
