"""A member who deletes the account: the row stays, so that what others earned with them stays, and names nobody."""

import datetime as dt

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.sessions.models import Session
from django.db.models import Q

from club.models import (
    Block,
    CalendarFeed,
    Invitation,
    MailRefused,
    Notice,
    NoticeChoice,
    Partnership,
    Player,
    Presence,
    PushAddress,
)
from club.sessions import sessions_of


def empty(player: Player, now: dt.datetime) -> None:
    """Erase whatever tells who the player was or how they are reached; nobody can sign in as them any more."""
    for model in (Notice, NoticeChoice, PushAddress, CalendarFeed, MailRefused, Presence):
        model.objects.filter(player=player).delete()
    Partnership.objects.filter(Q(one=player) | Q(other=player)).delete()
    Block.objects.filter(Q(player=player) | Q(blocked=player)).delete()
    EmailAddress.objects.filter(user=player).delete()
    Authenticator.objects.filter(user=player).delete()
    Invitation.objects.filter(made_by=player, used_at=None).delete()
    player.groups.clear()
    player.user_permissions.clear()
    player.bear(None)
    player.email = player.language = player.time_zone = player.looks = ""
    player.time_zone_chosen = False
    player.is_active = player.is_staff = player.is_superuser = False
    player.left_at, player.last_login = now, None
    player.set_unusable_password()
    player.save()


def end_sessions(player_id: int, now: dt.datetime) -> None:
    """Forget every browser that was signed in: what a session keeps holds the name one signed in by.

    They are worth nothing already, since the password is gone.
    """
    theirs = [session.pk for session in sessions_of(player_id, now)]
    Session.objects.filter(pk__in=theirs).delete()
