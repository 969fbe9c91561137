"""What the operator types: the first administrator, a mail on trial, keys."""

import io
from base64 import urlsafe_b64decode

import pytest
from allauth.account.models import EmailAddress
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

from club.models import Player
from load.process import free_port
from tests.club.browser import PASSWORD
from tests.club.mail_server import mail_server


def said(*command: str) -> str:
    out = io.StringIO()
    call_command(*command, stdout=out)
    return out.getvalue()


def type_in(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


@pytest.mark.django_db
def test_the_first_administrator_is_made_and_gets_into_the_admin(monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, f"{PASSWORD}\n")
    said("administrator", "Ada", "--email", "Ada@club.example")
    ada = Player.objects.get(name="Ada")
    assert ada.is_member
    assert ada.check_password(PASSWORD)
    assert EmailAddress.objects.filter(user=ada, email="ada@club.example", verified=True).exists()
    browser = Client()
    browser.force_login(ada, "django.contrib.auth.backends.ModelBackend")
    assert browser.get("/admin/club/player/").status_code == 200


@pytest.mark.django_db
def test_a_member_becomes_an_administrator_and_keeps_the_password(alice: Player) -> None:
    said("administrator", "alice")
    said("administrator", "alice")
    alice.refresh_from_db()
    assert (alice.is_staff, alice.is_superuser, alice.check_password(PASSWORD)) == (True, True, True)
    assert Player.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "password"), [("Ada", "12345"), ("Ada", ""), ("A", PASSWORD), ("Ada\u200b", PASSWORD)]
)
def test_a_bad_name_or_password_makes_nobody(monkeypatch: pytest.MonkeyPatch, name: str, password: str) -> None:
    type_in(monkeypatch, password)
    with pytest.raises(CommandError):
        said("administrator", name)
    assert not Player.objects.exists()


@pytest.mark.django_db
def test_an_address_of_another_member_makes_nobody(monkeypatch: pytest.MonkeyPatch, alice: Player) -> None:
    EmailAddress.objects.create(user=alice, email="alice@club.example", primary=True, verified=True)
    type_in(monkeypatch, PASSWORD)
    with pytest.raises(CommandError, match="belongs to another member"):
        said("administrator", "Ada", "--email", "alice@club.example")
    assert Player.objects.count() == 1


def test_a_mail_on_trial_is_taken(settings: Settings) -> None:
    with mail_server(settings) as server:
        assert "was taken" in said("testmail", "somebody@club.example")
    (taken,) = server.taken
    assert "To: somebody@club.example" in taken


def test_a_mail_server_that_refuses_is_quoted(settings: Settings) -> None:
    with mail_server(settings) as server:
        server.to_recipient = "550 we do not know you"
        with pytest.raises(CommandError, match="we do not know you"):
            said("testmail", "somebody@club.example")


def test_a_mail_server_that_is_away_is_said_to_be(settings: Settings) -> None:
    settings.MAILERS = {
        "default": {
            "BACKEND": "django.core.mail.backends.smtp.EmailBackend",
            "OPTIONS": {"host": "127.0.0.1", "port": free_port(), "timeout": 5},
        }
    }
    with pytest.raises(CommandError, match="Connection refused"):
        said("testmail", "somebody@club.example")


def test_keys_are_new_each_time_and_can_be_used() -> None:
    first, second = (dict(line.split("=", 1) for line in said("keys").splitlines()) for _ in range(2))
    assert set(first) == {"SECRET_KEY", "PUSH_PRIVATE_KEY", "METRICS_TOKEN", "POSTGRES_PASSWORD"}
    assert not set(first.values()) & set(second.values())
    assert len(urlsafe_b64decode(first["PUSH_PRIVATE_KEY"] + "=")) == 32
    # They stand in addresses and files of settings, where nothing has to be escaped.
    assert all(value.replace("-", "").replace("_", "").isalnum() for value in first.values())
