"""Reports: a form with room for some words, for a name, a match or what was written after it; and the thanks for it."""

import datetime as dt
from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from club.limits import limited
from club.models import Player, Report
from games import afterword, reporting
from games.forms import read_report
from games.pages.sitting import SeeOther, turned_away
from games.refusals import Refused
from games.writer import writer

type Verb = Callable[[Player, str, str, dt.datetime], Report]


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@limited("report")
def name(request: HttpRequest, name: str) -> HttpResponse:
    """A member's name."""
    player = reporting.named(name)
    if player is None:
        raise Http404
    what = gettext("the name %(player)s") % {"player": player}
    return _form(request, reporting.report_name, name, what)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@limited("report")
def match(request: HttpRequest, key: str) -> HttpResponse:
    """What the other did in a match of one's own."""
    other = reporting.opponent_at(_player(request), key)
    if other is None:
        raise Http404
    what = gettext("what %(player)s did in your match") % {"player": other.player}
    return _form(request, reporting.report_match, key, what, back=resolve_url("table", key))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@limited("report")
def talk(request: HttpRequest, key: str) -> HttpResponse:
    """What the other wrote after a match of one's own."""
    other = reporting.opponent_at(_player(request), key)
    if other is None or afterword.at(other.match) is None:
        raise Http404
    what = gettext("what %(player)s wrote after your match") % {"player": other.player}
    return _form(request, reporting.report_afterword, key, what, back=resolve_url("table", key))


def _form(request: HttpRequest, verb: Verb, of: str, what: str, back: str = "") -> HttpResponse:
    if request.method != "POST":
        shown = {
            "what": what,
            "back": back,
            "longest": Report.LONGEST,
            "opens_talk": verb is reporting.report_afterword,
        }
        return render(request, "moderation/report.html", shown)
    player, text, now = _player(request), read_report(request.POST), timezone.now()
    try:
        writer.wait(lambda: verb(player, of, text, now))
    except Refused as refused:
        return turned_away(request, refused, request.path)
    return SeeOther(resolve_url("report-thanks"))


@require_safe
@login_required
def thanks(request: HttpRequest) -> HttpResponse:
    """The report has arrived, and what happens now."""
    return render(request, "moderation/thanks.html")


def _player(request: HttpRequest) -> Player:
    """Whoever has no account sits nowhere."""
    if not request.user.is_authenticated:
        raise Http404
    return request.user
