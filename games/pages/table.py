"""One's own table: the page, the same deal again, the record file."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from games import play, records
from games.models import Match, Seat
from games.overdue import end_overdue
from games.pages.sitting import sit_down


@require_safe
def table(request: HttpRequest, key: str) -> HttpResponse:
    """The page holds no card: everything comes by the socket, from the one place that decides what is seen."""
    seat = _own_seat(request, key)
    return render(
        request, "games/table.html", {"match_key": seat.match.key, "mode": seat.mode, "rules": seat.match.rules}
    )


@require_POST
def again(request: HttpRequest, key: str) -> HttpResponse:
    """The deal of one's own table once more, as practice, once it is closed."""
    seat, now = _own_seat(request, key), timezone.now()
    return sit_down(request, lambda: play.open_same_deal(seat.player, seat, now), otherwise="my-games")


@require_safe
def record(request: HttpRequest, key: str) -> HttpResponse:
    """The record of one's ended game, once its deal is closed; before that there is none for anybody."""
    now = timezone.now()
    if request.user.is_authenticated:
        end_overdue(Seat.objects.of(request.user.pk).filter(match__key=key), now)
    seat = _own_seat(request, key)
    if seat.match.phase != Match.Phase.ENDED or not seat.match.deal.is_closed(now):
        raise Http404
    answer = HttpResponse(records.written(seat), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="calculation-{key}.calc.json"'
    return answer


def _own_seat(request: HttpRequest, key: str) -> Seat:
    """The same answer for no such table and for another's."""
    if not request.user.is_authenticated:
        raise Http404
    seat = Seat.objects.of(request.user.pk).filter(match__key=key).select_related("match__deal", "player").first()
    if seat is None:
        raise Http404
    return seat
