"""Browsers of the cast, and the clock that the pages read."""

from collections.abc import Callable

import pytest
from django.test import Client

from club.models import Player
from tests.games.conftest import Clock

BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture(autouse=True)
def the_clock_stands_still(clock: Clock) -> None:
    """Until a test sets it; pages read it themselves."""


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
