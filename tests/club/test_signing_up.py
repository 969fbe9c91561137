"""Signing up: a guest's row becomes a member's, a stranger gets one."""

import pytest
from asgiref.sync import async_to_sync
from channels.auth import get_user
from channels.sessions import CookieMiddleware, SessionMiddleware
from django.db import IntegrityError
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from club import leaving
from club.models import Player
from tests.club.browser import PASSWORD, Page, begin_a_game, page, sign_in, sign_up, who_is_at

pytestmark = pytest.mark.django_db

TAKEN = "This name is taken"


def test_a_stranger_who_signs_up_is_a_member_and_signed_in(client: Client) -> None:
    before = timezone.now()
    assert sign_up(client, "alice")["Location"] == "/"
    alice = Player.objects.get()
    assert (alice.name, alice.is_guest) == ("alice", False)
    assert alice.joined_at is not None
    assert before <= alice.joined_at <= timezone.now()
    assert who_is_at(client) == alice.pk


def test_a_guest_who_signs_up_keeps_the_row_and_the_session(client: Client, guest: Player) -> None:
    session = client.session.session_key
    assert sign_up(client, "alice")["Location"] == "/"
    member = Player.objects.get()
    assert member.pk == guest.pk
    assert member.name == "alice"
    assert member.seen_first_at == guest.seen_first_at
    assert client.session.session_key == session
    assert who_is_at(client) == guest.pk


def test_another_tab_stays_signed_in_when_its_guest_signs_up(client: Client, guest: Player) -> None:
    tab = Client()
    tab.cookies.load(client.cookies.output(header=""))
    other_cookie = client.cookies["sessionid"].value
    sign_up(client, "alice")
    tab.cookies["sessionid"] = other_cookie
    assert who_is_at(tab) == guest.pk
    assert begin_a_game(tab) == guest


def test_a_form_open_in_another_tab_still_counts_after_its_guest_signed_up() -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.get("/accounts/signup/")
    token = {"csrfmiddlewaretoken": browser.cookies["csrftoken"].value}
    browser.post("/begin-a-game/", token)
    browser.post("/accounts/signup/", token | {"username": "alice", "password1": PASSWORD, "of_age": "on"})
    assert browser.post("/begin-a-game/", token).status_code == 200
    assert Player.objects.get().name == "alice"


@pytest.mark.django_db(transaction=True)
def test_a_socket_that_reconnects_after_its_guest_signed_up_is_the_same_players(client: Client) -> None:
    guest = begin_a_game(client)
    cookie = f"sessionid={client.cookies['sessionid'].value}".encode()
    sign_up(client, "alice")
    assert async_to_sync(_who_connects_with)(cookie) == guest.pk


async def _who_connects_with(cookie: bytes) -> int | None:
    found: list[int | None] = []

    async def see(scope: dict[str, object], receive: object, send: object) -> None:
        found.append((await get_user(scope)).pk)

    layers = CookieMiddleware(SessionMiddleware(see))
    await layers({"type": "websocket", "path": "/", "headers": [(b"cookie", cookie)]}, None, None)
    return found[0]


def test_a_guest_who_signed_up_can_sign_out_and_in_again(client: Client, guest: Player) -> None:
    sign_up(client, "alice")
    client.post("/accounts/logout/")
    assert who_is_at(client) is None
    sign_in(client, "alice")
    assert who_is_at(client) == guest.pk


def test_name_and_instant_of_joining_are_saved_together(client: Client, guest: Player) -> None:
    guest.name = guest.name_folded = "alice"
    with pytest.raises(IntegrityError):
        guest.save()


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "required"),
        ("a", "2 to 24"),
        ("аlice", "one alphabet"),
        ("al\u200bice", "invisible"),
        ("Moderator", "kept for the club"),
        ("al/ice", "none of them"),
    ],
)
def test_a_refused_name_is_refused_with_the_reason(client: Client, guest: Player, name: str, reason: str) -> None:
    answer = sign_up(client, name)
    assert answer.status_code == 200
    assert reason in page(answer).text
    guest.refresh_from_db()
    assert guest.is_guest


@pytest.mark.parametrize("name", ["Alice", "alice", "ALICE", " aLiCe ", "Ａlice"])
def test_a_name_is_given_once_in_whatever_case(client: Client, alice: Player, name: str) -> None:
    assert TAKEN in page(sign_up(client, name)).text
    assert Player.objects.count() == 1


