"""The partners' page: who is here, what runs and what was between two; requests, suggestions, one-press challenges."""

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render, resolve_url
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from club import audience, partners, presence
from club.audience import Part
from club.entrance import members_only
from club.guests import member_at
from club.models import Audience, Partnership, Player
from club.partners import Unwelcome
from games import correspondence_words, lobby_words, partnering
from games.forms import BEST_OF, MINUTES
from games.pages.own_zone import in_own_zone
from games.pages.sitting import SeeOther
from games.partnering import Between


@dataclass(frozen=True, slots=True)
class Row:
    """One partner: whether they are here (None: they do not show it), what was, and what the one press asks for."""

    partnership: Partnership
    player: Player
    here: bool | None
    between: Between
    may_ask: bool
    challenges: dict[str, object]


@require_safe
@never_cache
@login_required
@members_only
@in_own_zone
def show(request: HttpRequest) -> HttpResponse:
    """All partners, requests and suggestions, in a score of queries however many they are."""
    player, now = member_at(request), timezone.now()
    partnerships = partners.of(player)
    others = [partners.other_of(partnership, player.pk) for partnership in partnerships]
    between = partnering.between(player.pk, [other.pk for other in others])
    visible = _here(player, partnerships)
    rows = [
        Row(
            partnership=partnership,
            player=other,
            here=visible.get(partnership.pk),
            between=between[other.pk],
            may_ask=audience.seen_as(other, Audience.PARTNERS, now).sees(Part.ASKED),
            challenges=challenges_to(between[other.pk]),
        )
        for partnership, other in zip(partnerships, others, strict=True)
    ]
    both = ("one", "other")
    shown = {
        "now": now,
        # Who is here comes first, then by name.
        "rows": sorted(rows, key=lambda row: (not row.here, str(row.player).casefold())),
        "asking": [
            (one, partners.other_of(one, player.pk)) for one in partners.asking(player.pk).select_related(*both)
        ],
        "asked": [
            (one, partners.other_of(one, player.pk)) for one in partners.asked_by(player.pk).select_related(*both)
        ],
        "not_now": [
            partners.other_of(one, player.pk)
            for one in partners.answered_not_now(player.pk, now).select_related(*both)[: partners.MOST]
        ],
        "suggested": partnering.suggested(player, now),
        "asks_for_presence": player.shows_presence == Audience.NOBODY,
    }
    return render(request, "people/partners.html", shown)


def challenges_to(between: Between) -> dict[str, object]:
    """What the forms of the one-press challenges hold, and how their buttons say it."""
    race, turns = between.race_wish, between.turns_wish
    return {
        "race": race,
        "race_minutes": _chosen(MINUTES, race.minutes),
        "race_best_of": _chosen(BEST_OF, race.best_of),
        "race_terms": lobby_words.terms(race.rules, race.minutes, race.best_of),
        "turns": turns,
        "turns_terms": correspondence_words.terms(turns),
    }


def _chosen(choices: dict[str, int | None], wanted: int | None) -> str:
    """How a form says that choice."""
    return next(text for text, value in choices.items() if value == wanted)


@require_safe
@never_cache
def here(request: HttpRequest) -> HttpResponse:
    """Which partners are here and which are away, by the numbers of the partnerships; those who do not show it are in
    neither list. Three queries."""
    player = member_at(request)
    seen = _here(player, partners.of(player))
    present = [number for number, is_here in seen.items() if is_here]
    return JsonResponse({"here": present, "away": [number for number in seen if number not in present]})


def _here(player: Player, partnerships: list[Partnership]) -> dict[int, bool]:
    """By a partnership's number whether the partner is here, of those who show it."""
    now = timezone.now()
    others = {partnership.pk: partners.other_of(partnership, player.pk) for partnership in partnerships}
    showing = {
        number: other
        for number, other in others.items()
        if audience.seen_as(other, Audience.PARTNERS, now).sees(Part.PRESENCE)
    }
    present = presence.here([other.pk for other in showing.values()], now)
    return {number: other.pk in present for number, other in showing.items()}


@require_POST
def accept(request: HttpRequest, number: int) -> HttpResponse:
    """The two are partners; with the box ticked, partners see from now on when the player is here."""
    player, now = member_at(request), timezone.now()

    def agree() -> str:
        agreed = partners.accept(player, number, now)
        if request.POST.get("sees_me") == "on":
            partners.let_partners_see(player)
        name = partners.other_of(agreed, player.pk)
        return gettext("You and %(name)s are regular partners now.") % {"name": name}

    return _answered(request, agree)


@require_POST
def decline(request: HttpRequest, number: int) -> HttpResponse:
    """The asker reads "not now" and no more."""
    player, now = member_at(request), timezone.now()

    def answer() -> str:
        partners.decline(player, number, now)
        return gettext("Declined. They read “not now”, and no more.")

    return _answered(request, answer)


@require_POST
def withdraw(request: HttpRequest, number: int) -> HttpResponse:
    player, now = member_at(request), timezone.now()

    def take_back() -> str:
        partners.withdraw(player, number, now)
        return gettext("Withdrawn.")

    return _answered(request, take_back)


@require_POST
def end(request: HttpRequest, number: int) -> HttpResponse:
    player, now = member_at(request), timezone.now()

    def part() -> str:
        partners.end(player, number, now)
        return gettext("You are partners no more. Matches between you go on.")

    return _answered(request, part)


@require_POST
def dismiss(request: HttpRequest) -> HttpResponse:
    """A suggestion is not made again, to neither of the two."""
    player, now = member_at(request), timezone.now()
    other = audience.member_named(request.POST.get("name", ""), now)
    if other is not None and other in partnering.suggested(player, now):
        partners.dismiss(player, other, now)
    return SeeOther(resolve_url("partners"))


def _answered(request: HttpRequest, verb: Callable[[], str]) -> HttpResponse:
    try:
        messages.success(request, verb())
    except Unwelcome as refused:
        messages.error(request, str(refused.sentence))
    return SeeOther(resolve_url("partners"))
