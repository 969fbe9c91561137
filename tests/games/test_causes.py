"""What a notice says, and that it says nothing which its reader may not know."""

import datetime as dt

import pytest
from django.utils import timezone

from club.models import Kind, Notice, Player, Way
from club.notices import Words
from games import causes, correspondence, play
from games.causes import Gone, Later, Looked
from games.models import Match, Seat
from tests.games.conftest import NOON
from tests.games.offering import at_once
from tests.games.told import DAY, HOUR, SECOND, SHORT, agreed, catch_up, end_turn, looks_at, resign, seat_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(alice: Player, bob: Player) -> Match:
    return agreed(alice, bob, NOON)


def looked(player: Player, kind: Kind, now: dt.datetime, cause: str = "") -> Looked:
    """What becomes of the player's newest notice of that kind."""
    found = Notice.objects.filter(player=player, kind=kind, way=Way.MAIL)
    notice = (found.filter(cause=cause) if cause else found).latest("pk")
    return causes.look_again([notice], now)[notice.pk]


def words(player: Player, kind: Kind, now: dt.datetime) -> Words:
    found = looked(player, kind, now)
    assert isinstance(found, Words)
    return found


def test_a_turn_is_named_with_its_match_and_its_deadline(match: Match, alice: Player) -> None:
    told = words(alice, Kind.YOUR_TURN, NOON)
    assert told.subject == "Your turn 1 against bob"
    assert told.text == "Turn 1 against bob is open until 11 March, 12:00 (UTC)."
    assert (told.address, told.tag, told.until) == (f"/table/{match.key}/", match.key, NOON + DAY)


@pytest.mark.parametrize(
    ("opened", "until"),
    [
        # The nights when clocks change: 24 hours are 24 hours, and the clock on the wall says another time.
        (dt.datetime(2026, 3, 28, 18, tzinfo=dt.UTC), "29 March, 20:00 (CEST)"),
        (dt.datetime(2026, 10, 24, 18, tzinfo=dt.UTC), "25 October, 19:00 (CET)"),
    ],
)
def test_deadlines_are_said_in_the_readers_zone(alice: Player, bob: Player, opened: dt.datetime, until: str) -> None:
    agreed(alice, bob, opened)
    with timezone.override("Europe/Berlin"):
        assert until in words(alice, Kind.YOUR_TURN, opened).text


def test_nothing_a_player_reads_depends_on_whether_the_other_has_ended_the_turn(
    match: Match, alice: Player, bob: Player
) -> None:
    now = NOON + HOUR
    Notice.objects.filter(kind=Kind.TURN_ENDS).update(wanted_at=NOON + 20 * HOUR)
    before = [looked(alice, kind, now) for kind in (Kind.YOUR_TURN, Kind.TURN_ENDS)]
    end_turn(match, bob, now)
    assert [looked(alice, kind, now) for kind in (Kind.YOUR_TURN, Kind.TURN_ENDS)] == before
    assert Notice.objects.filter(player=alice).count() == 4


def test_an_ended_turn_holds_no_more(match: Match, alice: Player, bob: Player) -> None:
    end_turn(match, alice, NOON + HOUR)
    assert looked(alice, Kind.YOUR_TURN, NOON + HOUR) == Gone()
    assert looked(alice, Kind.TURN_ENDS, NOON + HOUR) == Gone()
    end_turn(match, bob, NOON + 2 * HOUR)
    assert looked(alice, Kind.YOUR_TURN, NOON + 2 * HOUR, f"{match.key}/1") == Gone()
    assert isinstance(looked(alice, Kind.YOUR_TURN, NOON + 2 * HOUR, f"{match.key}/2"), Words)


@pytest.mark.parametrize("seconds", [-1, 0, 1])
def test_a_turn_is_told_of_only_before_its_deadline(match: Match, alice: Player, seconds: int) -> None:
    found = looked(alice, Kind.YOUR_TURN, NOON + DAY + seconds * SECOND)
    assert isinstance(found, Words) == (seconds < 0)


def test_a_reminder_waits_for_a_deadline_that_has_moved(match: Match, alice: Player) -> None:
    assert isinstance(looked(alice, Kind.TURN_ENDS, NOON + 20 * HOUR), Words)
    Seat.objects.filter(pk=seat_of(match, alice).pk).update(turn_deadline=NOON + 2 * DAY)
    assert looked(alice, Kind.TURN_ENDS, NOON + 20 * HOUR) == Later(NOON + dt.timedelta(hours=38, minutes=24))


def test_whoever_looks_at_that_match_is_told_nothing_of_it(match: Match, alice: Player, bob: Player) -> None:
    other = agreed(alice, bob, NOON)
    looks_at(match, alice, NOON)
    for seconds, silent in ((0, True), (11, True), (12, False)):
        now = NOON + seconds * SECOND
        assert (looked(alice, Kind.YOUR_TURN, now, f"{match.key}/1") == Gone()) == silent
        assert isinstance(looked(alice, Kind.YOUR_TURN, now, f"{other.key}/1"), Words)


