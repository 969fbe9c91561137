"""What is written down to be told: in the caller's transaction, once, and by the ways that are on."""

import datetime as dt

import pytest
from django.db import connection, transaction
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext

from club import notices
from club.models import How, Kind, Notice, Player, Way
from club.notices import Telling

pytestmark = pytest.mark.django_db

NOON = dt.datetime(2026, 3, 10, 12, tzinfo=dt.UTC)
SECOND = dt.timedelta(seconds=1)


def ways(player: Player) -> set[str]:
    return set(Notice.objects.filter(player=player).values_list("way", flat=True))


def test_a_notice_is_written_for_every_way_that_is_on(alice: Player) -> None:
    notices.tell(alice.pk, Kind.YOUR_TURN, "abc/1", NOON)
    assert ways(alice) == {Way.PAGE, Way.MAIL}
    notices.switch_on(alice, Way.PUSH)
    notices.switch_off(alice, [Kind.MATCH_OVER], Way.PAGE)
    Notice.objects.all().delete()
    notices.tell(alice.pk, Kind.MATCH_OVER, "abc", NOON)
    assert ways(alice) == {Way.MAIL, Way.PUSH}


def test_the_same_cause_is_written_down_once(alice: Player) -> None:
    for seconds in range(3):
        notices.tell(alice.pk, Kind.YOUR_TURN, "abc/1", NOON + seconds * SECOND)
    assert Notice.objects.filter(way=Way.MAIL).count() == 1
    notices.tell(alice.pk, Kind.YOUR_TURN, "abc/2", NOON)
    assert Notice.objects.filter(way=Way.MAIL).count() == 2


def test_it_is_written_with_its_cause_or_not_at_all(alice: Player) -> None:
    with transaction.atomic():
        notices.tell(alice.pk, Kind.YOUR_TURN, "abc/1", NOON)
        transaction.set_rollback(True)
    assert not Notice.objects.exists()


def test_guests_and_those_who_may_not_enter_are_told_nothing(alice: Player) -> None:
    guest = Player.objects.create_guest()
    alice.is_active = False
    alice.save(update_fields=["is_active"])
    notices.tell_all([Telling(player.pk, Kind.YOUR_TURN, "abc/1") for player in (guest, alice)], NOON)
    assert not Notice.objects.exists()


def test_an_account_that_is_deleted_takes_its_notices_along(alice: Player) -> None:
    notices.tell(alice.pk, Kind.YOUR_TURN, "abc/1", NOON)
    alice.delete()
    assert not Notice.objects.exists()


def test_telling_several_players_of_several_things_takes_three_questions(alice: Player) -> None:
    players = [alice, *(Player.objects.create_user(f"member {number}") for number in range(2))]
    tellings = [Telling(player.pk, kind, "abc/1") for player in players for kind in Kind]
    with CaptureQueriesContext(connection) as queries:
        notices.tell_all(tellings, NOON)
    statements = [query["sql"] for query in queries if not query["sql"].startswith(("SAVEPOINT", "RELEASE"))]
    assert len(statements) == 3
    assert Notice.objects.count() == len(tellings) * 2


def test_the_page_is_told_at_the_instant_that_is_wanted_whatever_the_hour(alice: Player) -> None:
    night = NOON + dt.timedelta(hours=12)
    notices.tell(alice.pk, Kind.TURN_ENDS, "abc/1", NOON, due_at=night)
    assert notices.unshown([alice.pk], night - SECOND) == {}
    (shown,) = notices.unshown([alice.pk], night)[alice.pk]
    notices.close([shown], Notice.Outcome.SENT, night)
    assert notices.unshown([alice.pk], night) == {}


def test_what_a_page_has_not_shown_is_not_sent_by_a_worker(alice: Player) -> None:
    notices.tell(alice.pk, Kind.YOUR_TURN, "abc/1", NOON)
    assert [claimed.way for claimed in notices.claim_due(NOON)] == [Way.MAIL]


def test_switching_one_kind_off_leaves_the_others(alice: Player) -> None:
    notices.switch_off(alice, [Kind.CHALLENGE], Way.MAIL)
    hows = notices.hows(alice)
    assert hows[Kind.CHALLENGE, Way.MAIL] == How.OFF
    assert hows[Kind.CHALLENGE, Way.PAGE] == hows[Kind.YOUR_TURN, Way.MAIL] == How.AT_ONCE


def test_what_is_asked_again_and_again_is_found_by_an_index(alice: Player) -> None:
    due = Notice.objects.filter(done_at=None, way__in=notices.SENT, due_at__lte=NOON).order_by("due_at")
    unshown = Notice.objects.filter(player=alice, done_at=None, way=Way.PAGE, due_at__lte=NOON).order_by("due_at", "pk")
    old = Notice.objects.filter(made_at__lt=NOON).order_by("made_at")
    taken = Notice.objects.filter(claim="00000000-0000-0000-0000-000000000001", done_at=None)
    assert "notice_to_send" in plan(due)
    assert "notice_of_player" in plan(unshown)
    assert "notice_made" in plan(old)
    assert "notice_claimed" in plan(taken)


def plan(asked: QuerySet[Notice]) -> str:
    return asked.explain()
