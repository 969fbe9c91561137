"""Authority explained: the formula in words, worked examples, and to members their own number, line by line."""

import datetime as dt
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from club import authority
from club.authority import Line, Standing
from club.models import Player
from games.models import Seat
from games.overdue import end_overdue
from games.pages.own_zone import in_own_zone
from games.standing import standing_of, thanked_by

A_PAGE = 100


@dataclass(frozen=True, slots=True)
class Row:
    """One line, and who played; `lowers` says that the match took something away."""

    line: Line
    against: str
    lowers: bool


@dataclass(frozen=True, slots=True)
class Sum:
    """What a standing is the sum of, in the words of the formula."""

    standing: Standing
    # Weights of kept matches, and of all.
    kept: int
    weights: int
    by_reliability: float
    thanked_by: int


@require_safe
@in_own_zone
def show(request: HttpRequest) -> HttpResponse:
    """The matches that lowered it come first, then the newest; a hundred a page."""
    now = timezone.now()
    found = None
    if request.user.is_authenticated:
        end_overdue(Seat.objects.of(request.user.pk), now)
        found = standing_of(request.user, now)
    if found is None or not request.user.is_authenticated:
        return render(request, "people/authority.html")
    page, rows = _page(found, request.GET.get("page"))
    shown = {"sum": _sum(request.user, found, now), "page": page, "rows": rows}
    return render(request, "people/authority.html", shown)


def _sum(player: Player, found: Standing, now: dt.datetime) -> Sum:
    return Sum(
        standing=found,
        kept=sum(line.weight for line in found.lines if line.kept),
        weights=sum(line.weight for line in found.lines),
        by_reliability=authority.MOST_BY_RELIABILITY * found.reliability,
        thanked_by=thanked_by([player.pk], now)[player.pk],
    )


def _page(found: Standing, number: str | None) -> tuple[Page[Line], list[Row]]:
    """Sorting is stable: within each half the newest stays first."""
    page = Paginator(sorted(found.lines, key=lambda line: not _lowers(line)), A_PAGE).get_page(number)
    players = Player.objects.in_bulk({line.match.opponent_id for line in page})
    return page, [Row(line, str(players[line.match.opponent_id]), _lowers(line)) for line in page]


def _lowers(line: Line) -> bool:
    return line.weight > 0 and not line.kept
