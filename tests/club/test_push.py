"""Push messages: what reaches a push service, that only the browser can read it, and what each answer leads to."""

import asyncio
import datetime as dt
import socket
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.exceptions import InvalidTag
from django.conf import settings as club_settings
from django.core.exceptions import ImproperlyConfigured
from py_vapid import Vapid
from pytest_django import Settings

from club import push
from club.env import push_key
from club.models import Player, PushAddress
from club.push import Delivery, Payload, may_be_posted_to
from tests.push_service import Browser, PushService

pytestmark = pytest.mark.django_db

NOW = dt.datetime(2026, 3, 10, 12, tzinfo=dt.UTC)
YOUR_TURN = Payload("Your turn 5 against bob", "Until 12:00.", "/table/abcdefghijkl/", "abcdefghijkl", 3600)


@pytest.fixture
def near(settings: Settings) -> None:
    """A club that may post to this machine."""
    settings.PUSH_TO_THIS_MACHINE = True


@pytest.fixture
def service(near: None) -> Iterator[PushService]:
    with PushService() as listening:
        yield listening


def address_of(player: Player, browser: Browser) -> PushAddress:
    return PushAddress.objects.create(player=player, added_at=NOW, **browser.fields)


def test_a_message_reaches_the_browser_that_it_is_for(alice: Player, service: PushService) -> None:
    browser = service.browser("alice")
    assert push.send(address_of(alice, browser), YOUR_TURN, NOW) is Delivery.SENT
    posted = service.take()
    assert posted.path == "/to/alice"
    assert browser.read(posted) == {
        "title": "Your turn 5 against bob",
        "body": "Until 12:00.",
        "url": "/table/abcdefghijkl/",
        "tag": "abcdefghijkl",
    }


def test_nobody_else_can_read_it(alice: Player, service: PushService) -> None:
    push.send(address_of(alice, service.browser("alice")), YOUR_TURN, NOW)
    posted = service.take()
    assert b"bob" not in posted.body
    with pytest.raises(Exception, match="Decryption error") as refused:
        service.browser("mallory").read(posted)
    assert isinstance(refused.value.__context__, InvalidTag)


def test_it_is_kept_until_the_deadline_and_replaces_an_older_one(alice: Player, service: PushService) -> None:
    push.send(address_of(alice, service.browser("alice")), YOUR_TURN, NOW)
    headers = service.take().headers
    assert headers["ttl"] == "3600"
    assert headers["topic"] == "abcdefghijkl"
    assert headers["content-encoding"] == "aes128gcm"


def test_a_deadline_that_has_passed_is_no_time_at_all(alice: Player, service: PushService) -> None:
    late = Payload("late", "", "/", "tag", -5)
    push.send(address_of(alice, service.browser("alice")), late, NOW)
    assert service.take().headers["ttl"] == "0"


def test_it_is_signed_with_the_key_that_browsers_are_given(alice: Player, service: PushService) -> None:
    push.send(address_of(alice, service.browser("alice")), YOUR_TURN, NOW)
    scheme, _, words = service.take().headers["authorization"].partition(" ")
    assert scheme == "vapid"
    assert words.endswith(f"k={push.public_key()}")
    assert Vapid.verify(f"vapid {words}")


def test_the_public_key_is_a_point_of_the_curve() -> None:
    point = urlsafe_b64decode(push.public_key() + "=")
    assert (len(point), point[0]) == (65, 4)


@pytest.mark.parametrize("status", [404, 410])
def test_an_address_that_is_gone_is_removed(alice: Player, service: PushService, status: int) -> None:
    gone, other = address_of(alice, service.browser("gone")), address_of(alice, service.browser("other"))
    service.answers = status
    assert push.send(gone, YOUR_TURN, NOW) is Delivery.GONE
    assert list(PushAddress.objects.all()) == [other]


def test_an_address_that_was_renewed_meanwhile_is_kept(alice: Player, service: PushService) -> None:
    old = address_of(alice, service.browser("old"))
    PushAddress.objects.update(endpoint=f"{service.url}/to/new")
    service.answers = 410
    assert push.send(old, YOUR_TURN, NOW) is Delivery.GONE
    assert PushAddress.objects.get().endpoint == f"{service.url}/to/new"


@pytest.mark.parametrize("status", [400, 401, 413, 429, 500, 503])
def test_any_other_refusal_is_tried_again_and_keeps_the_address(
    alice: Player, service: PushService, status: int
) -> None:
    service.answers = status
    assert push.send(address_of(alice, service.browser("alice")), YOUR_TURN, NOW) is Delivery.TRY_LATER
    assert PushAddress.objects.count() == 1