def test_whoever_leaves_the_table_right_before_something_happens_there_is_told_of_it(
    match: Match, alice: Player, bob: Player
) -> None:
    end_turn(match, alice, NOON + HOUR)
    looks_at(match, alice, NOON + HOUR)
    # While nobody can know whether she is still there, it is put off; heard of again, she has seen it.
    end_turn(match, bob, NOON + HOUR + SECOND)
    soon = NOON + HOUR + 5 * SECOND
    assert looked(alice, Kind.YOUR_TURN, soon, f"{match.key}/2") == Later(NOON + HOUR + 12 * SECOND)
    assert isinstance(looked(alice, Kind.YOUR_TURN, NOON + HOUR + 12 * SECOND, f"{match.key}/2"), Words)
    looks_at(match, alice, NOON + HOUR + 2 * SECOND)
    assert looked(alice, Kind.YOUR_TURN, soon, f"{match.key}/2") == Gone()

    resign(match, bob, NOON + HOUR + 4 * SECOND)
    assert looked(alice, Kind.MATCH_OVER, soon) == Later(NOON + HOUR + 14 * SECOND)
    assert isinstance(looked(alice, Kind.MATCH_OVER, NOON + HOUR + 14 * SECOND), Words)


def test_the_end_is_told_with_its_result_to_both(match: Match, alice: Player, bob: Player) -> None:
    resign(match, alice, NOON + HOUR)
    assert words(bob, Kind.MATCH_OVER, NOON + 2 * HOUR).text == (
        "Your match against alice has ended, and you have won: resigned."
    )
    lost = words(alice, Kind.MATCH_OVER, NOON + 2 * HOUR)
    assert lost.text == "Your match against bob has ended, and bob has won: resigned."
    assert (lost.address, lost.tag, lost.until) == (f"/table/{match.key}/", match.key, None)


def test_a_draw_is_told_as_one(alice: Player, bob: Player) -> None:
    match = agreed(alice, bob, NOON, play.TurnsWish(SHORT.rules, turn_cards=8, spare_days=0))
    catch_up(match, NOON + DAY + 3 * SECOND)
    told = words(alice, Kind.MATCH_OVER, NOON + DAY + 3 * SECOND)
    assert told.text == "Your match against bob has ended in a draw: out of time."


def test_the_end_is_not_told_to_who_has_seen_it(match: Match, alice: Player, bob: Player) -> None:
    resign(match, alice, NOON + HOUR)
    looks_at(match, bob, NOON + HOUR + SECOND)
    assert looked(bob, Kind.MATCH_OVER, NOON + 5 * HOUR) == Gone()


def test_a_challenge_is_told_with_the_game_and_until_when_it_stands(alice: Player, bob: Player) -> None:
    offer = at_once(correspondence.challenge, alice, bob, SHORT, NOON)
    told = words(bob, Kind.CHALLENGE, NOON)
    assert told.subject == "alice challenges you"
    assert "(Classic)" in told.text
    assert "24 March, 12:00 (UTC)" in told.text
    assert told.address == f"/correspondence/o/{offer.key}/"


def test_a_challenge_that_was_answered_taken_back_or_has_lapsed_holds_no_more(
    alice: Player, bob: Player, charlie: Player
) -> None:
    declined = at_once(correspondence.challenge, alice, bob, SHORT, NOON)
    at_once(correspondence.decline, declined.key, bob, NOON + HOUR)
    assert looked(bob, Kind.CHALLENGE, NOON + HOUR) == Gone()
    withdrawn = at_once(correspondence.challenge, alice, charlie, SHORT, NOON)
    at_once(correspondence.withdraw, withdrawn.key, alice, NOON + HOUR)
    assert looked(charlie, Kind.CHALLENGE, NOON + HOUR) == Gone()
    at_once(correspondence.challenge, charlie, bob, SHORT, NOON)
    assert looked(bob, Kind.CHALLENGE, NOON + 14 * DAY) == Gone()
    accepted = at_once(correspondence.challenge, alice, bob, SHORT, NOON)
    at_once(correspondence.accept, accepted.key, bob, None, NOON + HOUR)
    assert looked(bob, Kind.CHALLENGE, NOON + HOUR) == Gone()


def test_a_notice_whose_match_or_offer_is_no_more_is_dropped(match: Match, alice: Player) -> None:
    for kind, cause in ((Kind.YOUR_TURN, "nowhere/1"), (Kind.MATCH_OVER, "nowhere"), (Kind.CHALLENGE, "nowhere")):
        notice = Notice(pk=1, player=alice, kind=kind, cause=cause, way=Way.MAIL, wanted_at=NOON)
        assert causes.look_again([notice], NOON) == {1: Gone()}


def test_a_seat_is_told_of_to_its_own_player_only(match: Match, charlie: Player) -> None:
    notice = Notice(pk=1, player=charlie, kind=Kind.YOUR_TURN, cause=f"{match.key}/1", way=Way.MAIL, wanted_at=NOON)
    assert causes.look_again([notice], NOON) == {1: Gone()}
