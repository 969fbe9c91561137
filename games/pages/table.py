"""The table: the page, the boards of closed turns and at single moves, the deal again, playing on, the record file."""

from collections.abc import Callable

import orjson
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from club.limits import limited
from games import afterword, blocking, notes, play, records, remarks, views_of
from games.ended import ended_game
from games.models import Match, Seat
from games.overdue import end_overdue
from games.pages.sitting import SeeOther, sit_down
from games.player_pages import address_of
from games.refusals import Refused
from games.tables import At, place_of
from games.writer import writer

# What a turn ended with never changes, nor what stood at a move of an ended match; another who signs in on the same
# browser does not get it.
FOR_GOOD = "private, max-age=31536000, immutable"


@require_safe
def table(request: HttpRequest, key: str) -> HttpResponse:
    """The page holds no card: everything comes by the socket, from the one place that decides what is seen."""
    at = _place(request, key)
    match = Match.objects.select_related("deal").get(pk=at.match_id)
    shown = {"match_key": key, "mode": match.mode, "rules": match.rules, "seated": at.place != play.WATCHERS}
    if match.open_stock and at.seat_id is not None:
        shown["guided"] = Seat.objects.filter(pk=at.seat_id, practice=Seat.Practice.GUIDED).exists()
    if match.mode != Match.Mode.SOLO:
        shown["ready_made"] = remarks.READY_MADE
    if match.mode == Match.Mode.RACE and at.seat_id is not None:
        shown["afterword_before"] = afterword.before(match)
    if match.mode == Match.Mode.CORRESPONDENCE and at.seat_id is not None:
        shown["note"] = notes.read(at.seat_id)
    if match.mode != Match.Mode.SOLO and at.seat_id is not None:
        other = Seat.objects.filter(match=match).exclude(pk=at.seat_id).select_related("player").get().player
        shown["other"], shown["other_page"] = other, address_of(other)
    return render(request, "games/table.html", shown)


@require_safe
def turn_end(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Both boards at the end of that closed turn, for the two players; the same 404 for any other and for others."""
    at = _place(request, key)
    if not Match.objects.filter(pk=at.match_id, mode=Match.Mode.CORRESPONDENCE).exists():
        raise Http404
    end_overdue(Seat.objects.filter(match_id=at.match_id), timezone.now())
    return _for_good(lambda: views_of.turn_end(play.load(at.match_id), number))


@require_safe
def boards_at_move(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Both boards of an ended match after that many standing moves, for whoever may see how it ended; the same 404 for
    any other number and for others."""
    at = _place(request, key)
    if Match.objects.filter(pk=at.match_id, mode=Match.Mode.SOLO).exists():
        raise Http404
    end_overdue(Seat.objects.filter(match_id=at.match_id), timezone.now())
    return _for_good(lambda: views_of.boards_at_move(play.load(at.match_id), number))


def _for_good[T](look: Callable[[], T]) -> HttpResponse:
    """What never changes, as JSON; 404 where it is refused."""
    try:
        seen = writer.wait(look)
    except Refused as refused:
        raise Http404 from refused
    answer = HttpResponse(orjson.dumps(seen), content_type="application/json")
    answer["Cache-Control"] = FOR_GOOD
    return answer


@require_POST
@limited("table")
def again(request: HttpRequest, key: str) -> HttpResponse:
    """The deal of one's own table once more, as practice, once it is closed."""
    seat, now = _own_seat(request, key), timezone.now()
    return sit_down(request, lambda: play.open_same_deal(seat.player, seat, now), otherwise="my-games")


@require_POST
@limited("table")
def play_on(request: HttpRequest, key: str) -> HttpResponse:
    """One's own board of an ended race, to be played on alone."""
    seat, now = _own_seat(request, key), timezone.now()
    return sit_down(request, lambda: play.play_on(seat.player, seat.match, now), otherwise="my-games")


@require_POST
def block(request: HttpRequest, key: str) -> HttpResponse:
    """The visitor wants nothing more of whom they have met at this table; the match goes on to its end."""
    seat, now = _own_seat(request, key), timezone.now()
    other = Seat.objects.filter(match=seat.match_id).exclude(pk=seat.pk).select_related("player").first()
    if other is None or other.player.has_left or other.player.is_house:
        raise Http404
    writer.wait(lambda: blocking.block(seat.player, other.player, now))
    return SeeOther(resolve_url("table", key))


@require_safe
def record(request: HttpRequest, key: str) -> HttpResponse:
    """The record of an ended match, for whoever may see it, once its deal is closed; before that there is none."""
    game = ended_game(key, request.user, timezone.now())
    if game is None or not game.closed:
        raise Http404
    answer = HttpResponse(records.written(game.match), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="calculation-{key}.calc.json"'
    return answer


def _place(request: HttpRequest, key: str) -> At:
    """Where the visitor looks from; the same answer for no such table and for one that is not theirs to see."""
    at = place_of(key, request.user.pk if request.user.is_authenticated else None)
    if at is None:
        raise Http404
    return at


def _own_seat(request: HttpRequest, key: str) -> Seat:
    """The same answer for no such table and for another's."""
    if not request.user.is_authenticated:
        raise Http404
    seat = Seat.objects.of(request.user.pk).filter(match__key=key).select_related("match__deal", "player").first()
    if seat is None:
        raise Http404
    return seat
