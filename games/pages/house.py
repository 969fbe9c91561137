"""Sitting down with the house: a race at once, a match by correspondence after a look at what is offered."""

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import resolve_url
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from club.errors import NotUnderstood
from club.guests import member_if_any, play_as
from club.limits import limited
from games import house
from games.forms import read_race_wish, read_turns_wish
from games.lobby_socket import tell_from_page
from games.pages.sitting import SeeOther, turned_away
from games.refusals import Refused
from games.writer import writer


@require_POST
@limited("table")
def race(request: HttpRequest) -> HttpResponse:
    """To the table, for guests too; a wish for watchers is passed over."""
    level, wish, now = _read_level(request.POST), read_race_wish(request.POST), timezone.now()
    player = play_as(request)
    try:
        match = writer.wait(lambda: house.race(player, level, wish, now))
    except Refused as refused:
        return turned_away(request, refused, "race")
    tell_from_page([player.pk])
    return SeeOther(resolve_url("table", match.key))


@require_POST
@limited("offer")
def turns(request: HttpRequest) -> HttpResponse:
    """To the page of the house's offer, which shows the commitment; accepting it there begins the match."""
    level, wish, now = _read_level(request.POST), read_turns_wish(request.POST), timezone.now()
    member = member_if_any(request)
    if member is None:
        return turned_away(request, Refused("members-only"), "correspondence")
    try:
        offer = writer.wait(lambda: house.offer_turns(member, level, wish, now))
    except Refused as refused:
        return turned_away(request, refused, "correspondence")
    return SeeOther(resolve_url("correspondence-challenge", offer.key))


def _read_level(form: QueryDict) -> str:
    """Raises NotUnderstood with a sentence for people."""
    level = form.get("level", "")
    if level not in house.LEVELS:
        raise NotUnderstood(gettext("There is no such house player."))
    return level
