"""Telling by mail: once, in time, only what still holds, and nothing to whoever is looking at it."""

import datetime as dt

import pytest
from django.core import mail

from club import notices
from club.models import How, Kind, Notice, Player, Way
from games import tasks
from games.models import Match, Seat
from tests.games.conftest import NOON
from tests.games.told import (
    DAY,
    HOUR,
    MINUTE,
    SECOND,
    absent,
    agreed,
    catch_up,
    end_turn,
    looks_at,
    resign,
    seat_of,
    subjects,
    tell_what_is_due,
    with_address,
    work,
)

pytestmark = pytest.mark.django_db

# 80 % of a turn's 24 hours.
REMINDED = dt.timedelta(hours=19, minutes=12)


@pytest.fixture
def bob(bob: Player) -> Player:
    """Bob is written to; alice, against whom he plays, has no address."""
    return with_address(bob, "UTC")


@pytest.fixture
def match(alice: Player, bob: Player) -> Match:
    """Its first turn opens at noon UTC, far from any quiet hours."""
    return agreed(alice, bob, NOON)


def outcome(kind: Kind, way: Way = Way.MAIL) -> str:
    return Notice.objects.get(player__name="bob", kind=kind, way=way).outcome


# --- when it is told --------------------------------------------------------------------------------------------------


def test_a_turn_is_told_of_at_once_and_once(match: Match) -> None:
    for seconds in range(0, 60, 5):
        tell_what_is_due(NOON + seconds * SECOND)
    assert subjects() == ["Your turn 1 against alice"]
    (message,) = mail.outbox
    assert message.to == ["bob@example.org"]
    assert f"http://localhost:8000/table/{match.key}/" in str(message.body)
    assert "11 March, 12:00 (UTC)" in str(message.body)


def test_telling_the_same_again_changes_nothing(match: Match, bob: Player) -> None:
    tell_what_is_due(NOON)
    notices.tell(bob.pk, Kind.YOUR_TURN, f"{match.key}/1", NOON + HOUR)
    tell_what_is_due(NOON + HOUR)
    assert len(mail.outbox) == 1


def test_the_next_turn_is_told_of_again(match: Match, alice: Player, bob: Player) -> None:
    tell_what_is_due(NOON)
    end_turn(match, bob, NOON + HOUR)
    end_turn(match, alice, NOON + 2 * HOUR)
    tell_what_is_due(NOON + 2 * HOUR)
    assert subjects() == ["Your turn 1 against alice", "Your turn 2 against alice"]


def test_a_reminder_comes_when_four_fifths_of_the_turn_are_over(match: Match, bob: Player) -> None:
    bob.quiet_from = bob.quiet_until = None
    bob.save(update_fields=["quiet_from", "quiet_until"])
    notices.plan_again(bob)
    tell_what_is_due(NOON)
    tell_what_is_due(NOON + REMINDED - SECOND)
    assert len(mail.outbox) == 1
    tell_what_is_due(NOON + REMINDED)
    tell_what_is_due(NOON + REMINDED + MINUTE)
    assert subjects()[1:] == ["Turn 1 against alice ends soon"]


def test_a_reminder_within_quiet_hours_comes_before_them(match: Match) -> None:
    tell_what_is_due(NOON)
    tell_what_is_due(NOON + 10 * HOUR - SECOND)
    assert len(mail.outbox) == 1
    # 19:12 hours after noon is 07:12, and quiet begins at 22:00.
    tell_what_is_due(NOON + 10 * HOUR)
    assert subjects()[1:] == ["Turn 1 against alice ends soon"]


def test_a_turn_that_opens_in_quiet_hours_is_told_of_at_their_end(alice: Player, bob: Player) -> None:
    late = NOON + 11 * HOUR
    agreed(alice, bob, late)
    tell_what_is_due(late)
    tell_what_is_due(late + 9 * HOUR - SECOND)
    assert mail.outbox == []
    tell_what_is_due(late + 9 * HOUR)
    assert subjects() == ["Your turn 1 against alice"]


def test_without_a_known_zone_the_quiet_hours_are_those_of_utc(alice: Player, charlie: Player) -> None:
    with_address(charlie)
    late = NOON + 11 * HOUR
    agreed(alice, charlie, late)
    tell_what_is_due(late)
    assert mail.outbox == []
    tell_what_is_due(late + 9 * HOUR)
    assert subjects() == ["Your turn 1 against alice"]


