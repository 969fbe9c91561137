"""What opens a door by being known has an end: links in mails, sessions, invitations, addresses of calendars."""

import datetime as dt
import time

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client
from django.utils import timezone

from club.models import Player
from tests.club.browser import page, sign_up, who_is_at
from tests.club.test_email import NEW_PASSWORD, link_in

pytestmark = pytest.mark.django_db

DAY = 24 * 3600


@pytest.fixture
def alice_by_mail(client: Client) -> Player:
    """Signed up with an address whose confirming link is in the first mail."""
    sign_up(Client(), "alice", "alice@example.org")
    return Player.objects.get()


@pytest.mark.parametrize(("after", "still_opens"), [(DAY - 60, True), (DAY + 60, False)])
def test_the_link_to_a_new_password_opens_nothing_after_a_day(
    client: Client, alice_by_mail: Player, monkeypatch: pytest.MonkeyPatch, after: int, still_opens: bool
) -> None:
    client.post("/accounts/password/reset/", {"email": "alice@example.org"})
    # Its maker goes by the time on the wall, without a zone.
    later = dt.datetime.fromtimestamp(time.time() + after)  # noqa: DTZ006 - as Django's own does
    monkeypatch.setattr(PasswordResetTokenGenerator, "_now", lambda self: later)
    form = client.get(link_in(mail.outbox[-1]), follow=True)
    client.post(form.request["PATH_INFO"], {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD})
    alice_by_mail.refresh_from_db()
    assert alice_by_mail.check_password(NEW_PASSWORD) is still_opens


@pytest.mark.parametrize(("after", "still_opens"), [(3 * DAY - 60, True), (3 * DAY + 60, False)])
def test_the_link_that_confirms_an_address_opens_nothing_after_three_days(
    client: Client, alice_by_mail: Player, monkeypatch: pytest.MonkeyPatch, after: int, still_opens: bool
) -> None:
    began = time.time()
    monkeypatch.setattr("django.core.signing.time.time", lambda: began + after)
    client.post(link_in(mail.outbox[0]))
    assert EmailAddress.objects.get().verified is still_opens


def test_a_session_ends_on_the_day_it_was_given_and_is_worth_nothing_then(alice_at: Client, alice: Player) -> None:
    session = Session.objects.get()
    assert timezone.now() < session.expire_date < timezone.now() + dt.timedelta(days=91)
    session.expire_date = timezone.now() - dt.timedelta(seconds=1)
    session.save()
    assert who_is_at(alice_at) is None


def test_who_signs_out_leaves_no_session_that_another_could_take_up(alice_at: Client) -> None:
    kept = alice_at.cookies["sessionid"].value
    alice_at.post("/accounts/logout/")
    thief = Client()
    thief.cookies["sessionid"] = kept
    assert who_is_at(thief) is None


def test_a_session_that_a_visitor_brings_along_is_not_the_one_that_is_signed_in(client: Client) -> None:
    client.cookies["sessionid"] = "a" * 32
    sign_up(client, "alice")
    assert client.cookies["sessionid"].value != "a" * 32
    assert "alice" in page(client.get("/a-page/")).text
