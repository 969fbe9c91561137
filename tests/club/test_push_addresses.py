"""Who is told on which device: added by a press, moved by the browser, and left behind by whoever signs out."""

import datetime as dt

import pytest
from django.test import Client

from club import notices
from club.models import How, Kind, Player, PushAddress, Way
from tests.club.browser import PASSWORD, begin_a_game, sign_in, sign_up
from tests.push_service import Browser

pytestmark = pytest.mark.django_db

NOW = dt.datetime(2026, 3, 10, 12, tzinfo=dt.UTC)
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
EDGE = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0"
SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Safari/604.1"


def at_service(name: str) -> Browser:
    return Browser(f"https://push.example.org/{name}")


def add(browser: Client, device: Browser) -> int:
    """The status that a press gets."""
    return browser.post("/notices/push/add/", device.fields, headers={"user-agent": FIREFOX}).status_code


def told_at() -> dict[str, str | None]:
    """Who is told at which address."""
    return {address.endpoint: address.player.name for address in PushAddress.objects.select_related("player")}


def test_a_press_adds_the_device_once(alice: Player, alice_at: Client) -> None:
    device = at_service("a")
    assert [add(alice_at, device), add(alice_at, device)] == [204, 204]
    address = PushAddress.objects.get()
    assert (address.player, address.endpoint) == (alice, device.endpoint)
    assert (address.p256dh, address.auth) == (device.p256dh, device.auth)
    assert address.device == "Firefox on Linux"


def test_the_first_device_switches_push_on_for_everything(alice: Player, alice_at: Client) -> None:
    add(alice_at, at_service("a"))
    assert {notices.hows(alice)[kind, Way.PUSH] for kind in Kind} == {How.AT_ONCE}


def test_what_was_switched_off_since_stays_off_with_a_second_device(alice: Player, alice_at: Client) -> None:
    add(alice_at, at_service("a"))
    notices.switch_off(alice, [Kind.MATCH_OVER], Way.PUSH)
    add(alice_at, at_service("b"))
    assert notices.hows(alice)[Kind.MATCH_OVER, Way.PUSH] == How.OFF


@pytest.mark.parametrize(
    ("agent", "name"),
    [(FIREFOX, "Firefox on Linux"), (EDGE, "Edge on Windows"), (SAFARI, "Safari on iPhone"), ("curl", "a device")],
)
def test_a_device_is_named_by_its_browser_and_system(alice_at: Client, agent: str, name: str) -> None:
    alice_at.post("/notices/push/add/", at_service("a").fields, headers={"user-agent": agent})
    assert PushAddress.objects.get().device == name


def test_ten_devices_are_enough(alice: Player, alice_at: Client) -> None:
    for number in range(10):
        assert add(alice_at, at_service(str(number))) == 204
    answer = alice_at.post("/notices/push/add/", at_service("11").fields)
    assert answer.status_code == 409
    assert answer.json() == {"text": "You are told on 10 devices already: remove one first."}
    assert PushAddress.objects.count() == 10
    # One of the ten, pressed again.
    assert add(alice_at, at_service("3")) == 204


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "http://push.example.org/a"},
        {"endpoint": "https://10.0.0.1/a"},
        {"endpoint": ""},
        {"p256dh": "BAAA"},
        {"p256dh": "x" * 87},
        {"p256dh": "é"},
        {"auth": "short"},
        {"auth": "x" * 500},
    ],
)
def test_what_cannot_be_sent_to_is_refused_with_a_sentence(alice_at: Client, wrong: dict[str, str]) -> None:
    answer = alice_at.post("/notices/push/add/", at_service("a").fields | wrong)
    assert answer.status_code == 400
    assert answer.json()["text"].endswith(".")
    assert not PushAddress.objects.exists()


def test_guests_and_strangers_have_no_devices(client: Client) -> None:
    assert add(client, at_service("a")) == 404
    begin_a_game(client)
    assert add(client, at_service("a")) == 404
    assert not PushAddress.objects.exists()


def test_a_device_is_added_by_a_press_of_its_own_page_only(alice: Player) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice, "django.contrib.auth.backends.ModelBackend")
    assert add(browser, at_service("a")) == 403
    assert alice_gets(browser, "/notices/push/add/") == 405


def alice_gets(browser: Client, address: str) -> int:
    return browser.get(address).status_code