@pytest.mark.parametrize(
    ("zone", "opens", "morning"),
    [
        ("Europe/Berlin", "2026-03-28T21:30", "2026-03-29T06:00"),
        ("Europe/Berlin", "2026-10-24T20:30", "2026-10-25T07:00"),
        ("America/New_York", "2026-03-08T03:30", "2026-03-08T12:00"),
        ("America/New_York", "2026-11-01T02:30", "2026-11-01T13:00"),
    ],
)
def test_the_night_ends_by_the_players_own_clock_when_clocks_change(
    alice: Player, charlie: Player, zone: str, opens: str, morning: str
) -> None:
    with_address(charlie, zone)
    opened, eight = (dt.datetime.fromisoformat(text).replace(tzinfo=dt.UTC) for text in (opens, morning))
    agreed(alice, charlie, opened)
    tell_what_is_due(opened)
    tell_what_is_due(eight - SECOND)
    assert mail.outbox == []
    tell_what_is_due(eight)
    assert subjects() == ["Your turn 1 against alice"]


def test_what_waited_while_nobody_was_served_still_respects_the_night(match: Match) -> None:
    tell_what_is_due(NOON + 11 * HOUR)
    assert subjects() == ["Turn 1 against alice ends soon"]
    tell_what_is_due(NOON + 20 * HOUR)
    assert subjects()[1:] == ["Your turn 1 against alice"]


def test_several_at_once_are_one_mail(alice: Player, bob: Player, charlie: Player) -> None:
    agreed(alice, bob, NOON)
    agreed(charlie, bob, NOON)
    tell_what_is_due(NOON)
    assert subjects() == ["2 things for you"]
    body = str(mail.outbox[0].body)
    assert "against alice" in body
    assert "against charlie" in body


def test_a_daily_mail_holds_what_still_holds_by_then(alice: Player, bob: Player, charlie: Player) -> None:
    notices.choose(bob, {(kind, Way.MAIL): How.DAILY for kind in (Kind.YOUR_TURN, Kind.MATCH_OVER)})
    played, waits, over = agreed(alice, bob, NOON), agreed(charlie, bob, NOON), agreed(alice, bob, NOON)
    end_turn(played, bob, NOON + HOUR)
    resign(over, alice, NOON + HOUR)
    tell_what_is_due(NOON + 6 * HOUR - SECOND)
    assert mail.outbox == []
    tell_what_is_due(NOON + 6 * HOUR)
    (message,) = mail.outbox
    body = str(message.body)
    assert played.key not in body
    assert waits.key in body
    assert "you have won: resigned" in body
    tell_what_is_due(NOON + DAY + 6 * HOUR)
    assert len(mail.outbox) == 1


def test_a_day_without_anything_to_tell_brings_no_mail(match: Match, bob: Player) -> None:
    notices.choose(bob, {(Kind.YOUR_TURN, Way.MAIL): How.DAILY})
    notices.plan_again(bob)
    end_turn(match, bob, NOON + HOUR)
    tell_what_is_due(NOON + 6 * HOUR)
    assert mail.outbox == []


# --- what holds no more -----------------------------------------------------------------------------------------------


def test_no_mail_comes_for_a_turn_already_played(alice: Player, bob: Player) -> None:
    late = NOON + 11 * HOUR
    match = agreed(alice, bob, late)
    end_turn(match, bob, late + HOUR)
    tell_what_is_due(late + 9 * HOUR)
    assert mail.outbox == []
    assert outcome(Kind.YOUR_TURN) == Notice.Outcome.DROPPED


def test_no_reminder_comes_for_a_turn_already_played_nor_for_one_whose_time_is_up(match: Match, bob: Player) -> None:
    tell_what_is_due(NOON)
    tell_what_is_due(NOON + DAY)
    assert len(mail.outbox) == 1
    assert outcome(Kind.TURN_ENDS) == Notice.Outcome.DROPPED


def test_no_word_of_a_turn_comes_when_the_match_is_over(match: Match, alice: Player) -> None:
    resign(match, alice, NOON + SECOND)
    tell_what_is_due(NOON + 5 * SECOND)
    assert subjects() == ["Your match against alice is over"]
    assert outcome(Kind.YOUR_TURN) == Notice.Outcome.DROPPED


