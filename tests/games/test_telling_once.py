"""Telling is done once, and not forgotten: two rounds, two workers, killed ones, and notices that cannot be told."""

from uuid import UUID

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext

from club import notices
from club.models import Kind, Notice, Player, Way
from club.notices import Claimed
from games import tasks, telling
from games.models import Match
from tests.games.conftest import NOON
from tests.games.told import HOUR, SECOND, agreed, subjects, tell_what_is_due, with_address, work

pytestmark = pytest.mark.django_db


@pytest.fixture
def bob(bob: Player) -> Player:
    """Bob is written to; alice, against whom he plays, has no address."""
    return with_address(bob, "UTC")


@pytest.fixture
def match(alice: Player, bob: Player) -> Match:
    """Its first turn opens at noon UTC, far from any quiet hours."""
    return agreed(alice, bob, NOON)


def test_two_rounds_at_once_send_once(match: Match) -> None:
    tasks.enqueue_due(NOON)
    tasks.enqueue_due(NOON)
    work(NOON)
    work(NOON)
    assert len(mail.outbox) == 1


def test_a_task_done_twice_sends_once(match: Match, bob: Player) -> None:
    claimed = {one.player_id: one for one in notices.claim_due(NOON)}[bob.pk]
    telling.deliver(claimed, NOON)
    telling.deliver(claimed, NOON + SECOND)
    assert len(mail.outbox) == 1


def test_what_a_killed_worker_left_is_sent_by_another(match: Match, bob: Player) -> None:
    claimed = {one.player_id: one for one in notices.claim_due(NOON)}[bob.pk]
    # It took the rows, and was killed before the mail.
    assert notices.take(claimed, NOON)
    tell_what_is_due(NOON + notices.LEASE - SECOND)
    assert mail.outbox == []
    tell_what_is_due(NOON + notices.LEASE)
    assert subjects() == ["Your turn 1 against alice"]


def test_a_task_that_was_lost_is_queued_again_and_comes_too_late_when_it_is_found(match: Match, bob: Player) -> None:
    lost = {one.player_id: one for one in notices.claim_due(NOON)}[bob.pk]
    tell_what_is_due(NOON + notices.LEASE)
    telling.deliver(lost, NOON + notices.LEASE)
    assert len(mail.outbox) == 1


def test_a_mail_whose_sending_could_not_be_written_down_is_known_as_the_same(match: Match, bob: Player) -> None:
    tell_what_is_due(NOON)
    Notice.objects.filter(player=bob, kind=Kind.YOUR_TURN, way=Way.MAIL).update(
        done_at=None, outcome="", claim=UUID(int=1), due_at=NOON + notices.LEASE
    )
    tell_what_is_due(NOON + notices.LEASE)
    first, second = (message.extra_headers["Message-ID"] for message in mail.outbox)
    assert first == second
    assert first.endswith("@localhost>")


def test_a_claim_that_nobody_made_sends_nothing(match: Match, bob: Player) -> None:
    telling.deliver(Claimed(bob.pk, Way.MAIL, UUID(int=7)), NOON)
    assert mail.outbox == []


def test_a_notice_that_cannot_be_told_does_not_stop_the_others_nor_is_it_tried_for_ever(
    match: Match, alice: Player, bob: Player
) -> None:
    notices.tell(bob.pk, Kind.AFTERWORD, match.key, NOON)
    moment = NOON
    for _ in range(40):
        tell_what_is_due(moment)
        moment += HOUR
    assert bob.notices.get(kind=Kind.AFTERWORD, way=Way.MAIL).outcome == Notice.Outcome.FAILED
    assert "Your turn 1 against alice" in subjects()


def test_telling_of_many_matches_takes_as_many_queries_as_telling_of_one(alice: Player, bob: Player) -> None:
    asked = []
    for count in (1, 12):
        for _ in range(count):
            agreed(alice, bob, NOON)
        claimed = {one.player_id: one for one in notices.claim_due(NOON)}[bob.pk]
        with CaptureQueriesContext(connection) as queries:
            telling.deliver(claimed, NOON)
        asked.append(len(queries))
    assert subjects() == ["Your turn 1 against alice", "12 things for you"]
    assert asked[0] == asked[1] <= 20
