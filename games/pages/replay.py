"""The replay of an ended game: its page, its boards, and playing on from any of them."""

import re

import orjson
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from club.errors import NotUnderstood
from club.guests import play_as
from club.limits import limited
from games import play, replays
from games.ended import EndedGame, ended_game
from games.pages.sitting import sit_down
from games.pages.table import FOR_GOOD

# Before the deal is closed nothing of it stays in a browser.
NOT_KEPT = "no-store"
MOVES = re.compile(r"0|[1-9][0-9]{0,4}")


@require_safe
def show(request: HttpRequest, key: str) -> HttpResponse:
    """The page, which fetches the boards by itself (`?seat=1&n=17` is for its script: where to open)."""
    game = _game(request, key)
    return render(request, "games/replay.html", {"game": game, "match_key": key, "rules": game.match.rules})


@require_safe
def boards(request: HttpRequest, key: str) -> HttpResponse:
    """Every board of every seat, as JSON."""
    game = _game(request, key)
    answer = HttpResponse(orjson.dumps(replays.replay_of(game)), content_type="application/json")
    answer["Cache-Control"] = FOR_GOOD if game.closed else NOT_KEPT
    return answer


@require_POST
@limited("table")
def play_from(request: HttpRequest, key: str) -> HttpResponse:
    """That seat's board after its first `n` moves, to be played on alone by whoever may see the game."""
    game = _game(request, key)
    places, moves = [str(seat.place) for seat in game.seats], request.POST.get("n", "")
    place = request.POST.get("seat", "")
    if place not in places or not MOVES.fullmatch(moves):
        raise NotUnderstood(gettext("A board is played on from one of the seats and a number of its moves."))
    seat, now = game.seats[places.index(place)], timezone.now()
    player = play_as(request)
    replay = resolve_url("replay", key)
    return sit_down(request, lambda: play.play_from(player, seat, int(moves), now), otherwise=replay)


def _game(request: HttpRequest, key: str) -> EndedGame:
    """The same answer for no such table, for a game that is not over and for one that is not the visitor's to see."""
    game = ended_game(key, request.user, timezone.now())
    if game is None:
        raise Http404
    return game