def test_nothing_about_a_match_goes_to_somebody_who_is_looking_at_it(match: Match, bob: Player) -> None:
    looks_at(match, bob, NOON)
    tell_what_is_due(NOON + 5 * SECOND)
    assert mail.outbox == []
    assert outcome(Kind.YOUR_TURN) == Notice.Outcome.DROPPED


def test_looking_at_another_match_keeps_no_mail_back(match: Match, alice: Player, bob: Player) -> None:
    other = agreed(alice, bob, NOON)
    looks_at(other, bob, NOON)
    tell_what_is_due(NOON + 5 * SECOND)
    (message,) = mail.outbox
    assert match.key in str(message.body)
    assert other.key not in str(message.body)


def test_whoever_has_looked_away_is_told(match: Match, bob: Player) -> None:
    looks_at(match, bob, NOON - 13 * SECOND)
    tell_what_is_due(NOON)
    assert subjects() == ["Your turn 1 against alice"]


def test_the_end_is_no_news_to_whoever_was_at_the_table_since(match: Match, alice: Player, bob: Player) -> None:
    tell_what_is_due(NOON)
    resign(match, alice, NOON + 11 * HOUR)
    looks_at(match, bob, NOON + 12 * HOUR)
    tell_what_is_due(NOON + 20 * HOUR)
    assert "Your match against alice is over" not in subjects()


def test_no_mail_goes_where_it_was_switched_off_meanwhile(match: Match, bob: Player) -> None:
    tasks.enqueue_due(NOON)
    notices.switch_off(bob, [Kind.YOUR_TURN], Way.MAIL)
    work(NOON)
    tell_what_is_due(NOON + HOUR)
    assert mail.outbox == []
    assert outcome(Kind.YOUR_TURN) == Notice.Outcome.OFF


def test_a_player_who_may_not_enter_any_more_is_told_nothing(match: Match, bob: Player) -> None:
    bob.is_active = False
    bob.save(update_fields=["is_active"])
    tell_what_is_due(NOON)
    assert mail.outbox == []


def test_an_address_that_is_not_confirmed_gets_nothing(alice: Player, charlie: Player) -> None:
    charlie.email = "charlie@example.org"
    charlie.save(update_fields=["email"])
    agreed(alice, charlie, NOON)
    tell_what_is_due(NOON)
    assert mail.outbox == []
    assert set(Notice.objects.filter(way=Way.MAIL, kind=Kind.YOUR_TURN).values_list("outcome", flat=True)) == {"off"}


# --- a deadline that moves --------------------------------------------------------------------------------------------


def test_a_reminder_moves_with_a_deadline_that_an_absence_moves(match: Match, bob: Player) -> None:
    tell_what_is_due(NOON)
    absent(match, bob, 7, NOON + HOUR)
    for hours in range(1, 8 * 24):
        tell_what_is_due(NOON + hours * HOUR)
    # Eight days end on the 18th; four fifths of them are over at 21:36 on the 16th.
    assert subjects()[1:] == ["Turn 1 against alice ends soon"]
    assert "18 March, 12:00" in str(mail.outbox[1].body)
    done = Notice.objects.get(player=bob, kind=Kind.TURN_ENDS, way=Way.MAIL).done_at
    assert done == NOON + 6 * DAY + 10 * HOUR


def test_a_reminder_that_came_does_not_come_again_for_a_spare_day(match: Match, bob: Player) -> None:
    tell_what_is_due(NOON)
    tell_what_is_due(NOON + 10 * HOUR)
    catch_up(match, NOON + DAY + 3 * SECOND)
    assert seat_of(match, bob).turn_deadline == NOON + 2 * DAY
    for hours in range(25, 48):
        tell_what_is_due(NOON + hours * HOUR)
    assert subjects() == ["Your turn 1 against alice", "Turn 1 against alice ends soon"]


def test_a_deadline_that_moves_by_little_is_still_reminded_of_before_the_night(match: Match, bob: Player) -> None:
    tell_what_is_due(NOON)
    # Moved by an outage: four fifths are now 07:20, still in the same night.
    Seat.objects.filter(match=match, player=bob).update(turn_deadline=NOON + DAY + 10 * MINUTE)
    tell_what_is_due(NOON + 10 * HOUR)
    assert subjects()[1:] == ["Turn 1 against alice ends soon"]
