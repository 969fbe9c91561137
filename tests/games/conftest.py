"""The cast and the clock of the game's tests."""

import datetime as dt
from random import Random

import pytest
from django.core.cache import cache

from club.models import Player
from games import analysing, boards

NOON = dt.datetime(2026, 3, 10, 12, tzinfo=dt.UTC)


class Clock:
    """The club's clock; it stands still until a test sets it."""

    def __init__(self, now: dt.datetime) -> None:
        self.now = now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Noon of 10 March 2026."""
    clock = Clock(NOON)
    monkeypatch.setattr("django.utils.timezone.now", lambda: clock.now)
    return clock


@pytest.fixture(autouse=True)
def no_boards_from_other_tests() -> None:
    """Boards are kept by seat id, the game in hand by its analysis's, and each test's ids begin again at 1."""
    boards.forget_all()
    analysing.put_down()


@pytest.fixture(autouse=True)
def no_limits_used_up_by_other_tests() -> None:
    """What somebody did how often is counted by player id too."""
    cache.clear()


@pytest.fixture(autouse=True)
def the_same_deals_in_every_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """The simple player wins one Classic deal in three hundred; where it is to be blocked, no run may meet that one."""
    monkeypatch.setattr("secrets.token_bytes", Random("the same deals").randbytes)


@pytest.fixture
def alice(db: None) -> Player:
    """A member of long standing."""
    return _member("alice")


@pytest.fixture
def bob(db: None) -> Player:
    return _member("bob")


@pytest.fixture
def charlie(db: None) -> Player:
    """The outsider: a member who has no part in what the test is about."""
    return _member("charlie")


@pytest.fixture
def guest(db: None) -> Player:
    return Player.objects.create_guest()


def _member(name: str) -> Player:
    member = Player.objects.create_user(name, password="correct horse")
    member.joined_at = NOON - dt.timedelta(days=400)
    member.save(update_fields=["joined_at"])
    return member
