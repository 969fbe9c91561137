"""A hint at one's own table: asked for, and fetched once the coach has thought."""

import orjson
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from club.errors import NotUnderstood
from games import announce, boards, hints, thinking
from games.analysis.position import Position
from games.coach_words import choices_in_words
from games.models import Seat
from games.refusals import Refused
from games.tables import At, place_of
from games.writer import writer

JSON = "application/json"
LONGEST_NUMBER = 9


@require_POST
def ask(request: HttpRequest, key: str) -> HttpResponse:
    """202: the coach thinks about the board as it stands after `n` rows. 409, with a sentence, where there are no
    hints; `practice` is 1 where the player agrees that the game counts no more."""
    at = own_place(request, key)
    rows, as_practice = read_rows(request.POST.get("n", "")), request.POST.get("practice") == "1"
    now = timezone.now()
    try:
        told = writer.wait(lambda: hints.ask(at, rows, as_practice, now))
    except Refused as refused:
        return _json({"error": refused.code, "text": str(refused.sentence)}, 409)
    announce.tell_from_page(told)
    thinking.wake()
    return HttpResponse(status=202)


@require_safe
def show(request: HttpRequest, key: str) -> HttpResponse:
    """The hint for the board as it stands after `n` rows, 204 until it is there; 404 for any other position."""
    at, rows = own_place(request, key), read_rows(request.GET.get("n", ""))
    own = Seat.objects.running().filter(match=at.match_id, place=at.place, rows=rows)
    seat = own.select_related("match__deal").first()
    if seat is None or not seat.hints.filter(rows=rows).exists():
        raise Http404
    choices = hints.answered(seat, rows)
    if choices is None:
        return HttpResponse(status=204)
    words = choices_in_words(Position.of(boards.board_after(seat, rows)), choices)
    best = words[0] if words else None
    return _json(
        {
            "n": rows,
            "choices": words,
            "best": best["move"] if best else None,
            "reasons": best["reasons"] if best else [],
        },
        200,
    )


def own_place(request: HttpRequest, key: str) -> At:
    """The same answer for no such table and for another's."""
    at = place_of(key, request.user.pk) if request.user.is_authenticated else None
    if at is None or at.seat_id is None:
        raise Http404
    return at


def read_rows(text: str) -> int:
    """A number of rows as a page asks for it. Raises NotUnderstood."""
    if not text.isascii() or not text.isdigit() or len(text) > LONGEST_NUMBER:
        raise NotUnderstood(gettext("A hint is for the board after a number of rows."))
    return int(text)


def _json(said: object, status: int) -> HttpResponse:
    return HttpResponse(orjson.dumps(said), content_type=JSON, status=status)
