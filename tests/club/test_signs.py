"""The sign NUL is in no text that any database keeps, so nobody asks one for it."""

import pytest
from asgiref.testing import ApplicationCommunicator
from channels.sessions import CookieMiddleware
from django.test import Client

from club.scopes import Receive, Scope, Send
from club.signs import CookiesWithoutNul
from tests.club.browser import page

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "address",
    [
        "/table/%00/",
        "/player/%00/",
        "/calendar/%00.ics",
        "/people/?q=%00al",
        "/accounts/join/a%00/",
        "/report/name/%00/",
    ],
)
def test_an_address_that_holds_it_is_not_understood(alice_at: Client, address: str) -> None:
    answer = alice_at.get(address)
    assert answer.status_code == 400
    assert page(answer).headings == ["This was not understood"]


@pytest.mark.parametrize("address", ["/race/challenge/", "/accounts/login/", "/notices/push/add/", "/language/"])
def test_a_form_that_holds_it_is_not_understood(alice_at: Client, address: str) -> None:
    assert alice_at.post(address, {"name": "a\0b", "login": "alice"}).status_code == 400


def test_a_cookie_that_holds_it_is_no_session() -> None:
    assert Client(headers={"cookie": 'sessionid="\\000bcdefghijkl"'}).get("/games/").status_code == 400


async def test_a_socket_s_cookie_that_holds_it_reaches_no_session() -> None:
    reached: list[dict[str, str]] = []

    async def session(scope: Scope, receive: Receive, send: Send) -> None:
        reached.append(scope["cookies"])

    headers = [(b"cookie", b'sessionid="\\000bcdefghijkl"; django_language=de')]
    application = CookieMiddleware(CookiesWithoutNul(session))
    await ApplicationCommunicator(application, {"type": "websocket", "headers": headers}).wait(timeout=5)
    assert reached == [{"django_language": "de"}]


def test_all_other_signs_are_texts(alice_at: Client) -> None:
    assert alice_at.get("/people/", {"q": "\x01\u202e🂡\x7f"}).status_code == 200
