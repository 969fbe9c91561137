"""Signing in and out."""

import pytest
from django.core import mail
from django.test import Client

from club.models import Player
from tests.club.browser import PASSWORD, page, sign_in, sign_up, who_is_at

pytestmark = pytest.mark.django_db

NEUTRAL = "This name and this password do not go together."


@pytest.mark.parametrize("name", ["Alice", "alice", "ALICE", " alice "])
def test_a_member_signs_in_by_name_in_whatever_case(client: Client, alice: Player, name: str) -> None:
    assert sign_in(client, name)["Location"] == "/"
    assert who_is_at(client) == alice.pk


def test_a_member_signs_in_in_whatever_case_beyond_ascii_too(client: Client) -> None:
    member = Player.objects.create_user("Élise", PASSWORD)
    sign_in(client, "éLISE")
    assert who_is_at(client) == member.pk


def test_a_member_signs_out_and_in_again(alice_at: Client, alice: Player) -> None:
    assert alice_at.post("/accounts/logout/")["Location"] == "/"
    assert who_is_at(alice_at) is None
    sign_in(alice_at, "Alice")
    assert who_is_at(alice_at) == alice.pk


def test_opening_the_page_to_sign_out_signs_nobody_out(alice_at: Client, alice: Player) -> None:
    alice_at.get("/accounts/logout/")
    assert who_is_at(alice_at) == alice.pk


def test_a_guest_can_sign_in_to_an_account_that_exists(client: Client, guest: Player, alice: Player) -> None:
    guests_session = client.session.session_key
    sign_in(client, "alice")
    assert who_is_at(client) == alice.pk
    assert client.session.session_key != guests_session
    guest.refresh_from_db()
    assert guest.is_guest


@pytest.mark.parametrize(
    ("name", "password"), [("Alice", "wrong password"), ("nobody-here", PASSWORD), ("Guest 1", "")]
)
def test_a_wrong_name_and_a_wrong_password_get_the_same_answer(
    client: Client, alice: Player, name: str, password: str
) -> None:
    answer = sign_in(client, name, password or "x")
    assert answer.status_code == 200
    assert NEUTRAL in page(answer).text
    assert who_is_at(client) is None


def test_the_answers_for_a_name_that_exists_and_one_that_does_not_are_the_same_page(alice: Player) -> None:
    pages = []
    for name in ("alice", "ecila"):
        seen = page(sign_in(Client(), name, "wrong password"))
        pages.append((seen.text, seen.links, seen.forms))
    assert pages[0] == pages[1]


def test_a_guest_cannot_be_signed_in_as(client: Client, guest: Player) -> None:
    for name in (str(guest), str(guest.pk), ""):
        assert sign_in(Client(), name, "").status_code == 200
    assert not guest.check_password("")


def test_an_account_that_was_closed_cannot_be_entered(client: Client, alice: Player, alice_at: Client) -> None:
    alice.is_active = False
    alice.save()
    answer = client.post("/accounts/login/", {"login": "alice", "password": PASSWORD}, follow=True)
    assert "This account is switched off" in page(answer).text
    assert who_is_at(client) is None
    assert who_is_at(alice_at) is None


@pytest.mark.parametrize(
    "elsewhere",
    ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "http:///evil.example", "/\\evil.example"],
)
def test_next_leads_nowhere_else(client: Client, alice: Player, alice_at: Client, elsewhere: str) -> None:
    assert sign_in(client, "alice", then=elsewhere)["Location"] == "/"
    assert sign_up(Client(), "bob", then=elsewhere)["Location"] == "/"
    assert alice_at.get("/accounts/login/", {"next": elsewhere})["Location"] == "/"
    assert alice_at.post("/accounts/logout/", {"next": elsewhere})["Location"] == "/"


def test_next_leads_on_within_the_club(client: Client, alice: Player, alice_at: Client) -> None:
    assert sign_in(client, "alice", then="/daily/")["Location"] == "/daily/"
    assert sign_up(Client(), "bob", then="/daily/")["Location"] == "/daily/"
    assert alice_at.get("/accounts/signup/", {"next": "/daily/"})["Location"] == "/daily/"


def test_guessing_at_one_account_is_stopped_even_for_the_right_password(client: Client, alice: Player) -> None:
    for _ in range(5):
        assert NEUTRAL in page(sign_in(client, "alice", "wrong password")).text
    assert "Too many failed" in page(sign_in(client, "ALICE")).text
    assert who_is_at(client) is None


def test_guessing_in_many_accounts_from_one_address_is_stopped(client: Client) -> None:
    answers = [page(sign_in(client, f"name {letter}", "wrong password")).text for letter in "abcdefghijk"]
    assert all(NEUTRAL in text for text in answers[:10])
    assert "Too many failed" in answers[10]


def test_signing_up_in_bulk_is_stopped_in_the_sites_look(client: Client) -> None:
    answers = [sign_up(client, "x") for _ in range(21)]
    assert [answer.status_code for answer in answers] == [200] * 20 + [429]
    assert page(answers[-1]).headings == ["A little slower, please"]


def test_no_door_opens_without_a_token_of_its_own(alice: Player) -> None:
    browser = Client(enforce_csrf_checks=True)
    for answer in (
        sign_up(browser, "bob"),
        sign_in(browser, "alice"),
        browser.post("/accounts/password/reset/", {"email": "a@b.cc"}),
    ):
        assert answer.status_code == 403
    assert Player.objects.get() == alice
    assert mail.outbox == []


def test_the_administration_is_entered_by_the_same_door(client: Client, alice_at: Client) -> None:
    assert client.get("/admin/login/")["Location"].startswith("/accounts/login/?next=")
    assert alice_at.get("/admin/").status_code in {302, 403}
    assert alice_at.get("/admin/login/").status_code == 403
