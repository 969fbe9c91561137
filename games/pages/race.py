"""The lobby: who waits, who races, what is asked of one; and "race anyone"."""

import datetime as dt

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from club.guests import play_as
from club.limits import limited
from club.models import Player
from games import house, lobby_view, lobby_words, offers
from games import lobby as verbs
from games.engine.rules import Layout, Rules
from games.forms import BEST_OF, MINUTES, REDEALS, WASTE_PILES, least_authorities, read_race_wish, read_welcome
from games.lobby_socket import tell_from_page
from games.lobby_view import Own, Standings
from games.models import Match, Offer, Seat
from games.pages.sitting import SeeOther, turned_away
from games.play import RaceWish
from games.refusals import Refused
from games.standing import standing_of
from games.variants import NAMES
from games.writer import writer

USUAL = RaceWish(Rules(Layout.CLASSIC), minutes=5)


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Anybody may look, and no guest is made by it. Who is awaited at a table is sent there."""
    now, standings = timezone.now(), Standings()
    own, wish = Own(), USUAL
    may_ask_for: list[int] = []
    if request.user.is_authenticated:
        awaited = _awaited_at(request.user, now)
        if awaited is not None:
            return redirect("table", awaited)
        own = lobby_view.see_own([request.user.pk], now, standings)[request.user.pk]
        # What one waits for is also what the house is asked for.
        wish = offers.wish_of(own.mine) if own.mine is not None else _last_wish(request.user)
        may_ask_for = least_authorities(standing_of(request.user, now))
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
        "least_authorities": may_ask_for,
        "house_levels": house.LEVELS.items(),
    }
    return render(request, "games/race.html", shown)


def _awaited_at(player: Player, now: dt.datetime) -> str | None:
    """The key of the table that an offer has just led to, and where the player has not said to be ready."""
    own = Seat.objects.of(player.pk).in_live_race().filter(contribution=None)
    opening = own.filter(match__phase=Match.Phase.OPENING, match__deadline__gt=now, match__agreed_by__isnull=False)
    return opening.values_list("match__key", flat=True).first()


def _last_wish(player: Player) -> RaceWish:
    """What the player asked for last, to be chosen already."""
    last = Offer.objects.filter(player=player).order_by("-pk").first()
    return offers.wish_of(last) if last else USUAL


@require_POST
@limited("offer")
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
