"""Thanks that count: different members who thanked, in the last 365 days."""

import datetime as dt

import pytest

from club.models import Player
from games import leaving
from games.afterword import open_for
from games.models import Afterword, Match, Seat, Thanks
from games.standing import standing_of, standings_of, thanked_by
from tests.games.conftest import NOON
from tests.games.offering import at_once
from tests.games.talking import ended_race, thank
from tests.games.test_standing import DECIDED, WON, played, series_of

pytestmark = pytest.mark.django_db
DAY = dt.timedelta(days=1)
TICK = dt.timedelta(microseconds=1)


def thanked(one: Player, by: Player, at: dt.datetime = NOON, members: tuple[bool, bool] = (True, True)) -> Thanks:
    """The second thanks the first after a match of theirs."""
    match = played(one, by, ended_at=at, members=members)
    open_for(match, at)
    return Thanks.objects.create(afterword=match.afterword, place=2, at=at)


def count(player: Player, now: dt.datetime = NOON) -> int:
    return thanked_by([player.pk], now)[player.pk]


def test_each_member_counts_once_however_often_they_thank(alice: Player, bob: Player, charlie: Player) -> None:
    for days in range(3):
        thanked(alice, bob, NOON - days * DAY)
    assert count(alice) == 1
    thanked(alice, charlie)
    assert count(alice) == 2
    # Being thanked is what counts, not thanking.
    assert (count(bob), count(charlie)) == (0, 0)


def test_thanks_at_a_real_table_count(alice: Player, bob: Player) -> None:
    race = ended_race(alice, bob)
    thank(race.two)
    assert (count(alice, race.now), count(bob, race.now)) == (1, 0)
    standing = standing_of(alice, race.now)
    assert standing is not None
    assert standing.regard == 2


def test_thanks_count_for_365_days(alice: Player, bob: Player) -> None:
    thanked(alice, bob, NOON - 365 * DAY)
    assert count(alice) == 0
    assert count(alice, NOON - TICK) == 1


@pytest.mark.parametrize(("members", "counted"), [((True, False), 0), ((False, True), 1), ((True, True), 1)])
def test_who_was_a_guest_at_the_end_adds_nothing_by_thanking(
    alice: Player, bob: Player, members: tuple[bool, bool], counted: int
) -> None:
    thanked(alice, bob, members=members)
    assert count(alice) == counted


def test_a_series_has_one_thanks_of_each(alice: Player, bob: Player) -> None:
    series = series_of(alice, bob, (WON, DECIDED), (WON, DECIDED))
    open_for(series, NOON)
    Thanks.objects.create(afterword=Afterword.objects.get(series=series), place=1, at=NOON)
    assert (count(alice), count(bob)) == (0, 1)


def test_who_became_a_member_within_a_series_was_one_at_its_end(alice: Player, bob: Player) -> None:
    series = series_of(alice, bob, (WON, DECIDED), (WON, DECIDED))
    first = Match.objects.filter(series=series).order_by("pk").first()
    Seat.objects.filter(match=first, player=alice).update(was_member=False)
    open_for(series, NOON)
    Thanks.objects.create(afterword=Afterword.objects.get(series=series), place=1, at=NOON)
    assert count(bob) == 1


def test_thanks_stay_when_who_gave_them_leaves_and_each_former_member_is_another(
    alice: Player, bob: Player, charlie: Player
) -> None:
    thanked(alice, bob)
    thanked(alice, charlie)
    for player in (bob, charlie):
        at_once(leaving.leave, player, NOON)
    assert count(alice) == 2


def test_many_are_asked_about_at_once(alice: Player, bob: Player, charlie: Player) -> None:
    thanked(alice, bob)
    thanked(alice, charlie)
    thanked(bob, charlie)
    both = standings_of([alice.pk, bob.pk, charlie.pk], NOON)
    assert [round(both[player.pk].regard, 2) for player in (alice, bob, charlie)] == [3.17, 2, 0]
