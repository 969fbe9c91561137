"""The cast: strangers, a guest and members, each at a browser."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from club.models import Player
from tests.club.browser import PASSWORD, begin_a_game


@pytest.fixture(autouse=True)
def no_limits_used_up_by_other_tests() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture(autouse=True)
def addresses_that_begin_games(settings: Settings) -> None:
    settings.ROOT_URLCONF = "tests.club.urls"


@pytest.fixture
def guest(client: Client, db: None) -> Player:
    """Somebody who began a game at `client`."""
    return begin_a_game(client)


@pytest.fixture
def alice(db: None) -> Player:
    """A member who is not signed in anywhere."""
    return Player.objects.create_user("Alice", PASSWORD)


@pytest.fixture
def alice_at(alice: Player) -> Client:
    """The browser at which alice is signed in."""
    browser = Client()
    browser.force_login(alice, "django.contrib.auth.backends.ModelBackend")
    return browser
