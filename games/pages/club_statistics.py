"""The club's own statistics, open to everybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.formats import number_format
from django.views.decorators.http import require_safe

from games import club_statistics


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """Shares won by variant, of people and of house players, and how hard the last days' deals were."""
    now = timezone.now()
    counted = club_statistics.counted(now)
    shown = {
        "counted_at": counted.at,
        "boards": number_format(club_statistics.BOARDS, force_grouping=True),
        "variants": club_statistics.by_variant(counted.sums),
        "days": club_statistics.last_days(counted, now),
    }
    return render(request, "games/club_statistics.html", shown)
