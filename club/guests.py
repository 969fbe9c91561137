"""Guests: players without name and password, made at the first game and not before; and who is none."""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import cast

from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.http import Http404, HttpRequest

from club.errors import SignUpFirst, TooOften
from club.limits import is_allowed
from club.looks import on_device
from club.models import Player

# Guests have no password to check; the backend is only what reads the row back at the next request.
BACKEND = "django.contrib.auth.backends.ModelBackend"
# Presses of a newcomer that are so close together are one.
SAME_PRESS_SECONDS = 10
SET_ASIDE = "club.guest"


def play_as(request: HttpRequest) -> Player:
    """The player behind the request: whoever is signed in, else a new guest, who then is. Raises SignUpFirst where the
    club has no guests, TooOften where too many have come from one address.

    To be called where a game begins: each game also begins the session's time anew, so that it ends with the
    guest's row (SESSION_COOKIE_AGE after the last one) and not in the middle of a year of play.
    """
    if request.user.is_authenticated:
        player = request.user
    elif not settings.GUESTS:
        raise SignUpFirst
    else:
        player = _newcomer(request)
        with forms_stay_valid(request):
            login(request, player, backend=BACKEND)
    request.session.set_expiry(settings.SESSION_COOKIE_AGE)
    return player


def set_aside(request: HttpRequest) -> None:
    """For as long as the request lasts the guest is nobody: allauth takes whoever is signed in for a member."""
    if request.user.is_authenticated and request.user.is_guest:
        request.META[SET_ASIDE] = request.user
        request.user = AnonymousUser()


def guest_at(request: HttpRequest) -> Player | None:
    """The guest behind the request, set aside or not; None for members and for those without a row."""
    player = request.META.get(SET_ASIDE, request.user)
    return player if isinstance(player, Player) and player.is_guest else None


def member_at(request: HttpRequest) -> Player:
    """The member who asks. Raises Http404 for guests and strangers, where only members have what is asked for."""
    member = member_if_any(request)
    if member is None:
        raise Http404
    return member


def member_if_any(request: HttpRequest) -> Player | None:
    """The member who asks, where guests and strangers are shown something else."""
    return request.user if request.user.is_authenticated and request.user.is_member else None


def _newcomer(request: HttpRequest) -> Player:
    """A new guest; by a button pressed twice the same one, so that nobody plays against or loses a seat to themselves.

    Until the first answer has brought its session, the secret behind a browser's forms is all that tells who pressed.
    """
    if not is_allowed(request, "guest"):
        raise TooOften
    guest = Player.objects.create_guest(on_device(request))
    secret = cast("str | None", request.META.get("CSRF_COOKIE"))
    if secret is None:
        return guest
    key = f"newcomer.{sha256(secret.encode()).hexdigest()}"
    if cache.add(key, guest.pk, SAME_PRESS_SECONDS):
        return guest
    first = Player.objects.filter(pk=cache.get(key), joined_at=None).first()
    if first is None:
        return guest
    guest.delete()
    return first


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
