"""The first game with a guide: its table, and the guide's next hint there."""

from dataclasses import asdict

import orjson
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from club.guests import play_as
from games import boards, guide, play
from games.guide_words import in_words
from games.models import Seat
from games.pages.hint import own_place, read_rows
from games.pages.sitting import sit_down


@require_POST
def begin(request: HttpRequest) -> HttpResponse:
    """Sit down at the first game, or go on with it."""
    now = timezone.now()
    player = play_as(request)
    return sit_down(request, lambda: play.open_guided(player, now), otherwise="home")


@require_safe
def show(request: HttpRequest, key: str) -> HttpResponse:
    """What the guide would do with the board as it stands after `n` rows; 404 for any other position or game."""
    at, rows = own_place(request, key), read_rows(request.GET.get("n", ""))
    own = Seat.objects.running().filter(match=at.match_id, place=at.place, rows=rows, practice=Seat.Practice.GUIDED)
    seat = own.select_related("match__deal").first()
    advice = guide.advise(boards.board_after(seat, rows)) if seat else None
    if advice is None:
        raise Http404
    said = asdict(in_words(advice)) | {"n": rows}
    return HttpResponse(orjson.dumps(said), content_type="application/json", headers={"Cache-Control": "no-store"})
