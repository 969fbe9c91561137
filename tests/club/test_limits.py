"""Limits hold by account wherever it comes from, and by address whoever comes from there."""

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from club.models import Player
from club.rates import for_a_crowd, for_somebody
from tests.club.browser import begin_a_game, page, sign_in


def limit(settings: Settings, **rates: str) -> None:
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | rates


def from_address(address: str) -> Client:
    return Client(REMOTE_ADDR=address)


def test_a_crowd_at_one_address_is_let_in_by_a_setting_and_no_account_gets_more_by_it() -> None:
    rates = {"login_failed": "10/m/ip,5/5m/key", "export": "3/d/user"}
    assert for_a_crowd(rates, 30) == {"login_failed": "300/m/ip,5/5m/key", "export": "3/d/user"}
    assert for_a_crowd(rates, 1) == rates


def test_nobody_is_counted_by_account() -> None:
    assert for_somebody("60/m/user,600/m/ip", known=True) == "60/m/user,600/m/ip"
    assert for_somebody("60/m/user,600/m/ip", known=False) == "600/m/ip"
    assert for_somebody("5/h/user", known=False) == ""


@pytest.mark.django_db
def test_whatever_is_more_than_a_look_is_limited_by_account_from_wherever_it_comes(
    alice_at: Client, settings: Settings
) -> None:
    limit(settings, form="3/m/user")
    statuses = [
        alice_at.post("/language/", {"language": "en"}, REMOTE_ADDR=f"192.0.2.{n}").status_code for n in range(4)
    ]
    assert statuses == [302, 302, 302, 429]
    assert alice_at.post("/notices/zone/", {"zone": "Europe/Berlin"}).status_code == 429
    assert alice_at.put("/notices/").status_code == 429
    assert alice_at.get("/notices/").status_code == 200
    assert alice_at.head("/notices/").status_code == 200


@pytest.mark.django_db
def test_whatever_is_more_than_a_look_is_limited_by_address_whoever_asks(settings: Settings) -> None:
    limit(settings, form="3/m/ip")
    for _ in range(3):
        assert from_address("192.0.2.1").post("/language/").status_code == 302
    refused = from_address("192.0.2.1").post("/language/")
    assert refused.status_code == 429
    assert page(refused).headings == ["A little slower, please"]
    assert from_address("192.0.2.2").post("/language/").status_code == 302


@pytest.mark.django_db
def test_behind_the_front_server_the_address_that_it_wrote_down_is_counted(settings: Settings) -> None:
    limit(settings, form="1/m/ip")
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1

    def come(forwarded: str) -> int:
        browser = Client(REMOTE_ADDR="10.0.0.1", headers={"x-forwarded-for": forwarded})
        return browser.post("/language/").status_code

    assert come("192.0.2.1") == 302
    # What the visitor claims stands before it and helps nobody.
    assert come("198.51.100.7, 192.0.2.1") == 429
    assert come("192.0.2.2") == 302


@pytest.mark.django_db
def test_one_address_makes_so_many_guests_and_no_more(settings: Settings) -> None:
    limit(settings, guest="2/m/ip")
    for _ in range(2):
        begin_a_game(from_address("192.0.2.1"))
    refused = from_address("192.0.2.1").post("/begin-a-game/")
    assert (refused.status_code, page(refused).headings) == (429, ["A little slower, please"])
    assert Player.objects.count() == 2
    begin_a_game(from_address("192.0.2.2"))


@pytest.mark.django_db
def test_who_is_a_guest_already_begins_games_whatever_others_at_the_address_did(settings: Settings) -> None:
    limit(settings, guest="1/m/ip")
    guest = Client()
    player = begin_a_game(guest)
    assert Client().post("/begin-a-game/").status_code == 429
    assert begin_a_game(guest) == player


@pytest.mark.django_db
def test_nobody_has_mails_sent_to_an_address_without_end(alice_at: Client) -> None:
    statuses = [alice_at.post("/notices/trial/").status_code for _ in range(6)]
    assert statuses == [400] * 5 + [429]
    assert mail.outbox == []


@pytest.mark.django_db
def test_asking_for_one_accounts_password_again_and_again_sends_few_mails(alice: Player) -> None:
    statuses = {
        from_address(f"192.0.2.{n}").post("/accounts/password/reset/", {"email": "a@example.org"}).status_code
        for n in range(9)
    }
    assert 429 in statuses


@pytest.mark.django_db
def test_what_was_counted_of_one_is_not_forgotten_for_the_sake_of_thousands(client: Client, alice: Player) -> None:
    for _ in range(5):
        sign_in(client, "alice", "wrong password")
    for n in range(5_000):
        cache.set(f"of-somebody-else-{n}", [n], 300)
    assert "Too many failed" in page(sign_in(client, "alice")).text
