"""The sweep and races: what nobody looks at ends, begins and is dropped all the same."""

import datetime as dt

import pytest
from asgiref.sync import sync_to_async

from club.models import Player
from games import sweep
from games.clocks import COUNTDOWN
from games.models import Deal, Match, Offer
from games.play import RaceWish
from tests.games.racing import CLASSIC, SECOND, Race, play_until

pytestmark = [pytest.mark.django_db]
MINUTE = dt.timedelta(minutes=1)


def swept(race: Race) -> Match:
    """The match after a round of the sweep, with nobody at the table."""
    for match_id in sweep.due(race.now):
        sweep.catch_up(match_id, race.now)
    return race.match()


def test_a_countdown_ends_though_nobody_looks(alice: Player, bob: Player) -> None:
    race = Race.agreed(alice, bob)
    race.one.ready()
    race.two.ready()
    race.wait(COUNTDOWN)
    begun = swept(race)
    assert (begun.phase, begun.started_at) == (Match.Phase.RUNNING, race.now)


@pytest.mark.parametrize(("seconds", "phase"), [(59, "opening"), (61, "opening"), (62, "called_off")])
def test_a_table_to_which_nobody_comes_is_called_off(alice: Player, bob: Player, seconds: int, phase: str) -> None:
    race = Race.agreed(alice, bob)
    race.wait(seconds * SECOND)
    assert swept(race).phase == phase


@pytest.mark.parametrize(("seconds", "phase"), [(299, "running"), (301, "running"), (302, "ended")])
def test_the_clock_ends_a_race_though_nobody_looks(alice: Player, bob: Player, seconds: int, phase: str) -> None:
    race = Race.begun(alice, bob)
    race.wait(seconds * SECOND)
    ended = swept(race)
    assert ended.phase == phase
    if phase == "ended":
        assert ended.ended_at == ended.deadline


def test_the_sweep_and_a_look_come_to_the_same_end(alice: Player, bob: Player, charlie: Player, guest: Player) -> None:
    races = [Race.begun(alice, bob), Race.begun(charlie, guest)]
    for race in races:
        play_until(race.two, 30)
        race.wait(6 * MINUTE)
    races[0].one.look()
    looked = races[0].match()
    by_sweep = swept(races[1])
    assert by_sweep.phase == "ended"
    assert by_sweep.ended_at == looked.ended_at


def test_a_race_without_a_clock_that_both_left_ends(alice: Player, bob: Player) -> None:
    race = Race.begun(alice, bob, RaceWish(CLASSIC))
    race.wait(10 * MINUTE + 13 * SECOND - COUNTDOWN)
    assert swept(race).phase == "running"
    race.wait(SECOND)
    assert swept(race).phase == "ended"


def test_a_race_without_a_clock_in_which_both_only_think_ends_after_twenty_minutes(alice: Player, bob: Player) -> None:
    race = Race.begun(alice, bob, RaceWish(CLASSIC))
    race.wait_together(20 * MINUTE)
    assert swept(race).phase == "running"
    race.wait_together(3 * SECOND)
    assert swept(race).phase == "ended"


def test_between_two_races_both_gone_ends_the_series(alice: Player, bob: Player) -> None:
    race = Race.begun(alice, bob, RaceWish(CLASSIC, 5, 3))
    race.one.resign()
    following = race.next()
    following.wait(11 * MINUTE)
    assert swept(following).phase == "called_off"


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_a_race_called_off_is_dropped_a_day_later_with_its_deal(alice: Player, bob: Player) -> None:
    race = await sync_to_async(Race.agreed)(alice, bob)
    await sync_to_async(race.one.resign)()
    await sweep.sweep(race.now + dt.timedelta(hours=23))
    assert await Match.objects.acount() == 1
    await sweep.sweep(race.now + dt.timedelta(hours=24))
    assert await Match.objects.acount() == 0
    assert await Deal.objects.filter(kind=Deal.Kind.RANDOM).acount() == 0


def test_a_race_called_off_gives_its_link_back(alice: Player, bob: Player) -> None:
    race = Race.agreed(alice, bob)
    link = Offer.objects.create(
        kind=Offer.Kind.LINK,
        player=alice,
        rules="classic-4-0",
        created_at=race.now,
        heard_at=race.now,
        closed_at=race.now,
        match=race.match(),
    )
    race.wait(2 * MINUTE)
    swept(race)
    link.refresh_from_db()
    assert (link.match, link.closed_at) == (None, None)
