"""All of one's data: what the file holds, and the press that makes it."""

from typing import cast

from allauth.account.decorators import reauthentication_required
from allauth.core.exceptions import ReauthenticationRequired
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render, resolve_url
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from club.entrance import members_only
from club.limits import limited
from club.models import Player
from games import export as files
from games.pages.sitting import SeeOther


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@members_only
def export(request: HttpRequest) -> HttpResponseBase:
    """The password is asked for first, as where the account is deleted; then a press gives the file, thrice a day."""
    answer: HttpResponseBase
    try:
        answer = _file(request) if request.method == "POST" else _ask(request)
    except ReauthenticationRequired:
        if request.method != "POST":
            raise
        answer = SeeOther(resolve_url("account-export"))
    return answer


@reauthentication_required
def _ask(request: HttpRequest) -> HttpResponse:
    return render(request, "account/export.html")


@reauthentication_required
@limited("export")
def _file(request: HttpRequest) -> HttpResponse:
    player, now = cast("Player", request.user), timezone.now()
    answer = HttpResponse(files.written(player, now), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="the-fairest-{now:%Y-%m-%d}.json"'
    return answer
