"""Whoever signs up or in brings their games along: what allauth's door does about matches."""

import datetime as dt
import logging

from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import ngettext

from club.accounts import GuestBecomesMember
from club.guests import guest_at
from club.models import Player
from games import announce, play, tables
from games.models import Seat
from games.play import Table
from games.refusals import Refused
from games.tables import Told
from games.writer import writer

log = logging.getLogger(__name__)


class GuestBringsGames(GuestBecomesMember):
    """The guest's running games go along to the account that is signed in to; the name of who joined shows at once."""

    def login(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        now, guest = timezone.now(), guest_at(request)
        if guest is not None and isinstance(user, Player) and guest.pk != user.pk:
            _bring_along(request, guest, user, now)
        super().login(request, user)
        if isinstance(user, Player) and Seat.objects.of(user.pk).in_live_race().exists():
            _show_name(user, now)


def _bring_along(request: HttpRequest, guest: Player, member: Player, now: dt.datetime) -> None:
    """Before the guest's session is gone: with games that could not be moved just now, nobody is signed in."""
    if not play.has_anything_to_hand_over(guest):
        return
    try:
        told, left_behind = writer.wait(lambda: _hand_over(guest.pk, member, now))
    except Refused as refused:
        messages.error(request, str(refused.sentence))
        raise ImmediateHttpResponse(redirect("account_login")) from refused
    announce.tell_from_page(told)
    if left_behind:
        kept = ngettext(
            "One match stays with the guest you were: you sit on both sides of it.",
            "%(count)d matches stay with the guest you were: you sit on both sides of them.",
            left_behind,
        )
        messages.warning(request, kept % {"count": left_behind})


def _hand_over(guest_id: int, member: Player, now: dt.datetime) -> tuple[list[Told], int]:
    """The guest is read anew: another press may have made it a member, or handed everything over already."""
    guest = Player.objects.get(pk=guest_id)
    told: list[Told] = []
    left_behind = play.hand_over(guest, member, now, lambda table: told.extend(tables.tell(table, now)))
    return told, left_behind


def _show_name(player: Player, now: dt.datetime) -> None:
    try:
        announce.tell_from_page(writer.wait(lambda: _told_of_name(player, now)))
    except Refused:
        # The next beat of the player's own table shows it.
        log.warning("the name of player %d could not be shown at once", player.pk)


def _told_of_name(player: Player, now: dt.datetime) -> list[Told]:
    told: list[Told] = []

    def store(table: Table) -> None:
        told.extend(tables.tell(table, now))

    play.show_name(player, now, store)
    return told