def test_a_service_that_cannot_be_reached_is_tried_again(alice: Player, near: None) -> None:
    with PushService() as closed:
        browser = closed.browser("alice")
    assert push.send(address_of(alice, browser), YOUR_TURN, NOW) is Delivery.TRY_LATER


def test_it_cannot_send_the_club_elsewhere(alice: Player, service: PushService) -> None:
    with PushService() as elsewhere:
        service.answers, service.location = 307, f"{elsewhere.url}/to/secrets"
        assert push.send(address_of(alice, service.browser("alice")), YOUR_TURN, NOW) is Delivery.TRY_LATER
        assert elsewhere.is_idle


# --- where the club posts to ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/abc:def",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
        "https://web.push.apple.com/QGu",
        "https://wns2-par02p.notify.windows.com/w/?token=x%2b",
        "https://push.example.org:443/a",
    ],
)
def test_push_services_are_posted_to(endpoint: str) -> None:
    assert may_be_posted_to(endpoint)


NEAR = [
    "http://push.example.org/a",
    "https://localhost/a",
    "https://intranet/a",
    "https://127.0.0.1/a",
    "https://10.0.0.5/a",
    "https://192.168.1.1/a",
    "https://169.254.169.254/latest/meta-data",
    "https://[::1]/a",
    "https://[fd00::1]/a",
    "https://[::ffff:10.0.0.1]/a",
    "https://2130706433/a",
    "https://0x7f.1/a",
    "https://127.1/a",
    "https://push.example.org:8443/a",
    "https://user:word@push.example.org/a",
    "https://push.example.org@10.0.0.5/a",
    "https://push.example.org:port/a",
    "https://push..example/a",
    "https://пуш.example/a",
    "https://push.example.org/a b",
    "https://push.example.org/" + "a" * 500,
    "file:///etc/passwd",
    "//push.example.org/a",
    "https:///a",
    "",
]


@pytest.mark.parametrize("endpoint", NEAR)
def test_nothing_near_the_club_is_posted_to(endpoint: str) -> None:
    assert not may_be_posted_to(endpoint)


def test_this_machine_is_posted_to_only_where_the_club_says_so(alice: Player) -> None:
    with PushService() as service:
        address = address_of(alice, service.browser("alice"))
        assert push.send(address, YOUR_TURN, NOW) is Delivery.GONE
        assert service.is_idle


def test_a_name_that_stands_for_something_near_is_not_posted_to(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    def resolve(host: str, port: int, *wanted: object) -> list[object]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    with PushService() as service:
        address = address_of(alice, Browser("https://push.example.org/a"))
        assert push.send(address, YOUR_TURN, NOW) is Delivery.TRY_LATER
        assert service.is_idle

    async def resolved() -> object:
        return await push.FarAway().resolve("push.example.org", 443)

    with pytest.raises(OSError, match="not on the open internet"):
        asyncio.run(resolved())


@pytest.mark.parametrize("number", ["8.8.8.8", "2001:4860:4860::8888"])
def test_the_open_internet_is_far(number: str) -> None:
    assert push.is_far(number)


@pytest.mark.parametrize(
    "number",
    ["10.1.2.3", "127.0.0.1", "169.254.1.1", "100.64.0.1", "224.0.0.1", "::1", "fe80::1", "::ffff:10.1.2.3"],
)
def test_what_is_near_is_not_far(number: str) -> None:
    assert not push.is_far(number)


# --- the key ----------------------------------------------------------------------------------------------------------


def test_the_key_is_made_once_and_readable_by_its_owner_only(tmp_path: Path) -> None:
    made = push_key(tmp_path)
    assert push_key(tmp_path) == made
    assert (tmp_path / "push_key").stat().st_mode & 0o777 == 0o600
    assert [kept.name for kept in tmp_path.iterdir()] == ["push_key"]
    (tmp_path / "another").mkdir()
    assert push_key(tmp_path / "another") != made


def test_the_key_can_be_given_by_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = club_settings.PUSH_PRIVATE_KEY
    monkeypatch.setenv("PUSH_PRIVATE_KEY", given)
    assert push_key(tmp_path) == given
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("wrong", ["short", "A" * 43, "_" * 43, "x" * 60, "no base64!"])
def test_a_key_that_is_none_is_refused_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: str
) -> None:
    monkeypatch.setenv("PUSH_PRIVATE_KEY", wrong)
    with pytest.raises(ImproperlyConfigured, match="32 bytes in base64url"):
        push_key(tmp_path)
