"""The house players: who they are, and how somebody sits down with one of them."""

import datetime as dt
from dataclasses import replace

from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from club.models import Audience, Player
from club.names import HOUSE_NAMES, fold, skeleton
from games import correspondence, play
from games.models import CorrespondenceOffer, Match, Offer, Seat
from games.play import RaceWish, TurnsWish
from games.refusals import Refused

# How strongly each of them plays, the weakest first; as `games.analysis.house.Level` has them, which is not imported:
# it brings the kernels along, and those belong into the thinking process.
LEVELS: dict[str, Promise] = {
    "novice": _("Novice"),
    "regular": _("Regular"),
    "expert": _("Expert"),
    "master": _("Master"),
}

# So many matches by correspondence one player has with the house at a time: each is turns to think about.
MOST_BY_TURNS = 20


# --- who they are -----------------------------------------------------------------------------------------------------


def player_of(level: str, now: dt.datetime) -> Player:
    """The house player of that level, made when first needed. Two at once make one."""
    found = Player.objects.filter(house_level=level).first()
    if found is not None:
        return found
    made = _new_player(level, now)
    # What somebody else has stored meanwhile is theirs as well as ours.
    Player.objects.bulk_create([made], ignore_conflicts=True)
    return Player.objects.get(house_level=level)


def _new_player(level: str, now: dt.datetime) -> Player:
    """Nobody can sign in to it or find it: it has joined by its name and was never let in. Its games lie open."""
    player = Player(
        house_level=level,
        joined_at=now,
        seen_first_at=now,
        is_active=False,
        shows_record=Audience.EVERYBODY,
        shows_matches=Audience.EVERYBODY,
        found_by=Audience.NOBODY,
        asked_by=Audience.NOBODY,
    )
    player.bear(_free_name(HOUSE_NAMES[level]))
    player.set_unusable_password()
    return player


def _free_name(name: str) -> str:
    """Whoever bore that name, or one like it, before it was the house's keeps it: the house then takes a number."""
    number, wanted = 1, name
    while Player.objects.filter(Q(name_folded=fold(wanted)) | Q(name_skeleton=skeleton(wanted))).exists():
        number += 1
        wanted = f"{name} {number}"
    return wanted


# --- sitting down -----------------------------------------------------------------------------------------------------


def race(player: Player, level: str, wish: RaceWish, now: dt.datetime) -> Match:
    """A race against the house, which is ready already; nobody watches it. Whom the player waited for in the lobby is
    waited for no more. Pressed twice it is one race. Refused (`you-are-racing`)."""
    house = player_of(level, now)
    live = play.live_race_of(player.pk)
    if live is not None and _has_not_begun(live) and live.seats.filter(player=house).exists():
        return live
    if play.is_racing(player.pk, now):
        raise Refused("you-are-racing")
    match = play.open_race((player, house), replace(wish, watchable=False), now)
    waiting = Offer.objects.filter(player=player, kind=Offer.Kind.OPEN, closed_at=None)
    waiting.update(match=match, closed_at=now)
    return match


def _has_not_begun(match: Match) -> bool:
    return match.phase in (Match.Phase.OPENING, Match.Phase.STARTING)


def offer_turns(player: Player, level: str, wish: TurnsWish, now: dt.datetime) -> CorrespondenceOffer:
    """The house's offer to that player, whose page shows what the club has committed itself to before the player adds
    bytes and accepts. The newest wishes are the ones that count.

    Refused (`members-only`, `turn-too-short`, `enough-of-the-house`).
    """
    with_house = Q(match__seats__player__in=Player.objects.filter(house_level__isnull=False))
    running = Seat.objects.of(player.pk).running().filter(with_house, mode=Match.Mode.CORRESPONDENCE)
    if running.count() >= MOST_BY_TURNS:
        raise Refused("enough-of-the-house")
    return correspondence.offer_of_house(player_of(level, now), player, wish, now)
