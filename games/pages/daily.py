"""The deal of the day: today's try, yesterday's table, the calendar of past days."""

import datetime as dt
from calendar import Calendar

from django.core.paginator import Paginator
from django.db.models import Min, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from club import audience
from club.audience import Part, Viewer
from club.errors import NoSuchPage
from club.guests import play_as
from club.limits import limited
from games import clocks, day_difficulty, deals, play
from games import statistics as figures
from games.forms import read_day
from games.models import Deal, Seat, SeatQuerySet
from games.overdue import end_overdue
from games.pages.sitting import sit_down, turned_away
from games.refusals import Refused
from games.writer import writer

A_PAGE = 100
BEST_SHOWN = 10
DAY = dt.timedelta(days=1)


@require_safe
def today(request: HttpRequest) -> HttpResponse:
    """Nothing here tells of anybody else's try before 24:00 UTC, not even how many there are."""
    now = timezone.now()
    day = clocks.day_of(now)
    around = {deal.day: deal for deal in Deal.objects.filter(day__in=(day - DAY, day, day + DAY))}
    for missing in {day, day + DAY} - around.keys():
        around[missing] = _dealt(missing, now)
    mine, may_play = None, False
    if request.user.is_authenticated:
        mine = Seat.objects.of(request.user.pk).filter(day=day, practice="").select_related("match").first()
        may_play = request.user.was_member_at(clocks.start_of_day(day))
    yesterday = around.get(day - DAY)
    if yesterday is not None and not yesterday.is_closed(now):
        yesterday = None
    best = list(_table(day - DAY, now)[:BEST_SHOWN]) if yesterday else []
    shown = {
        "day": day,
        "now": now,
        "ends_at": clocks.end_of_day(day),
        "deal": around[day],
        "tomorrows": around[day + DAY],
        "mine": mine,
        "may_play": may_play,
        "yesterday": yesterday,
        "rows": _placed(best),
        "open_to": _whose_summaries(request.user, best, now),
        "tried": day_difficulty.tried_on([day - DAY]).get(day - DAY) if yesterday else None,
    }
    return render(request, "games/daily.html", shown)


def _dealt(day: dt.date, now: dt.datetime) -> Deal:
    """That day's deal made here, where the sweep, which makes it a day ahead, did not run."""
    return writer.wait(lambda: deals.daily_deal(day, now))


@require_POST
@limited("table")
def play_day(request: HttpRequest) -> HttpResponse:
    """Today's counted try, or a past day's deal as practice. No guest is made for what a guest may not play."""
    day, now = read_day(request.POST), timezone.now()
    if not request.user.is_authenticated:
        try:
            if day == clocks.day_of(now):
                raise Refused("guests-play-yesterday")
            play.closed_day(day, now)
        except Refused as refused:
            return turned_away(request, refused, "daily")
    player = play_as(request)
    return sit_down(request, lambda: play.open_day(player, day, now), otherwise="daily")


@require_safe
def day(request: HttpRequest, day: dt.date) -> HttpResponse:
    """A past day: its table, its seed, and the deal to practise."""
    now = timezone.now()
    if day == clocks.day_of(now):
        return redirect("daily")
    try:
        deal = play.closed_day(day, now)
    except Refused as refused:
        raise NoSuchPage(str(refused.sentence)) from refused
    table = _table(day, now)
    page = Paginator(table, A_PAGE).get_page(request.GET.get("page"))
    seats = list(page)
    first_place = _better(table, seats[0]).count() + 1 if seats else 1
    seed = bytes(deal.seed or b"").hex()
    shown: dict[str, object] = {"open_to": _whose_summaries(request.user, seats, now)}
    shown |= {"day": day, "deal": deal, "seed": seed, "page": page, "hard": day_difficulty.of_day(day)}
    return render(request, "games/day.html", shown | {"rows": _placed(seats, page.start_index(), first_place)})


@require_safe
def calendar(request: HttpRequest, month: dt.date | None = None) -> HttpResponse:
    """A month of past days, by weeks, with one's own results; the last one if none is named."""
    now = timezone.now()
    last = clocks.last_day_over(now)
    first = Deal.objects.aggregate(first=Min("day"))["first"] or last
    month = month or last.replace(day=1)
    if not min(first, last).replace(day=1) <= month <= last:
        raise NoSuchPage(gettext("There were no deals in that month."))
    following = (month + dt.timedelta(days=31)).replace(day=1)
    of_month = Deal.objects.filter(day__gte=month, day__lt=min(following, last + DAY))
    past = {deal_day for deal_day in of_month.values_list("day", flat=True) if deal_day is not None}
    own: dict[dt.date | None, Seat] = {}
    if request.user.is_authenticated:
        tries = Seat.objects.of(request.user.pk).filter(practice="", day__gte=month, day__lt=following)
        end_overdue(tries, now)
        own = {seat.day: seat for seat in tries.ended()}
    tried = day_difficulty.tried_on(past)
    shown = {
        "month": month,
        "earlier": (month - DAY).replace(day=1) if first < month else None,
        "later": following if following <= last else None,
        "any": bool(past),
        "any_tried": bool(tried),
    }
    weeks = [
        [(day, day in past, own.get(day), tried.get(day)) for day in week]
        for week in Calendar().monthdatescalendar(month.year, month.month)
    ]
    return render(request, "games/calendar.html", shown | {"weeks": weeks, "weekdays": weeks[0]})


def _table(day: dt.date, now: dt.datetime) -> SeatQuerySet:
    """The tries of a day that is over, best first, those among them that nobody had ended yet included."""
    end_overdue(Seat.objects.filter(day=day, practice=""), now)
    return Seat.objects.table_of(day).select_related("player", "match")


def _whose_summaries(viewer: Viewer, seats: list[Seat], now: dt.datetime) -> set[int]:
    """Of the players of these tries of a day that is over, those whose summary the viewer may open: `ended_game`'s
    answer for all of them at once."""
    tried = {seat.player_id for seat in seats}
    if not tried:
        return set()
    showing = audience.showing(viewer, Part.MATCHES, now).filter(pk__in=tried)
    return set(showing.values_list("pk", flat=True)) | {player_id for player_id in tried if player_id == viewer.pk}


def _better(table: SeatQuerySet, seat: Seat) -> SeatQuerySet:
    """Those of the table with a better place than that seat, whichever page they are on."""
    more_points = Q(foundation_cards=seat.foundation_cards, direct_points__gt=seat.direct_points)
    as_won = Q(won=seat.won) & (Q(foundation_cards__gt=seat.foundation_cards) | more_points)
    return table.filter(as_won if seat.won else as_won | Q(won=True))


def _placed(seats: list[Seat], row: int = 1, place: int = 1) -> list[tuple[int, Seat]]:
    """Each with its place; the first of them is in that row of the whole table and has that place."""
    keys = [(seat.won, seat.foundation_cards, seat.direct_points) for seat in seats]
    return list(zip(figures.places(keys, row, place), seats, strict=True))
