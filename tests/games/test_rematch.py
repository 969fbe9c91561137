"""After a race: the same again, agreed on by whatever way, once."""

import pytest

from club.models import Player
from games import lobby, play
from games.messages import Rematch
from games.models import Match, Offer, Seat
from games.play import RaceWish
from tests.games.offering import (
    CLASSIC,
    GIANT,
    MINUTE,
    SECOND,
    at_once,
    players_of,
    refusal,
)
from tests.games.racing import Race, race_of

pytestmark = pytest.mark.django_db


def rematch(race: Race, place: int) -> None:
    table = play.load(race.match_id)
    at_once(lobby.rematch, table.match, table.seats, place, race.now)


def state(race: Race) -> tuple[str, str]:
    table = play.load(race.match_id)
    one, two = (lobby.rematch_state(table.match, table.seats, place, race.now) for place in (1, 2))
    return one, two


@pytest.fixture
def over(alice: Player, bob: Player) -> Race:
    """A race without a clock that bob has won."""
    race = Race.begun(alice, bob, RaceWish(GIANT.rules, watchable=False))
    race.one.resign()
    return race


def test_a_rematch_has_the_same_rules_and_a_new_deal(over: Race) -> None:
    rematch(over, 1)
    assert state(over) == ("offered", "asked")
    rematch(over, 2)
    before, after = over.match(), Match.objects.get(follows=over.match_id)
    assert (after.rules, after.minutes, after.watchable) == (before.rules, before.minutes, before.watchable)
    assert after.deal_id != before.deal_id
    assert players_of(after) == players_of(before)


def test_pressed_by_both_again_and_again_a_rematch_is_one_match(over: Race) -> None:
    for place in (1, 1, 2, 2, 1):
        rematch(over, place)
    assert Match.objects.count() == 2
    assert Offer.objects.count() == 1


@pytest.mark.parametrize("place", [1, 2])
def test_either_takes_an_offered_rematch_off_the_table(over: Race, place: int) -> None:
    rematch(over, 1)
    table = play.load(over.match_id)
    at_once(lobby.no_rematch, table.match, table.seats, place, over.now)
    assert state(over) == ("", "")
    rematch(over, 2)
    assert state(over) == ("asked", "offered")


def test_a_rematch_and_a_challenge_to_the_same_person_are_one(over: Race, alice: Player, bob: Player) -> None:
    rematch(over, 1)
    at_once(lobby.challenge, alice, bob, CLASSIC, over.now)
    assert Offer.objects.count() == 1
    at_once(lobby.challenge, bob, alice, CLASSIC, over.now)
    assert Match.objects.count() == 2


def test_a_rematch_meets_a_challenge(over: Race, alice: Player, bob: Player) -> None:
    at_once(lobby.challenge, alice, bob, CLASSIC, over.now)
    rematch(over, 2)
    assert str(Match.objects.get(follows=over.match_id).rules) == "classic-4-0"
    assert Match.objects.count() == 2


def test_a_rematch_accepted_in_the_lobby_follows_its_race_and_is_seen_at_its_table(over: Race, bob: Player) -> None:
    rematch(over, 1)
    before = Seat.objects.get(pk=over.one.seat_id).version
    match = at_once(lobby.accept, Offer.objects.get().key, bob, over.now)
    assert match.follows_id == over.match_id
    assert Seat.objects.get(pk=over.one.seat_id).version == before + 1


def test_a_rematch_waits_while_either_is_there(over: Race) -> None:
    rematch(over, 1)
    over.wait_together(MINUTE, over.two)
    assert at_once(lobby.lapse, over.now) == 0
    over.wait(12 * SECOND)
    assert at_once(lobby.lapse, over.now) == 1
    assert state(over) == ("", "")


def test_a_rematch_is_refused_while_one_of_the_two_races(over: Race, alice: Player, charlie: Player) -> None:
    Race.begun(alice, charlie, now=over.now)
    table = play.load(over.match_id)
    assert refusal(lobby.rematch, table.match, table.seats, 2, over.now) == "in-a-race"


def test_a_rematch_can_be_what_finds_the_race_to_be_over(alice: Player, bob: Player) -> None:
    race = Race.begun(alice, bob, RaceWish(CLASSIC.rules))
    race.wait(12 * MINUTE)
    answer = race.one.say(Rematch())
    assert (answer.view.phase, race_of(answer.view).rematch) == ("ended", "offered")
    assert [told.place for told in answer.told] == [0, 1, 2]
    assert race_of(race.two.look()).rematch == "asked"


def test_after_a_rematch_that_never_began_there_can_be_another(over: Race) -> None:
    for place in (1, 2):
        rematch(over, place)
    again = over.next()
    again.wait(MINUTE + 2 * SECOND)
    assert again.one.look().phase == "called_off"
    over.wait(again.now - over.now)
    for place in (1, 2):
        rematch(over, place)
    assert over.next().match().phase == "opening"


def test_after_a_series_that_was_given_between_two_races_there_can_be_a_rematch(alice: Player, bob: Player) -> None:
    race = Race.begun(alice, bob, RaceWish(CLASSIC.rules, 5, best_of=3))
    race.one.resign()
    race.next().one.resign()
    for place in (1, 2):
        rematch(race, place)
    again = race.next().match()
    assert again.phase == "opening"
    assert again.series is not None
    assert again.series.best_of == 3


def test_a_running_race_and_a_series_that_goes_on_have_no_rematch(alice: Player, bob: Player) -> None:
    race = Race.begun(alice, bob, RaceWish(CLASSIC.rules, 5, best_of=3))
    for _ in range(2):
        table = play.load(race.match_id)
        assert refusal(lobby.rematch, table.match, table.seats, 1, race.now) == "not-over"
        race.one.resign()
