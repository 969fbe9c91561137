"""The analysis of an ended game: asked for by a form, and told as JSON as far as it has come."""

import orjson
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games import analyses, analysis_words, thinking
from games.ended import EndedGame, ended_game
from games.pages.sitting import SeeOther
from games.refusals import Refused
from games.writer import writer


@require_POST
def ask(request: HttpRequest, key: str) -> HttpResponse:
    """Have every seat of the game analysed; whoever may see it and plays here may ask. To the summary, which says why
    not where it is refused."""
    game, now = _game(request, key), timezone.now()
    try:
        if not request.user.is_authenticated:
            raise Refused("analysis-for-players")
        player = request.user
        writer.wait(lambda: analyses.ask(game, player, now))
    except Refused as refused:
        messages.error(request, str(refused.sentence))
    else:
        thinking.wake()
    return SeeOther(resolve_url("summary", key) + "#analysis")


@require_safe
@never_cache
def show(request: HttpRequest, key: str) -> HttpResponse:
    """How far it has come, and what it has found so far. With `panel` also the summary's panel, as HTML."""
    game = _game(request, key)
    player = request.user if request.user.is_authenticated else None
    analysis = analyses.shown(game, player, timezone.now())
    if "panel" not in request.GET:
        return _json(analysis)
    panel = analysis_words.in_words(game, analysis, player is not None)
    html = render_to_string("games/summary_analysis.html", {"match_key": key, "analysis": panel}, request)
    return _json({"analysis": analysis, "panel": html})


def _game(request: HttpRequest, key: str) -> EndedGame:
    """The same answer for no such table, for one still played and for one that is not the visitor's to see."""
    game = ended_game(key, request.user, timezone.now())
    if game is None:
        raise Http404
    return game


def _json(said: object) -> HttpResponse:
    return HttpResponse(orjson.dumps(said), content_type="application/json")
