"""The lobby: who waits, who races, what is asked of one; and "race anyone"."""

import datetime as dt

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from club.guests import play_as
from club.models import Player
from games import lobby as verbs
from games import lobby_view, lobby_words, offers
from games.engine.rules import Layout, Rules
from games.forms import BEST_OF, MINUTES, read_race_wish, read_welcome
from games.lobby_socket import tell_from_page
from games.lobby_view import Own, Standings
from games.models import Match, Offer
from games.pages.sitting import SeeOther, turned_away
from games.play import RaceWish
from games.refusals import Refused
from games.standing import standing_of
from games.variants import NAMES
from games.writer import writer

USUAL = RaceWish(Rules(Layout.CLASSIC), minutes=5)
WASTE_PILES = (4, 5, 6, 8)
REDEALS = (0, 1, 2)
LEAST_AUTHORITIES = range(50, 100, 5)


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Anybody may look, and no guest is made by it. Who is awaited at a table is sent there."""
    now, standings = timezone.now(), Standings()
    own, wish = Own(), USUAL
    least_authorities: list[int] = []
    if request.user.is_authenticated:
        awaited = _awaited_at(request.user, now)
        if awaited is not None:
            return redirect("table", awaited)
        own = lobby_view.see_own([request.user.pk], now, standings)[request.user.pk]
        wish = _last_wish(request.user)
        least_authorities = _may_ask_for(request.user, now)
    everybodys = lobby_words.everybodys(lobby_view.see_everybodys(now, standings))
    shown = {
        "now": now,
        "waiting": everybodys.waiting,
        "racing": everybodys.racing,
        "own": lobby_words.own(own, now),
        "wish": wish,
        "layouts": NAMES.items(),
        "waste_piles": WASTE_PILES,
        "redeals": REDEALS,
        "minutes": MINUTES.items(),
        "best_of": BEST_OF.items(),
        "least_authorities": least_authorities,
    }
    return render(request, "games/race.html", shown)


def _awaited_at(player: Player, now: dt.datetime) -> str | None:
    """The key of the table that an offer has just led to, and where the player has not said to be ready."""
    tables = Match.objects.filter(
        phase=Match.Phase.OPENING, deadline__gt=now, seats__player=player, seats__contribution=None
    )
    return tables.filter(agreed_by__isnull=False).values_list("key", flat=True).first()


def _last_wish(player: Player) -> RaceWish:
    """What the player asked for last, to be chosen already."""
    last = Offer.objects.filter(player=player).order_by("-pk").first()
    return offers.wish_of(last) if last else USUAL


def _may_ask_for(player: Player, now: dt.datetime) -> list[int]:
    """The least authorities that the form offers: none above the player's own."""
    own = standing_of(player, now)
    if own is None or own.is_new:
        return []
    return [least for least in LEAST_AUTHORITIES if least <= own.authority]


@require_POST
def offer(request: HttpRequest) -> HttpResponse:
    """Race anyone: to the table if somebody waits for the same, else back to the lobby, waiting."""
    wish, welcome, now = read_race_wish(request.POST), read_welcome(request.POST), timezone.now()
    if request.POST.get("name", "").strip():
        # Enter in that field presses a form's first button, and whoever typed a name did not mean anyone.
        return turned_away(request, Refused("name-left-over"), "race")
    if welcome.least_authority is not None and not request.user.is_authenticated:
        return turned_away(request, Refused("above-your-authority"), "race")
    player = play_as(request)
    try:
        match = writer.wait(lambda: verbs.race_anyone(player, wish, welcome, now))
    except Refused as refused:
        return turned_away(request, refused, "race")
    if match is None:
        tell_from_page([player.pk])
        return SeeOther(resolve_url("race"))
    tell_from_page(match.seats.values_list("player_id", flat=True))
    return SeeOther(resolve_url("table", match.key))
