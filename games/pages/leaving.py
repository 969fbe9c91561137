"""Deleting one's account: what becomes of what, and the press that does it."""

from typing import cast

from allauth.account.decorators import reauthentication_required
from allauth.core.exceptions import ReauthenticationRequired
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from club.entrance import members_only
from club.leaving import end_sessions
from club.models import Player
from games import announce
from games import leaving as verbs
from games.models import Match, Seat
from games.pages.sitting import SeeOther, turned_away
from games.refusals import Refused
from games.writer import writer


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@members_only
def leave(request: HttpRequest) -> HttpResponse:
    """The password is asked for first; then the page says what a press does, and the press does it."""
    answer: HttpResponse
    try:
        answer = _do(request) if request.method == "POST" else _ask(request)
    except ReauthenticationRequired:
        if request.method != "POST":
            raise
        # Left to itself the press would be done as soon as the password is typed, perhaps days later.
        return SeeOther(resolve_url("account-delete"))
    return answer


@reauthentication_required
def _ask(request: HttpRequest) -> HttpResponse:
    player = cast("Player", request.user)
    against_others = Seat.objects.of(player.pk).going_on().exclude(mode=Match.Mode.SOLO)
    return render(request, "games/leaving.html", {"running": against_others.count()})


@reauthentication_required
def _do(request: HttpRequest) -> HttpResponse:
    player, now = cast("Player", request.user), timezone.now()
    try:
        told = writer.wait(lambda: verbs.leave(player, now))
    except Refused as refused:
        return turned_away(request, refused, "account-delete")
    announce.tell_from_page(told)
    end_sessions(player.pk, now)
    logout(request)
    messages.success(request, gettext("Your account is deleted. Thank you for the games."))
    return SeeOther(resolve_url("home"))
