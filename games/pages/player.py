"""A player's page: what they play, how it went, whom they met, as far as they show it; and what one may ask of them."""

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render, resolve_url
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from club import audience, partners, presence
from club.audience import Part, Sight, Viewer
from club.guests import member_at
from club.limits import limited
from club.models import Audience, Player
from club.partners import Unwelcome
from games import blocking, day_hint, lobby_words, partnering, record_of
from games.pages.own_zone import in_own_zone
from games.pages.partners import challenges_to
from games.pages.sitting import SeeOther
from games.standing import standing_of
from games.writer import writer

# As whom the own page can be looked at.
AS = {"partner": Audience.PARTNERS, "member": Audience.MEMBERS, "anybody": Audience.EVERYBODY}


@dataclass(frozen=True, slots=True)
class Shown:
    """One part of the own page: who else sees it, in words."""

    what: str
    to: str


@require_safe
@never_cache
@in_own_zone
def show(request: HttpRequest, name: str) -> HttpResponse:
    """Each part for its audience; the same 404 for nobody and for somebody who shows this visitor nothing."""
    now, viewer = timezone.now(), request.user
    player = _named(request, name)
    sight = audience.sight(viewer, player, now)
    previewed = AS.get(request.GET.get("as", "")) if sight.own else None
    if previewed is not None:
        sight = audience.seen_as(player, previewed, now)
    elif not sight.opens_page():
        raise Http404
    own = viewer.pk == player.pk
    shown: dict[str, object] = {"player": player, "own": own, "previewed": previewed, "now": now}
    # Of whom the member met, a look as others sees no more than a stranger does.
    shown |= _parts(sight, viewer if previewed is None else AnonymousUser())
    if own:
        shown["shown"] = [Shown(str(label), str(audience_of(player, part).label)) for part, label in PARTS.items()]
    elif request.user.is_authenticated and request.user.is_member:
        shown |= _between(request.user, sight)
    return render(request, "people/player.html", shown)


PARTS = {
    Part.RECORD: Player._meta.get_field("shows_record").verbose_name,
    Part.MATCHES: Player._meta.get_field("shows_matches").verbose_name,
    Part.AUTHORITY: Player._meta.get_field("shows_authority").verbose_name,
    Part.PRESENCE: Player._meta.get_field("shows_presence").verbose_name,
}


def audience_of(player: Player, part: Part) -> Audience:
    return Audience(getattr(player, part))


def _named(request: HttpRequest, name: str) -> Player:
    player = audience.member_named(name, timezone.now()) or audience.house_player_named(name)
    if player is None:
        raise Http404
    return player


def _parts(sight: Sight, viewer: Viewer) -> dict[str, object]:
    """What of the page this visitor is shown."""
    now, player = timezone.now(), sight.player
    shown: dict[str, object] = {}
    if sight.sees(Part.PRESENCE):
        shown["here"] = bool(presence.here([player.pk], now))
        shown["knows_presence"] = True
    if sight.sees(Part.AUTHORITY):
        shown["standing"] = lobby_words.standing_in_words(standing_of(player, now))
    if sight.sees(Part.RECORD):
        shown["record"] = record_of.record_of(player, now)
    if sight.sees(Part.MATCHES):
        shown["recent"] = record_of.recent_of(player, viewer, now)
        shown["knows_recent"] = True
    return shown


def _between(viewer: Player, sight: Sight) -> dict[str, object]:
    """What stands between the two, and what the viewer may ask."""
    player = sight.player
    between = partnering.between(viewer.pk, [player.pk])[player.pk]
    standing = partners.standing_between(viewer.pk, player.pk)
    shown: dict[str, object] = {"between": between, "partnership": standing}
    shown["asked_me"] = standing is not None and standing.agreed_at is None and standing.asked_by_id == player.pk
    if sight.sees(Part.ASKED):
        shown |= {"may_ask": True, **challenges_to(between)}
    return shown


@require_POST
def ask(request: HttpRequest, name: str) -> HttpResponseBase:
    """Ask to be partners; where the other has asked too, they are."""
    # Before anything is counted, since what nobody asks can be counted for nobody.
    return _ask(request, member_at(request), name)


@limited("partner")
def _ask(request: HttpRequest, player: Player, name: str) -> HttpResponse:
    now = timezone.now()
    other = audience.member_named(name, now)
    # The same word for nobody and for somebody who is not to be asked.
    try:
        if other is None:
            raise Unwelcome("not-now")
        asked = partners.ask(player, other, now)
    except Unwelcome as refused:
        messages.error(request, str(refused.sentence))
        return SeeOther(resolve_url("partners"))
    if request.POST.get("sees_me") == "on":
        partners.let_partners_see(player)
    day_hint.tell_from_page([other.pk])
    agreed = gettext("You and %(name)s are regular partners now.")
    waits = gettext("%(name)s is asked. You see here what becomes of it.")
    messages.success(request, (waits if asked.agreed_at is None else agreed) % {"name": other})
    return SeeOther(resolve_url("partners"))


@require_POST
def block(request: HttpRequest, name: str) -> HttpResponse:
    """The member wants nothing of that one any more; to the list of blocks, where it can be lifted."""
    player, now = member_at(request), timezone.now()
    other = audience.member_named(name, now)
    if other is None or other.pk == player.pk:
        raise Http404
    writer.wait(lambda: blocking.block(player, other, now))
    messages.success(request, gettext("%(name)s is blocked, and is not told so.") % {"name": other})
    return SeeOther(resolve_url("blocked"))
