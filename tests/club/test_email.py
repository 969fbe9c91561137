"""E-mail: wanted from nobody, used when confirmed, and a way back to a forgotten password."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.test import Client

from club.models import Player
from tests.club.browser import PASSWORD, page, sign_in, sign_up, who_is_at

pytestmark = pytest.mark.django_db

NEW_PASSWORD = "the kings have a pile"


def link_in(message: mail.EmailMessage) -> str:
    found = re.search(r"https?://[^/\s]+(/\S+)", str(message.body))
    assert found is not None
    return found[1]


def is_confirmed(email: str) -> bool:
    return EmailAddress.objects.filter(email=email, verified=True).exists()


def test_an_address_is_not_needed(client: Client) -> None:
    sign_up(client, "alice")
    assert Player.objects.get().email == ""
    assert mail.outbox == []


def test_an_address_is_kept_and_is_unconfirmed_until_its_link_is_followed_and_pressed(client: Client) -> None:
    sign_up(client, "alice", "Alice@Example.org")
    assert Player.objects.get().email == "alice@example.org"
    assert not is_confirmed("alice@example.org")
    (message,) = mail.outbox
    assert message.to == ["alice@example.org"]
    assert message.subject == "The Fairest: Please Confirm Your Email Address"
    link = link_in(message)
    assert client.get(link).status_code == 200
    assert not is_confirmed("alice@example.org")
    assert client.post(link)["Location"] == "/"
    assert is_confirmed("alice@example.org")


def test_a_wrong_address_is_refused(client: Client) -> None:
    assert sign_up(client, "alice", "not an address").status_code == 200
    assert not Player.objects.exists()


def test_the_link_signs_nobody_in_and_nobody_out(client: Client, guest: Player) -> None:
    sign_up(Client(), "alice", "alice@example.org")
    link = link_in(mail.outbox[0])
    client.get(link)
    client.post(link)
    assert is_confirmed("alice@example.org")
    assert who_is_at(client) == guest.pk


def test_a_link_that_was_never_sent_is_answered_in_words(client: Client) -> None:
    assert "This link is used up" in page(client.get("/accounts/confirm-email/made-up/")).text


def test_signing_up_does_not_tell_whether_an_address_has_an_account(client: Client) -> None:
    sign_up(Client(), "alice", "alice@example.org")
    EmailAddress.objects.update(verified=True)
    # So much later that the pause between two mails to one address is over.
    cache.clear()
    taken, free = Client(), Client()
    answers = [sign_up(taken, "bob", "alice@example.org"), sign_up(free, "carol", "carol@example.org")]
    assert [(answer.status_code, answer["Location"]) for answer in answers] == [(302, "/"), (302, "/")]
    assert page(taken.get("/a-page/")).text.replace("bob", "x").replace("alice@", "@") == page(
        free.get("/a-page/")
    ).text.replace("carol", "x").replace("x@", "@")


def test_an_address_belongs_to_whoever_confirmed_it(client: Client) -> None:
    sign_up(Client(), "alice", "alice@example.org")
    client.post(link_in(mail.outbox[0]))
    mail.outbox.clear()
    sign_up(client, "mallory", "alice@example.org")
    for message in mail.outbox:
        Client().post(link_in(message))
    assert EmailAddress.objects.get(verified=True).user.name == "alice"


def test_a_forgotten_password_is_set_anew_by_mail(client: Client) -> None:
    sign_up(Client(), "alice", "alice@example.org")
    alice = Player.objects.get()
    mail.outbox.clear()
    answer = client.post("/accounts/password/reset/", {"email": "ALICE@example.org"})
    assert answer["Location"] == "/accounts/password/reset/done/"
    (message,) = mail.outbox
    assert message.to == ["alice@example.org"]
    assert "alice" in str(message.body)
    form = client.get(link_in(message))["Location"]
    assert client.get(form).status_code == 200
    assert alice.check_password(PASSWORD)
    client.post(form, {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD})
    alice.refresh_from_db()
    assert alice.check_password(NEW_PASSWORD)
    assert client.get(form).status_code == 200
    client.post(form, {"password1": PASSWORD, "password2": PASSWORD})
    alice.refresh_from_db()
    assert alice.check_password(NEW_PASSWORD)


def test_a_new_password_ends_the_sessions_elsewhere(client: Client) -> None:
    elsewhere = Client()
    sign_up(elsewhere, "alice", "alice@example.org")
    mail.outbox.clear()
    client.post("/accounts/password/reset/", {"email": "alice@example.org"})
    form = client.get(link_in(mail.outbox[0]))["Location"]
    client.post(form, {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD})
    assert who_is_at(elsewhere) is None


def test_a_guest_who_follows_a_members_reset_link_stays_the_guest(client: Client, guest: Player) -> None:
    sign_up(Client(), "alice", "alice@example.org")
    mail.outbox.clear()
    client.post("/accounts/password/reset/", {"email": "alice@example.org"})
    form = client.get(link_in(mail.outbox[0]))["Location"]
    client.get(form)
    assert who_is_at(client) == guest.pk
    client.post(form, {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD})
    assert who_is_at(client) == guest.pk
    assert Player.objects.get(name="alice").check_password(NEW_PASSWORD)


def test_asking_for_a_reset_does_not_tell_whether_an_address_has_an_account() -> None:
    sign_up(Client(), "alice", "alice@example.org")
    answers = [
        Client().post("/accounts/password/reset/", {"email": email}, follow=True)
        for email in ("alice@example.org", "nobody@example.org")
    ]
    assert page(answers[0]).text == page(answers[1]).text
    assert answers[0].redirect_chain == answers[1].redirect_chain


def test_a_member_changes_the_password(alice_at: Client, alice: Player) -> None:
    form = {"oldpassword": PASSWORD, "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    wrong = form | {"oldpassword": "wrong password"}
    assert alice_at.post("/accounts/password/change/", wrong).status_code == 200
    assert alice_at.post("/accounts/password/change/", form).status_code == 302
    alice.refresh_from_db()
    assert alice.check_password(NEW_PASSWORD)
    assert who_is_at(alice_at) == alice.pk


def test_a_new_address_asks_for_the_password_first_and_is_used_when_confirmed(client: Client) -> None:
    sign_up(Client(), "alice", "alice@example.org")
    client.post(link_in(mail.outbox[0]))
    mail.outbox.clear()
    sign_in(client, "alice")
    asked = client.post("/accounts/email/", {"action_add": "", "email": "new@example.org"})
    assert asked["Location"].startswith("/accounts/reauthenticate/?next=")
    assert mail.outbox == []
    client.post(asked["Location"], {"password": PASSWORD, "next": "/accounts/email/"})
    (message,) = mail.outbox
    assert message.to == ["new@example.org"]
    assert Player.objects.get().email == "alice@example.org"
    seen = page(client.get("/accounts/email/"))
    assert "alice@example.org confirmed" in seen.text
    assert "new@example.org not confirmed yet" in seen.text
    client.post(link_in(message))
    assert Player.objects.get().email == "new@example.org"
    assert [address.email for address in EmailAddress.objects.all()] == ["new@example.org"]


def test_a_member_can_take_the_address_away_again(client: Client) -> None:
    sign_up(client, "alice", "alice@example.org")
    client.post(link_in(mail.outbox[0]))
    asked = client.post("/accounts/email/", {"action_remove": "", "email": "alice@example.org"})
    client.post(asked["Location"], {"password": PASSWORD, "next": "/accounts/email/"})
    assert Player.objects.get().email == ""
    assert not EmailAddress.objects.exists()
