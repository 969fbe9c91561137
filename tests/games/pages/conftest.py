"""Browsers of the cast, and the clock that the pages read."""

import datetime as dt
from collections.abc import Callable

import pytest
from django.test import Client

from club.models import Player
from tests.games.conftest import NOON

BACKEND = "django.contrib.auth.backends.ModelBackend"


class Clock:
    """The club's clock; it stands still until a test sets it."""

    def __init__(self, now: dt.datetime) -> None:
        self.now = now


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Noon of 10 March 2026."""
    clock = Clock(NOON)
    monkeypatch.setattr("django.utils.timezone.now", lambda: clock.now)
    return clock


@pytest.fixture
def at() -> Callable[[Player | None], Client]:
    """The browser of somebody; of nobody, one without an account."""

    def browser(player: Player | None) -> Client:
        client = Client()
        if player is not None:
            client.force_login(player, BACKEND)
        return client

    return browser


@pytest.fixture
def everybody(alice: Player, charlie: Player, guest: Player) -> dict[str, Player | None]:
    """One of each kind of visitor; the stranger is a member too, with no part in what alice plays."""
    return {"anonymous": None, "guest": guest, "member": alice, "stranger": charlie}
