"""Telling by push: every device once, few at a time, and nothing where nobody takes it."""

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from club import notices
from club.models import Kind, Notice, Player, PushAddress, Way
from games.models import Match
from tests.games.conftest import NOON
from tests.games.told import HOUR, MINUTE, SECOND, agreed, end_turn, looks_at, tell_what_is_due
from tests.push_service import PushService

pytestmark = pytest.mark.django_db


@pytest.fixture
def service(settings: Settings) -> Iterator[PushService]:
    settings.PUSH_TO_THIS_MACHINE = True
    with PushService() as listening:
        yield listening


@pytest.fixture
def bob(bob: Player) -> Player:
    """Bob has allowed push, and no mail reaches him."""
    notices.switch_on(bob, Way.PUSH)
    return bob


@pytest.fixture
def match(alice: Player, bob: Player) -> Match:
    return agreed(alice, bob, NOON)


def device(player: Player, service: PushService, name: str) -> PushAddress:
    return PushAddress.objects.create(player=player, added_at=NOON, **service.browser(name).fields)


def outcome(kind: Kind = Kind.YOUR_TURN) -> str:
    return Notice.objects.get(player__name="bob", kind=kind, way=Way.PUSH).outcome


def test_a_turn_is_pushed_to_every_device_once_until_its_deadline(
    match: Match, bob: Player, service: PushService
) -> None:
    browsers = {f"/to/{name}": service.browser(name) for name in ("phone", "desk")}
    for browser in browsers.values():
        PushAddress.objects.create(player=bob, added_at=NOON, **browser.fields)
    tell_what_is_due(NOON)
    tell_what_is_due(NOON + MINUTE)
    while browsers:
        posted = service.take()
        assert browsers.pop(posted.path).read(posted) == {
            "title": "Your turn 1 against alice",
            "body": "Turn 1 against alice is open until 11 March, 12:00 (UTC).",
            "url": f"/table/{match.key}/",
            "tag": match.key,
        }
        assert posted.headers["ttl"] == str(24 * 3600)
    assert service.is_idle
    assert outcome() == Notice.Outcome.SENT


def test_after_a_quiet_night_many_are_one(alice: Player, bob: Player, service: PushService) -> None:
    browser = service.browser("phone")
    PushAddress.objects.create(player=bob, added_at=NOON, **browser.fields)
    for _ in range(5):
        agreed(alice, bob, NOON + 11 * HOUR)
    tell_what_is_due(NOON + 11 * HOUR)
    assert service.is_idle
    tell_what_is_due(NOON + 20 * HOUR)
    read = browser.read(service.take())
    assert (read["title"], read["url"], read["tag"]) == ("5 things for you", "/day/", "my-day")
    assert service.is_idle


def test_nothing_is_pushed_for_a_turn_already_played_or_looked_at(
    match: Match, alice: Player, bob: Player, service: PushService
) -> None:
    device(bob, service, "phone")
    end_turn(match, bob, NOON)
    looks_at(agreed(alice, bob, NOON), bob, NOON)
    tell_what_is_due(NOON + SECOND)
    assert service.is_idle


def test_without_a_device_there_is_nobody_to_push_to(match: Match) -> None:
    tell_what_is_due(NOON)
    assert outcome() == Notice.Outcome.OFF


def test_a_device_that_is_gone_is_forgotten_and_not_tried_again(
    match: Match, bob: Player, service: PushService
) -> None:
    device(bob, service, "phone")
    service.answers = 410
    tell_what_is_due(NOON)
    service.take()
    assert not PushAddress.objects.exists()
    tell_what_is_due(NOON + HOUR)
    assert outcome() == Notice.Outcome.OFF
    assert service.is_idle


def test_a_push_service_that_is_down_is_tried_again(match: Match, bob: Player, service: PushService) -> None:
    device(bob, service, "phone")
    service.answers = 503
    tell_what_is_due(NOON)
    service.take()
    service.answers = 201
    tell_what_is_due(NOON + MINUTE)
    service.take()
    tell_what_is_due(NOON + HOUR)
    assert service.is_idle
    assert outcome() == Notice.Outcome.SENT