@pytest.mark.parametrize("name", ["AIice", "a1ice", "A-lice", "al ice", "alıce"])
def test_a_name_too_like_anothers_is_refused(client: Client, alice: Player, name: str) -> None:
    assert "too like that of another member" in page(sign_up(client, name)).text
    assert Player.objects.count() == 1


def test_the_name_of_who_has_left_is_free_and_so_are_its_likes(client: Client, alice: Player) -> None:
    leaving.empty(alice, timezone.now())
    assert sign_up(client, "AIice").status_code == 302


@pytest.mark.parametrize(("first", "second"), [("Élise", "éLISE"), ("Мария", "мАРИЯ")])
def test_a_name_is_given_once_in_whatever_case_beyond_ascii_too(client: Client, first: str, second: str) -> None:
    sign_up(Client(), first)
    assert TAKEN in page(sign_up(client, second)).text
    assert Player.objects.count() == 1


@pytest.mark.parametrize("as_guest", [True, False])
def test_of_two_who_ask_for_a_name_at_once_the_later_is_told(
    client: Client, settings: Settings, as_guest: bool
) -> None:
    guest = begin_a_game(client) if as_guest else None
    settings.AUTH_PASSWORD_VALIDATORS = [{"NAME": "tests.club.rivals.RivalTakesTheName"}]
    answer = sign_up(client, "bob")
    assert answer.status_code == 200
    assert TAKEN in page(answer).text
    assert [player.name for player in Player.objects.filter(joined_at__isnull=False)] == ["BOB"]
    assert who_is_at(client) == (guest.pk if guest else None)
    if guest:
        assert f"Guest {guest.pk}" in page(answer).text
    assert sign_up(client, "bobby").status_code == 200
    settings.AUTH_PASSWORD_VALIDATORS = []
    assert sign_up(client, "rob").status_code == 302


def test_the_database_itself_gives_a_name_once(alice: Player) -> None:
    with pytest.raises(IntegrityError):
        Player.objects.create_user("aLICE", PASSWORD)


def test_a_form_sent_twice_makes_one_member_and_no_complaint(client: Client, guest: Player, settings: Settings) -> None:
    settings.AUTH_PASSWORD_VALIDATORS = [{"NAME": "tests.club.rivals.TheSameFormWasSentTwice"}]
    answer = sign_up(client, "alice")
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert [player.name for player in Player.objects.all()] == ["alice"]


@pytest.mark.parametrize("password", ["short", "12345678901", "password1", ""])
def test_a_weak_password_is_refused(client: Client, password: str) -> None:
    assert sign_up(client, "alice", password=password).status_code == 200
    assert not Player.objects.exists()


def test_a_signed_in_guest_sees_the_form(client: Client, guest: Player) -> None:
    answer = client.get("/accounts/signup/")
    assert answer.status_code == 200
    assert ("post", "/accounts/signup/") in page(answer).forms


@pytest.mark.parametrize("door", ["/accounts/signup/", "/accounts/login/"])
def test_a_member_who_comes_to_a_door_is_sent_home(alice_at: Client, door: str) -> None:
    assert alice_at.get(door)["Location"] == "/"
    assert alice_at.post(door, {"username": "bob", "password1": PASSWORD})["Location"] == "/"
    assert Player.objects.count() == 1


def test_opening_the_form_changes_nothing(client: Client, guest: Player) -> None:
    client.get("/accounts/signup/", {"username": "alice", "password1": PASSWORD})
    guest.refresh_from_db()
    assert guest.is_guest


def test_the_form_does_not_take_rights(client: Client) -> None:
    client.post(
        "/accounts/signup/",
        {
            "username": "alice",
            "password1": PASSWORD,
            "of_age": "on",
            "is_staff": "on",
            "is_superuser": "on",
            "joined_at": "2000-01-01",
        },
    )
    alice = Player.objects.get()
    assert not alice.is_staff
    assert not alice.is_superuser
    assert alice.was_member_at(timezone.now())
    assert not alice.was_member_at(alice.seen_first_at)


def test_a_name_is_shown_as_text_and_never_as_markup(client: Client) -> None:
    seen: Page = page(sign_up(client, '"><script>alert(1)</script>'))
    assert seen.inline == []
