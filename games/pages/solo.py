"""Playing alone: the first page, choosing a variant, numbered deals."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from club.errors import NoSuchPage
from club.guests import play_as
from club.limits import limited
from games import clocks, lobby_view, lobby_words, offers, play, trainer, variants
from games.deals import LARGEST_NUMBER
from games.engine.errors import InvalidRules
from games.engine.rules import Rules
from games.forms import read_number, read_solo_wish
from games.lobby_view import Standings
from games.lobby_words import AskedView
from games.models import Match, Seat
from games.overdue import end_overdue
from games.pages.sitting import sit_down

RUNNING_SHOWN = 6
# Of each foundation, in the picture of the game.
WELCOME_CARDS = 4


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The first page: one press from a game, what goes on in the club, and before it whatever one has begun."""
    now = timezone.now()
    running: list[Seat] = []
    todays_try: Seat | None = None
    asked: list[AskedView] = []
    if request.user.is_authenticated:
        own = Seat.objects.of(request.user.pk)
        end_overdue(own, now)
        # Matches by correspondence have a page of their own, and there may be fifty of them.
        live = own.going_on().exclude(mode=Match.Mode.CORRESPONDENCE)
        running = list(live.with_match().order_by("-started_at")[:RUNNING_SHOWN])
        concerning = lobby_view.see_own([request.user.pk], now, Standings())[request.user.pk]
        asked = lobby_words.own(concerning, now).asked
        todays_try = own.ended().filter(day=clocks.day_of(now), practice="").first()
    day_ends_at = clocks.end_of_day(clocks.day_of(now))
    racing = Match.objects.live_races().filter(watchable=True)
    return render(
        request,
        "games/home.html",
        {
            "running": running,
            "asked": asked,
            "todays_try": todays_try,
            "now": now,
            "day_ends_at": day_ends_at,
            "people_waiting": offers.waiting(now).count(),
            "races_to_watch": racing.count(),
            "orders": [order[:WELCOME_CARDS] for order in trainer.ORDERS.values()],
        },
    )


@require_safe
def solo(request: HttpRequest) -> HttpResponse:
    """Every variant with its choices."""
    return render(request, "games/solo.html", {"variants": variants.OFFERED, "largest": LARGEST_NUMBER})


@require_safe
def numbered(request: HttpRequest, rules: str, number: str) -> HttpResponse:
    """The address of a numbered deal, to be shared; it shows no card and begins no game by itself."""
    try:
        played_by, deal_number = Rules.parse(rules), read_number(number)
    except InvalidRules as error:
        raise NoSuchPage(gettext("There is no such game. Rules are written like classic-4-0.")) from error
    except ValueError as error:
        raise NoSuchPage(str(error)) from error
    name = variants.name_of(played_by)
    return render(request, "games/numbered.html", {"rules": played_by, "name": name, "number": deal_number})


@require_POST
@limited("table")
def deal(request: HttpRequest) -> HttpResponse:
    """Sit down at a new table: the form is read before a guest is made for it."""
    wish, now = read_solo_wish(request.POST), timezone.now()
    player = play_as(request)
    return sit_down(request, lambda: play.open_solo(player, wish, now), otherwise="home")
