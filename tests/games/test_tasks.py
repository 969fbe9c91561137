"""The queue in the database and its worker: what is due is sent by a thread of its own, once, whoever is killed."""

import threading
import time
from collections.abc import Iterator

import pytest
from django.core import mail
from django.db import connection, transaction
from django.tasks import TaskResultStatus
from django.utils import timezone
from django_tasks_db.models import DBTaskResult
from pytest_django import Settings

from club import notices
from club.addresses import REFUSED_TOO_OFTEN
from club.models import Kind, Notice, Player, Way
from games import tasks
from games.models import Match
from tests.club.mail_server import MailServer, mail_server
from tests.games.conftest import NOON
from tests.games.told import MINUTE, SECOND, agreed, tell_what_is_due, with_address

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def bob(bob: Player) -> Player:
    return with_address(bob, "UTC")


@pytest.fixture
def server(settings: Settings) -> Iterator[MailServer]:
    with mail_server(settings) as server:
        yield server


@pytest.fixture
def match(alice: Player, bob: Player) -> Match:
    return agreed(alice, bob, NOON)


def without_quiet_hours(*players: Player) -> None:
    """These go by the clock on the wall, at whatever hour they are run."""
    for player in players:
        player.quiet_from = player.quiet_until = None
        player.save(update_fields=["quiet_from", "quiet_until"])


def test_a_worker_apart_does_what_comes_until_it_is_told_to_stop(alice: Player, bob: Player) -> None:
    without_quiet_hours(alice, bob)
    stopped = threading.Event()
    working = threading.Thread(target=tasks.work_until, args=[stopped])
    working.start()
    try:
        now = timezone.now()
        agreed(alice, bob, now)
        tasks.enqueue_due(now)
        give_up = time.monotonic() + 30
        while set(DBTaskResult.objects.values_list("status", flat=True)) != {TaskResultStatus.SUCCESSFUL}:
            assert time.monotonic() < give_up
    finally:
        stopped.set()
        working.join(30)
    assert not working.is_alive()
    assert [message.subject for message in mail.outbox] == ["The Fairest: Your turn 1 against alice"]


def test_the_worker_sends_what_was_queued(alice: Player, bob: Player) -> None:
    without_quiet_hours(alice, bob)
    now = timezone.now()
    agreed(alice, bob, now)
    # Alice, who has no address, and bob.
    assert tasks.enqueue_due(now) == 2
    assert mail.outbox == []
    tasks.work_off()
    (message,) = mail.outbox
    assert message.subject == "The Fairest: Your turn 1 against alice"
    assert set(DBTaskResult.objects.values_list("status", flat=True)) == {TaskResultStatus.SUCCESSFUL}
    assert tasks.enqueue_due(now) == 0


def test_two_workers_at_once_send_once(alice: Player, bob: Player, server: MailServer) -> None:
    without_quiet_hours(alice, bob)
    now = timezone.now()
    agreed(alice, bob, now)
    both = threading.Barrier(2)

    def round_and_work() -> None:
        try:
            both.wait(10)
            tasks.enqueue_due(now)
            tasks.work_off()
        finally:
            connection.close()

    threads = [threading.Thread(target=round_and_work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    tasks.work_off()
    assert len(server.taken) == 1


def test_a_task_whose_worker_was_killed_is_sent_by_the_next_round(match: Match, bob: Player) -> None:
    tasks.enqueue_due(NOON)
    # As a killed worker leaves it: taken, and never finished.
    DBTaskResult.objects.update(status=TaskResultStatus.RUNNING)
    tell_what_is_due(NOON + notices.LEASE - SECOND)
    assert mail.outbox == []
    tell_what_is_due(NOON + notices.LEASE)
    assert len(mail.outbox) == 1


def test_a_round_that_is_rolled_back_leaves_everything_to_the_next(match: Match) -> None:
    with transaction.atomic():
        tasks.enqueue_due(NOON)
        transaction.set_rollback(True)
    assert not DBTaskResult.objects.exists()
    tell_what_is_due(NOON)
    assert len(mail.outbox) == 1


def test_old_tasks_and_old_notices_are_forgotten(match: Match, bob: Player) -> None:
    tell_what_is_due(NOON)
    DBTaskResult.objects.update(enqueued_at=NOON)
    tasks.tidy(NOON + tasks.TASKS_KEPT)
    assert DBTaskResult.objects.exists()
    assert Notice.objects.exists()
    tasks.tidy(NOON + tasks.TASKS_KEPT + SECOND)
    assert not DBTaskResult.objects.exists()
    tasks.tidy(NOON + notices.KEPT + SECOND)
    assert not Notice.objects.exists()


# --- a mail server that says no ---------------------------------------------------------------------------------------


def test_a_server_that_is_busy_is_asked_again_after_growing_pauses_for_a_day(match: Match, server: MailServer) -> None:
    without_quiet_hours(match.seats.get(place=2).player)
    server.to_recipient = "451 later"
    row = Notice.objects.get(player__name="bob", kind=Kind.YOUR_TURN, way=Way.MAIL)
    tried: list[int] = []
    for minutes in range(24 * 60):
        tell_what_is_due(NOON + minutes * MINUTE)
        failures = row.failures
        row.refresh_from_db()
        if row.failures > failures:
            tried.append(minutes)
    assert tried == [0, 1, 6, 21, 81, 261, 621]
    assert (row.outcome, row.done_at) == (Notice.Outcome.FAILED, NOON + 1341 * MINUTE)


def test_a_busy_server_delays_a_mail_and_loses_none(match: Match, server: MailServer) -> None:
    server.to_recipient = "451 later"
    tell_what_is_due(NOON)
    server.to_recipient = "250 OK"
    tell_what_is_due(NOON + 59 * SECOND)
    assert server.taken == []
    tell_what_is_due(NOON + MINUTE)
    tell_what_is_due(NOON + 2 * MINUTE)
    assert len(server.taken) == 1


def test_a_mail_that_bounces_is_not_tried_again_and_the_third_is_the_last(
    alice: Player, bob: Player, server: MailServer
) -> None:
    server.to_recipient = "550 no such user"
    for times in range(REFUSED_TOO_OFTEN + 1):
        agreed(alice, bob, NOON + times * MINUTE)
        for seconds in (0, 30):
            tell_what_is_due(NOON + times * MINUTE + seconds * SECOND)
    mails = Notice.objects.filter(player=bob, kind=Kind.YOUR_TURN, way=Way.MAIL).order_by("pk")
    outcomes = [notice.outcome for notice in mails]
    assert outcomes == [*[Notice.Outcome.FAILED] * REFUSED_TOO_OFTEN, Notice.Outcome.OFF]
    assert bob.mail_refused.times == REFUSED_TOO_OFTEN
