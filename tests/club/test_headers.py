"""What browsers are told beside each page: who may load it, what it may use, and that nobody keeps what is private."""

import pytest
from django.conf import settings
from django.test import Client

from club import script_words
from club.headers import UNUSED, USED
from club.models import Player
from tests.club.browser import PASSWORD

pytestmark = pytest.mark.django_db

ANY = ["/", "/accounts/login/", "/nowhere/", "/health/", "/words/de/0.js", "/sw.js", "/broken/", "/not-understood/"]
PRIVATE = ["/", "/accounts/", "/accounts/email/", "/notices/", "/games/", "/day/", "/partners/", "/people/blocked/"]


@pytest.mark.parametrize("address", ANY)
def test_every_answer_errors_included_bears_the_headers(address: str) -> None:
    answer = Client(raise_request_exception=False).get(address)
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"
    assert answer["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "camera=()" in answer["Permissions-Policy"]
    assert "'unsafe" not in answer["Content-Security-Policy"]


def test_pages_may_use_what_the_club_uses_and_nothing_else() -> None:
    policy = Client().get("/")["Permissions-Policy"].split(", ")
    assert policy == [f"{name}=(self)" for name in USED] + [f"{name}=()" for name in UNUSED]
    assert not set(USED) & set(UNUSED)


@pytest.mark.parametrize("address", PRIVATE)
def test_what_somebody_sees_is_kept_by_nobody(alice_at: Client, address: str) -> None:
    answer = alice_at.get(address)
    assert answer.status_code == 200
    assert {"private", "no-store"} <= set(answer["Cache-Control"].split(", "))


def test_the_page_right_after_signing_in_is_kept_by_nobody(client: Client, alice: Player) -> None:
    answer = client.post("/accounts/login/", {"login": "alice", "password": PASSWORD}, follow=True)
    assert "no-store" in answer["Cache-Control"]


def test_what_a_stranger_sees_is_asked_for_again_and_shared_with_nobody(client: Client) -> None:
    assert client.get("/rules/")["Cache-Control"] == "private, no-cache"


def test_the_words_of_scripts_may_be_kept(alice_at: Client) -> None:
    assert "no-store" not in alice_at.get(script_words.address("de")).get("Cache-Control", "")


def test_no_script_reads_the_session(client: Client, alice: Player) -> None:
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
