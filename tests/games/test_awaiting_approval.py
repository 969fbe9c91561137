"""Who has signed up and is not let in yet plays as a guest does, and is a member from the instant of approval."""

import pytest
from django.test import Client

from club import joining
from club.models import Player
from games import clocks, correspondence, lobby, play
from games.models import Seat
from games.play import TurnsWish
from games.standing import standing_of, standings_of
from tests.games.conftest import NOON
from tests.games.moderating import moderator
from tests.games.offering import ANYBODY, at_once, race_anyone, refusal
from tests.games.offering import CLASSIC as RACE
from tests.games.racing import Race
from tests.games.table import AtTable
from tests.games.talking import ended_race, talk_of
from tests.games.turning import CLASSIC

pytestmark = pytest.mark.django_db(transaction=True)

TODAY = clocks.day_of(NOON)


@pytest.fixture
def newcomer(alice: Player) -> Player:
    """Alice, before anybody has approved her."""
    alice.approved_at = None
    alice.save(update_fields=["approved_at"])
    return alice


def test_alone_and_in_races_one_plays_at_once(newcomer: Player, bob: Player) -> None:
    AtTable.solo(newcomer).ready()
    race_anyone(newcomer)
    assert race_anyone(bob) is not None


def test_a_match_that_ends_meanwhile_was_no_members_match(newcomer: Player, bob: Player) -> None:
    race = Race.begun(newcomer, bob)
    race.two.resign()
    assert Seat.objects.get(pk=race.one.seat_id).was_member is False
    assert standing_of(newcomer, NOON) is None
    assert standings_of([newcomer.pk, bob.pk], NOON).keys() == {bob.pk}


def test_what_is_for_members_is_refused(newcomer: Player, bob: Player) -> None:
    assert refusal(correspondence.offer_by_link, newcomer, TurnsWish(CLASSIC), NOON) == "members-only"
    assert refusal(correspondence.offer_anyone, newcomer, TurnsWish(CLASSIC), ANYBODY, NOON) == "members-only"
    offer = at_once(correspondence.offer_by_link, bob, TurnsWish(CLASSIC), NOON)
    assert refusal(correspondence.accept, offer.key, newcomer, None, NOON) == "members-only"
    assert refusal(play.open_day, newcomer, TODAY, NOON) == "guests-play-yesterday"


def test_nobody_challenges_them_by_name(newcomer: Player, bob: Player) -> None:
    assert lobby.member_named("alice") is None
    assert refusal(lobby.challenge, bob, newcomer, RACE, NOON) == "no-such-player"
    assert refusal(correspondence.challenge, bob, newcomer, TurnsWish(CLASSIC), NOON) == "no-such-player"


def test_once_approved_all_of_it_is_open(newcomer: Player, bob: Player) -> None:
    assert joining.approve(newcomer, NOON)
    alice = Player.objects.get(pk=newcomer.pk)
    at_once(correspondence.offer_by_link, alice, TurnsWish(CLASSIC), NOON)
    at_once(play.open_day, alice, TODAY, NOON)
    assert lobby.member_named("alice") == alice
    assert standing_of(alice, NOON) is not None


def test_at_a_table_that_is_open_they_may_say_more_at_once(newcomer: Player, bob: Player) -> None:
    race = ended_race(newcomer, bob)
    assert talk_of(race.one.look()).ready_made_only
    before = [seat.version for seat in race.match().seats.order_by("place")]
    browser, mona = Client(), moderator()
    browser.force_login(mona, "django.contrib.auth.backends.ModelBackend")
    browser.post("/admin/club/player/", {"action": "approve", "_selected_action": [newcomer.pk]})
    assert not talk_of(race.one.look()).ready_made_only
    assert [seat.version for seat in race.match().seats.order_by("place")] == [version + 1 for version in before]
