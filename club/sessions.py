"""The browsers at which somebody is signed in. Sessions do not say whose they are, so all that are alive are read."""

import datetime as dt

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session


def sessions_of(player_id: int, now: dt.datetime) -> list[Session]:
    """The player's sessions that are alive. One query over everybody's."""
    alive = Session.objects.filter(expire_date__gte=now)
    return [session for session in alive.iterator() if session.get_decoded().get(SESSION_KEY) == str(player_id)]
