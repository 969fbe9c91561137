"""My games: what runs, what was, and the figures."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games import mine
from games.models import Seat
from games.overdue import end_overdue
from games.pages.own_zone import in_own_zone

A_PAGE = 50


@require_safe
@in_own_zone
def games(request: HttpRequest) -> HttpResponse:
    """Running games first, the latest fifty of them; then those that ended, fifty a page."""
    now = timezone.now()
    own = Seat.objects.none()
    if request.user.is_authenticated:
        own = Seat.objects.of(request.user.pk)
        end_overdue(own, now)
    # In the order in which they began, which is the order of the index.
    latest = own.with_match().order_by("-started_at")
    page = Paginator(latest.ended(), A_PAGE).get_page(request.GET.get("page"))
    shown = {
        "running": latest.going_on()[:A_PAGE] if page.number == 1 else [],
        "page": page,
        "rows": [(seat, seat.match.deal.is_closed(now)) for seat in page],
    }
    return render(request, "games/mine.html", shown)


@require_safe
def statistics(request: HttpRequest) -> HttpResponse:
    """One's own figures by variant, and the course of one of them (`?of=classic-4-0`)."""
    played = None
    if request.user.is_authenticated:
        end_overdue(Seat.objects.of(request.user.pk), timezone.now())
        played = mine.played(request.user.pk, request.GET.get("of", ""))
    return render(request, "games/statistics.html", {"played": played, "remembered": mine.REMEMBERED})
