"""Guests: there is none before the first game, and then one."""

import datetime as dt

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from club.models import Player
from tests.club.browser import begin_a_game, page, who_is_at

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "address", ["/", "/rules/", "/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"]
)
def test_opening_pages_makes_no_player_and_no_session(client: Client, address: str) -> None:
    assert client.get(address).status_code == 200
    assert not Player.objects.exists()
    assert not Session.objects.exists()


def test_the_first_game_makes_a_guest_without_name_and_password(client: Client) -> None:
    guest = begin_a_game(client)
    assert guest.is_guest
    assert guest.name is None
    assert not guest.has_usable_password()
    assert who_is_at(client) == guest.pk


def test_the_next_game_is_the_same_guests(client: Client, guest: Player) -> None:
    assert begin_a_game(client) == guest
    assert Player.objects.count() == 1


def test_a_members_game_is_the_members(alice_at: Client, alice: Player) -> None:
    assert begin_a_game(alice_at) == alice
    assert Player.objects.count() == 1


def test_two_browsers_are_two_guests(client: Client, guest: Player) -> None:
    assert begin_a_game(Client()) != guest


def test_each_game_begins_the_sessions_time_anew(client: Client, guest: Player) -> None:
    key = client.session.session_key
    Session.objects.filter(session_key=key).update(expire_date=timezone.now() + dt.timedelta(days=1))
    begin_a_game(client)
    left = Session.objects.get(session_key=key).expire_date - timezone.now()
    assert left > dt.timedelta(seconds=settings.SESSION_COOKIE_AGE - 60)


def test_a_page_opened_before_the_first_game_can_still_begin_another() -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.get("/accounts/signup/")
    form = {"csrfmiddlewaretoken": browser.cookies["csrftoken"].value}
    assert browser.post("/begin-a-game/", form).status_code == 200
    assert browser.post("/begin-a-game/", form).status_code == 200
    assert Player.objects.count() == 1


def test_a_guest_is_asked_to_sign_up_to_keep_the_games(client: Client, guest: Player) -> None:
    seen = page(client.get("/a-page/"))
    assert f"Guest {guest.pk}" in seen.text
    assert "Sign up to keep your games" in seen.text
    assert "Sign out" not in seen.text


def test_a_guest_who_would_sign_out_is_warned_first(client: Client, guest: Player) -> None:
    assert "your games would be lost" in page(client.get("/accounts/logout/")).text
    assert who_is_at(client) == guest.pk


@pytest.mark.parametrize("address", ["email/", "password/change/", "password/set/", "reauthenticate/"])
def test_a_guest_has_no_address_or_password_to_change(client: Client, guest: Player, address: str) -> None:
    for answer in (
        client.get(f"/accounts/{address}"),
        client.post(f"/accounts/{address}", {"action_add": "", "email": "a@b.cc"}),
    ):
        assert answer.status_code == 302
        assert answer["Location"].startswith("/accounts/signup/?next=")
    guest.refresh_from_db()
    assert guest.email == ""
    assert not guest.has_usable_password()


def test_the_row_of_a_guest_cannot_hold_half_a_member(guest: Player) -> None:
    with pytest.raises(Exception, match="player_member_has_name"):
        Player.objects.filter(pk=guest.pk).update(joined_at=timezone.now())
