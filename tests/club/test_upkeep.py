"""Chores that fail are told to the administrators, once a day, by a way that works."""

import datetime as dt
from collections.abc import Iterator

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django_tasks_db.models import DBTaskResult
from pytest_django import Settings

from club import mailing, upkeep, upkeep_mails
from club.mailing import Delivery
from club.models import Chore, Player, PushAddress, Upkeep
from load.process import free_port
from tests.club.browser import PASSWORD
from tests.club.mail_server import MailServer, mail_server
from tests.push_service import PushService

pytestmark = pytest.mark.django_db

NIGHT = dt.datetime(2026, 3, 10, 3, 30, tzinfo=dt.UTC)
MINUTE = dt.timedelta(minutes=1)
DAY = dt.timedelta(days=1)


@pytest.fixture
def ada(db: None) -> Player:
    """An administrator, who has confirmed an address."""
    ada = Player.objects.create_superuser("Ada", PASSWORD)
    EmailAddress.objects.create(user=ada, email="ada@club.example", primary=True, verified=True)
    return ada


@pytest.fixture
def service(settings: Settings) -> Iterator[PushService]:
    settings.PUSH_TO_THIS_MACHINE = True
    with PushService() as service:
        yield service


def tell() -> None:
    """What the worker does with all that is queued."""
    for task in DBTaskResult.objects.all():
        upkeep_mails.tell_administrator.call(*task.args_kwargs["args"])
    DBTaskResult.objects.all().delete()


def row(chore: Chore) -> Upkeep:
    return Upkeep.objects.get(pk=chore)


def test_a_failed_backup_is_mailed_to_every_administrator_and_nobody_else(ada: Player, alice: Player) -> None:
    EmailAddress.objects.create(user=alice, email="alice@club.example", primary=True, verified=True)
    upkeep.went_wrong(Chore.BACKUP, "no space left on the disk", NIGHT)
    assert upkeep_mails.enqueue_due(NIGHT) == 1
    tell()
    (message,) = mail.outbox
    assert message.to == ["ada@club.example"]
    assert message.subject == "The Fairest: The club needs its operator: backup fails"
    assert "no space left on the disk" in str(message.body)
    assert "/admin/club/upkeep/" in str(message.body)


def test_it_is_said_once_a_day_as_long_as_it_lasts(ada: Player) -> None:
    upkeep.went_wrong(Chore.BACKUP, "no space", NIGHT)
    said = [upkeep_mails.enqueue_due(NIGHT + after) for after in (MINUTE, 2 * MINUTE, DAY, DAY + MINUTE, 2 * DAY)]
    assert said == [1, 0, 0, 1, 0]


def test_what_works_again_is_told_no_more_and_counts_anew(ada: Player) -> None:
    upkeep.went_wrong(Chore.BACKUP, "no space", NIGHT)
    upkeep_mails.enqueue_due(NIGHT)
    upkeep.went_well(Chore.BACKUP, NIGHT + MINUTE)
    tell()
    assert mail.outbox == []
    assert (row(Chore.BACKUP).failing_since, row(Chore.BACKUP).words) == (None, "")
    upkeep.went_wrong(Chore.BACKUP, "no space", NIGHT + 2 * MINUTE)
    assert upkeep_mails.enqueue_due(NIGHT + 2 * MINUTE) == 1


def test_a_backup_that_is_not_made_at_all_is_noticed(ada: Player) -> None:
    upkeep.went_well(Chore.BACKUP, NIGHT)
    assert upkeep_mails.enqueue_due(NIGHT + dt.timedelta(hours=26)) == 0
    assert upkeep_mails.enqueue_due(NIGHT + dt.timedelta(hours=26) + MINUTE) == 1
    assert row(Chore.BACKUP).words == "No backup was made for more than a day."


def test_a_club_that_never_made_a_backup_is_not_reminded(ada: Player) -> None:
    upkeep.swept(0, NIGHT)
    assert upkeep_mails.enqueue_due(NIGHT + 7 * DAY) == 0


def test_a_mail_server_that_is_away_is_told_by_push_and_not_by_mail(ada: Player, service: PushService) -> None:
    phone = service.browser("ada")
    PushAddress.objects.create(player=ada, added_at=NIGHT, **phone.fields)
    upkeep.went_wrong(Chore.MAIL, "refused", NIGHT)
    assert upkeep_mails.enqueue_due(NIGHT + 9 * MINUTE) == 0
    assert upkeep_mails.enqueue_due(NIGHT + 10 * MINUTE) == 1
    tell()
    assert mail.outbox == []
    said = phone.read(service.take())
    assert said["title"] == "The club needs its operator: mail fails"
    assert said["url"] == "/admin/club/upkeep/"


def test_a_mail_that_no_server_took_is_noted_until_one_is_taken(alice: Player, settings: Settings) -> None:
    settings.MAILERS = {
        "default": {
            "BACKEND": "django.core.mail.backends.smtp.EmailBackend",
            "OPTIONS": {"host": "127.0.0.1", "port": free_port(), "timeout": 5},
        }
    }
    assert mailing.send_trial(alice, "alice@club.example", NIGHT) is Delivery.TRY_LATER
    assert row(Chore.MAIL).failing_since == NIGHT
    assert "ConnectionRefusedError" in row(Chore.MAIL).words
    with mail_server(settings):
        assert mailing.send_trial(alice, "alice@club.example", NIGHT + MINUTE) is Delivery.SENT
    assert (row(Chore.MAIL).failing_since, row(Chore.MAIL).good_at) == (None, NIGHT + MINUTE)


def test_an_address_that_a_server_refuses_is_no_failure_of_the_mail(alice: Player, settings: Settings) -> None:
    with mail_server(settings) as server:
        refuse(server, "450 mailbox busy")
        assert mailing.send_trial(alice, "alice@club.example", NIGHT) is Delivery.TRY_LATER
        refuse(server, "550 no such user")
        assert mailing.send_trial(alice, "alice@club.example", NIGHT) is Delivery.REFUSED
    assert not Upkeep.objects.filter(pk=Chore.MAIL).exists()


def refuse(server: MailServer, words: str) -> None:
    server.to_recipient = words


def test_rounds_of_the_sweep_add_up(db: None) -> None:
    for ended in (2, 0, 3):
        upkeep.swept(ended, NIGHT)
    assert (row(Chore.SWEEP).done, row(Chore.SWEEP).good_at) == (5, NIGHT)
