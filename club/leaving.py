"""A member who deletes the account: the row stays, so that what others earned with them stays, and names nobody."""

import datetime as dt

from allauth.account.models import EmailAddress
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session

from club.models import CalendarFeed, MailRefused, Notice, NoticeChoice, Player, PushAddress


def empty(player: Player, now: dt.datetime) -> None:
    """Erase whatever tells who the player was or how they are reached; nobody can sign in as them any more."""
    for model in (Notice, NoticeChoice, PushAddress, CalendarFeed, MailRefused):
        model.objects.filter(player=player).delete()
    EmailAddress.objects.filter(user=player).delete()
    player.groups.clear()
    player.user_permissions.clear()
    player.name = player.name_folded = None
    player.email = player.language = player.time_zone = ""
    player.time_zone_chosen = False
    player.is_active = player.is_staff = player.is_superuser = False
    player.left_at, player.last_login = now, None
    player.set_unusable_password()
    player.save()


def end_sessions(player_id: int, now: dt.datetime) -> None:
    """Forget every browser that was signed in: what a session keeps holds the name one signed in by.

    They are worth nothing already, since the password is gone. Sessions do not say whose they are, so all are read.
    """
    alive = Session.objects.filter(expire_date__gte=now)
    theirs = [session.pk for session in alive.iterator() if session.get_decoded().get(SESSION_KEY) == str(player_id)]
    Session.objects.filter(pk__in=theirs).delete()
