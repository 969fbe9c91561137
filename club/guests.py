"""Guests: players without name and password, made at the first game and not before."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest

from club.models import Player

# Guests have no password to check; the backend is only what reads the row back at the next request.
BACKEND = "django.contrib.auth.backends.ModelBackend"


def play_as(request: HttpRequest) -> Player:
    """The player behind the request: whoever is signed in, else a new guest, who then is.

    To be called where a game begins: each game also begins the session's time anew, so that it ends with the
    guest's row (SESSION_COOKIE_AGE after the last one) and not in the middle of a year of play.
    """
    if request.user.is_authenticated:
        player = request.user
    else:
        player = Player.objects.create_guest()
        with forms_stay_valid(request):
            login(request, player, backend=BACKEND)
    request.session.set_expiry(settings.SESSION_COOKIE_AGE)
    return player


@contextmanager
def forms_stay_valid(request: HttpRequest) -> Iterator[None]:
    """Around a `login` that keeps the person: the CSRF token survives it.

    Pages that were open before (another tab, the browser's Back) hold forms with that token; a new one would make
    their next press fail.
    """
    token = cast("str | None", request.META.get("CSRF_COOKIE"))
    yield
    if token is not None:
        request.META["CSRF_COOKIE"] = token