def test_a_device_is_removed_by_its_owner_and_by_nobody_else(alice: Player, alice_at: Client) -> None:
    add(alice_at, at_service("a"))
    address = PushAddress.objects.get()
    other = Client()
    other.force_login(Player.objects.create_user("Bob", PASSWORD), "django.contrib.auth.backends.ModelBackend")
    assert other.post(f"/notices/push/{address.pk}/remove/").status_code == 404
    assert PushAddress.objects.exists()
    assert alice_at.post(f"/notices/push/{address.pk}/remove/").status_code == 302
    assert not PushAddress.objects.exists()
    assert alice_at.post(f"/notices/push/{address.pk}/remove/").status_code == 404


# --- another person at the same browser -------------------------------------------------------------------------------


def test_who_signs_out_is_told_at_this_browser_no_more(alice: Player, client: Client) -> None:
    sign_in(client, "Alice")
    add(client, at_service("here"))
    elsewhere = Client()
    sign_in(elsewhere, "Alice")
    add(elsewhere, at_service("elsewhere"))
    client.post("/accounts/logout/")
    assert told_at() == {"https://push.example.org/elsewhere": "Alice"}


def test_who_signs_out_after_a_session_that_ended_by_itself_is_told_no_more(alice: Player, client: Client) -> None:
    sign_in(client, "Alice")
    add(client, at_service("here"))
    client.session.flush()
    sign_in(client, "Alice")
    assert told_at() == {"https://push.example.org/here": "Alice"}
    client.post("/accounts/logout/")
    assert told_at() == {}


def test_another_who_signs_in_at_the_browser_ends_what_the_first_was_told_there(alice: Player, client: Client) -> None:
    Player.objects.create_user("Bob", PASSWORD)
    sign_in(client, "Alice")
    add(client, at_service("here"))
    client.session.flush()
    sign_in(client, "Bob")
    assert told_at() == {}


def test_so_does_another_who_signs_up_there(alice: Player, client: Client) -> None:
    sign_in(client, "Alice")
    add(client, at_service("here"))
    client.session.flush()
    sign_up(client, "Carol")
    assert told_at() == {}


def test_an_address_belongs_to_whoever_pressed_last(alice: Player, alice_at: Client) -> None:
    Player.objects.create_user("Bob", PASSWORD)
    add(alice_at, at_service("here"))
    browser = Client()
    sign_in(browser, "Bob")
    add(browser, at_service("here"))
    assert told_at() == {"https://push.example.org/here": "Bob"}


def test_a_forged_cookie_removes_nobody(alice: Player, alice_at: Client) -> None:
    add(alice_at, at_service("here"))
    stranger = Client()
    stranger.cookies["push_address"] = str(PushAddress.objects.get().pk)
    stranger.post("/accounts/logout/")
    Player.objects.create_user("Bob", PASSWORD)
    sign_in(stranger, "Bob")
    assert told_at() == {"https://push.example.org/here": "Alice"}


# --- the browser's own change of address ------------------------------------------------------------------------------


def renewed(device: Browser, new: Browser, **other: str) -> int:
    """Without a session or a form, as a service worker does it."""
    proof = {"old_endpoint": device.endpoint, "old_auth": device.auth} | other
    return Client(enforce_csrf_checks=True).post("/notices/push/renew/", new.fields | proof).status_code


def test_a_browser_moves_its_own_address(alice_at: Client) -> None:
    old, new = at_service("old"), at_service("new")
    add(alice_at, old)
    assert renewed(old, new) == 204
    assert told_at() == {new.endpoint: "Alice"}
    alice_at.post("/accounts/logout/")
    assert told_at() == {}


def test_nobody_moves_an_address_without_its_secret(alice_at: Client) -> None:
    old = at_service("old")
    add(alice_at, old)
    assert renewed(old, at_service("new"), old_auth="A" * 22) == 404
    assert renewed(at_service("unknown"), at_service("new")) == 404
    assert renewed(old, Browser("https://10.0.0.1/a")) == 400
    assert told_at() == {old.endpoint: "Alice"}


# --- the worker -------------------------------------------------------------------------------------------------------


def test_the_worker_speaks_for_every_page_and_is_never_kept(client: Client) -> None:
    answer = client.get("/sw.js")
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Cache-Control"] == "no-cache"
    assert "addEventListener" in answer.content.decode()
    assert client.post("/sw.js").status_code == 405
