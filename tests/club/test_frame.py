"""What every page has: the frame, the content policy, no side effects of looking."""

import pytest
from django.test import Client

from tests.club.browser import page

pytestmark = pytest.mark.django_db

FOR_ALL = [
    "/accounts/signup/",
    "/accounts/login/",
    "/accounts/logout/",
    "/accounts/password/reset/",
    "/accounts/password/reset/done/",
    "/accounts/password/reset/key/done/",
    "/accounts/password/reset/key/1-set-password/",
    "/accounts/confirm-email/",
    "/accounts/confirm-email/made-up/",
    "/accounts/inactive/",
    "/nowhere/",
    "/forbidden/",
    "/not-understood/",
]
FOR_MEMBERS = ["/accounts/email/", "/accounts/password/change/", "/accounts/reauthenticate/"]


@pytest.mark.parametrize("address", FOR_ALL + FOR_MEMBERS)
@pytest.mark.parametrize("who", ["stranger", "guest", "member"])
def test_every_page_is_in_the_frame_and_holds_nothing_the_policy_forbids(
    request: pytest.FixtureRequest, who: str, address: str
) -> None:
    browser = {"stranger": Client, "guest": _guest, "member": lambda: request.getfixturevalue("alice_at")}[who]()
    answer = browser.get(address, follow=True)
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    seen = page(answer)
    assert seen.inline == []
    assert '<html lang="en"' in seen.markup
    assert len(seen.headings) == 1 or answer.redirect_chain
    assert "The Fairest" in seen.text
    assert all(method == "post" for method, _ in seen.forms)


def _guest() -> Client:
    browser = Client()
    browser.post("/begin-a-game/")
    return browser


def test_a_stranger_finds_both_doors(client: Client) -> None:
    links = page(client.get("/a-page/")).links
    assert "/accounts/login/" in links
    assert "/accounts/signup/" in links


def test_a_member_finds_the_own_name_and_the_way_out(alice_at: Client) -> None:
    seen = page(alice_at.get("/a-page/"))
    assert "Alice" in seen.text
    assert ("post", "/accounts/logout/") in seen.forms
    assert "/accounts/login/" not in seen.links


def test_the_ways_through_the_club_are_on_every_page(client: Client) -> None:
    links = page(client.get("/accounts/login/")).links
    assert {"/", "/daily/", "/games/", "/rules/"} <= set(links)


def test_the_page_one_is_at_is_marked(client: Client) -> None:
    assert client.get("/rules/").content.count(b'aria-current="page"') == 1
    assert b'aria-current="page"' not in client.get("/accounts/login/").content
