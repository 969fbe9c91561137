"""A second factor: codes of an app, codes on paper, and who may touch them."""

import base64
import hashlib
import hmac
import re
import struct
import time

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from club import leaving
from club.models import Player
from tests.club.browser import PASSWORD, page, sign_in, who_is_at

pytestmark = pytest.mark.django_db

HALF_MINUTE = 30
PAGES = (
    "2fa/",
    "2fa/app/activate/",
    "2fa/app/deactivate/",
    "2fa/codes/",
    "2fa/codes/new/",
    "2fa/codes/file/",
    "2fa/reauthenticate/",
    "passkeys/",
    "passkeys/add/",
    "passkeys/1/edit/",
    "passkeys/1/remove/",
    "passkeys/reauthenticate/",
)


def code_of(secret: str, at: float) -> str:
    """What an app shows for that secret at that instant (RFC 6238): 6 digits."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.new(key, struct.pack(">Q", int(at // HALF_MINUTE)), hashlib.sha1).digest()
    start = digest[-1] & 15
    return f"{(int.from_bytes(digest[start : start + 4]) & 0x7FFFFFFF) % 1_000_000:06}"


def type_password(browser: Client) -> None:
    browser.post("/accounts/reauthenticate/", {"password": PASSWORD, "next": "/accounts/2fa/"})


def switch_on(browser: Client) -> str:
    """The secret that the app now has."""
    type_password(browser)
    seen = browser.get("/accounts/2fa/app/activate/").content.decode()
    found = re.search(r"<code data-secret>(\w+)</code>", seen)
    assert found is not None
    answer = browser.post("/accounts/2fa/app/activate/", {"code": code_of(found[1], time.time())})
    assert answer.status_code == 302
    return found[1]


@pytest.fixture
def signed_in(alice: Player) -> Client:
    """Alice's browser, after she has signed in by her password."""
    browser = Client()
    sign_in(browser, "alice")
    return browser


def test_with_it_the_password_alone_lets_nobody_in(signed_in: Client, alice: Player, client: Client) -> None:
    secret = switch_on(signed_in)
    assert sign_in(client, "alice")["Location"] == "/accounts/2fa/authenticate/"
    assert who_is_at(client) is None
    answer = client.post("/accounts/2fa/authenticate/", {"code": "000000"})
    assert "not right" in page(answer).text
    assert who_is_at(client) is None
    # The code that was used to switch it on is used up, the next one is good already.
    answer = client.post("/accounts/2fa/authenticate/", {"code": code_of(secret, time.time() + HALF_MINUTE)})
    assert answer["Location"] == "/"
    assert who_is_at(client) == alice.pk


def test_a_code_on_paper_lets_one_in_once(signed_in: Client, alice: Player) -> None:
    switch_on(signed_in)
    seen = signed_in.get("/accounts/2fa/codes/").content.decode()
    codes = re.findall(r"<li><code>(\w+)</code></li>", seen)
    assert len(set(codes)) == 10
    answers = []
    for _ in range(2):
        browser = Client()
        sign_in(browser, "alice")
        browser.post("/accounts/2fa/authenticate/", {"code": codes[0]})
        answers.append(who_is_at(browser))
    assert answers == [alice.pk, None]


def test_new_codes_on_paper_take_the_place_of_the_old(signed_in: Client, alice: Player) -> None:
    switch_on(signed_in)
    old = signed_in.get("/accounts/2fa/codes/file/").content.decode().split()
    signed_in.post("/accounts/2fa/codes/new/")
    new = signed_in.get("/accounts/2fa/codes/file/").content.decode().split()
    assert not set(old) & set(new)


def test_guessing_at_codes_is_stopped(signed_in: Client, alice: Player, client: Client) -> None:
    secret = switch_on(signed_in)
    sign_in(client, "alice")
    for _ in range(10):
        client.post("/accounts/2fa/authenticate/", {"code": "000000"})
    client.post("/accounts/2fa/authenticate/", {"code": code_of(secret, time.time() + HALF_MINUTE)})
    assert who_is_at(client) is None


def test_it_is_switched_off_again(signed_in: Client, alice: Player, client: Client) -> None:
    switch_on(signed_in)
    signed_in.post("/accounts/2fa/app/deactivate/")
    assert sign_in(client, "alice")["Location"] == "/"


@pytest.mark.parametrize("address", [address for address in PAGES if address not in ("2fa/", "passkeys/")])
def test_each_of_its_pages_asks_who_it_is_first(alice_at: Client, address: str) -> None:
    for answer in (alice_at.get(f"/accounts/{address}"), alice_at.post(f"/accounts/{address}")):
        sent = answer.headers.get("Location", "")
        asks = answer.status_code == 200 and "reauthenticate" in address
        assert asks or sent.startswith("/accounts/reauthenticate/") or answer.status_code in {404, 405}
    assert not Authenticator.objects.exists()


@pytest.mark.parametrize("address", PAGES)
def test_guests_and_strangers_have_none(client: Client, address: str) -> None:
    for kind in ("login", "signup"):
        for answer in (client.get(f"/accounts/{address}"), client.post(f"/accounts/{address}")):
            assert answer.status_code == 302
            assert answer["Location"].startswith((f"/accounts/{kind}/", "/accounts/login/"))
        client.post("/begin-a-game/")
    assert client.get(f"/accounts/{address}")["Location"].startswith("/accounts/signup/")
    assert not Authenticator.objects.exists()


def test_anothers_passkey_is_neither_renamed_nor_removed(signed_in: Client, alice: Player) -> None:
    bob = Player.objects.create_user("bob", PASSWORD)
    key = Authenticator.objects.create(user=bob, type=Authenticator.Type.WEBAUTHN, data={"name": "bob's"})
    type_password(signed_in)
    assert signed_in.post(f"/accounts/passkeys/{key.pk}/remove/").status_code == 404
    assert signed_in.post(f"/accounts/passkeys/{key.pk}/edit/", {"name": "mine"}).status_code == 404
    key.refresh_from_db()
    assert str(key) == "bob's"


@pytest.mark.parametrize("credential", ["", "{}", "[]", "null", '"x"', "not json", '{"id": "x", "response": {}}'])
def test_a_made_up_passkey_lets_nobody_in(client: Client, alice: Player, credential: str) -> None:
    client.get("/accounts/passkeys/login/", headers={"accept": "application/json"})
    answer = client.post("/accounts/passkeys/login/", {"credential": credential})
    assert answer.status_code == 302
    assert answer["Location"] == "/accounts/login/"
    assert who_is_at(client) is None


@pytest.mark.parametrize("address", ["login/", "reauthenticate/", "2fa/", "2fa/app/activate/", "passkeys/add/"])
def test_no_page_needs_a_script_inside(alice_at: Client, signed_in: Client, client: Client, address: str) -> None:
    type_password(signed_in)
    browser = client if address == "login/" else signed_in
    answer = browser.get(f"/accounts/{address}")
    assert answer.status_code == 200
    assert page(answer).inline == []


def test_who_deletes_the_account_leaves_none_behind(signed_in: Client, alice: Player) -> None:
    switch_on(signed_in)
    leaving.empty(alice, alice.seen_first_at)
    assert not Authenticator.objects.exists()


def test_the_account_page_leads_to_all_there_is(signed_in: Client, alice: Player, client: Client) -> None:
    seen = page(signed_in.get("/accounts/"))
    assert seen.headings == ["Alice"]
    for address in ("email/", "password/change/", "passkeys/", "2fa/", "export/", "delete/"):
        assert f"/accounts/{address}" in seen.links
        assert signed_in.get(f"/accounts/{address}").status_code in {200, 302}
    assert "/notices/" in seen.links
    assert "/privacy/" in seen.links
    assert "/accounts/invitations/" not in seen.links
    assert client.get("/accounts/")["Location"] == "/accounts/login/?next=/accounts/"
