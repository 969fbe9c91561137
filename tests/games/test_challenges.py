"""Challenges by link and by name: whom they are for, once; and who may answer."""

import datetime as dt

import pytest

from club.models import Player
from games import lobby, offers, play
from games.models import Match, Offer
from games.play import RaceWish
from tests.games.conftest import NOON
from tests.games.offering import (
    CLASSIC,
    GIANT,
    HOUR,
    MINUTE,
    SECOND,
    at_once,
    players_of,
    refusal,
)
from tests.games.racing import Race

pytestmark = pytest.mark.django_db


# --- by link ----------------------------------------------------------------------------------------------------------


def test_a_link_is_for_one(alice: Player, guest: Player, charlie: Player) -> None:
    offer = at_once(lobby.offer_by_link, alice, CLASSIC, NOON)
    match = at_once(lobby.accept, offer.key, guest, NOON + HOUR)
    assert players_of(match) == {alice, guest}
    assert refusal(lobby.accept, offer.key, charlie, NOON + HOUR) == "offer-taken"
    assert Match.objects.count() == 1


def test_accepting_again_is_the_same_match(alice: Player, guest: Player) -> None:
    offer = at_once(lobby.offer_by_link, alice, CLASSIC, NOON)
    assert at_once(lobby.accept, offer.key, guest, NOON) == at_once(lobby.accept, offer.key, guest, NOON + SECOND)


def test_a_link_asked_for_twice_is_one(alice: Player) -> None:
    first, second = (at_once(lobby.offer_by_link, alice, CLASSIC, NOON) for _ in range(2))
    assert first == second
    assert at_once(lobby.offer_by_link, alice, GIANT, NOON) != first


def test_a_used_link_is_followed_by_another(alice: Player, bob: Player) -> None:
    first = at_once(lobby.offer_by_link, alice, CLASSIC, NOON)
    at_once(lobby.accept, first.key, bob, NOON)
    assert at_once(lobby.offer_by_link, alice, CLASSIC, NOON) != first


def test_nobody_accepts_their_own_link(alice: Player) -> None:
    offer = at_once(lobby.offer_by_link, alice, CLASSIC, NOON)
    assert refusal(lobby.accept, offer.key, alice, NOON) == "not-yourself"


@pytest.mark.parametrize(("before", "stands"), [(SECOND, True), (0 * SECOND, False)])
def test_a_link_lives_a_day(alice: Player, bob: Player, before: dt.timedelta, stands: bool) -> None:
    offer = at_once(lobby.offer_by_link, alice, CLASSIC, NOON)
    late = NOON + 24 * HOUR - before
    if stands:
        assert at_once(lobby.accept, offer.key, bob, late)
    else:
        assert refusal(lobby.accept, offer.key, bob, late) == "offer-closed"


def test_a_link_lives_on_while_its_maker_races(alice: Player, bob: Player, charlie: Player) -> None:
    offer = at_once(lobby.offer_by_link, alice, CLASSIC, NOON)
    race = Race.begun(alice, charlie)
    assert refusal(lobby.accept, offer.key, bob, race.now) == "they-are-racing"
    assert refusal(lobby.accept, offer.key, charlie, race.now) == "you-are-racing"
    race.one.resign()
    assert players_of(at_once(lobby.accept, offer.key, bob, race.now)) == {alice, bob}


def test_a_race_that_was_called_off_gives_the_link_back(alice: Player, bob: Player, charlie: Player) -> None:
    offer = at_once(lobby.offer_by_link, alice, CLASSIC, NOON)
    race = Race(at_once(lobby.accept, offer.key, bob, NOON))
    race.wait(MINUTE + 2 * SECOND)
    assert race.one.look().phase == "called_off"
    match = at_once(lobby.accept, offer.key, charlie, race.now)
    assert players_of(match) == {alice, charlie}


def test_links_are_not_made_without_end(alice: Player) -> None:
    wishes = [RaceWish(CLASSIC.rules, minutes, best_of) for minutes in (None, 3, 5, 10) for best_of in (None, 3, 5)]
    for wish in wishes[: lobby.MOST_LINKS]:
        at_once(lobby.offer_by_link, alice, wish, NOON)
    assert refusal(lobby.offer_by_link, alice, wishes[-1], NOON) == "too-many-offers"
    assert at_once(lobby.offer_by_link, alice, wishes[-1], NOON + 24 * HOUR)


# --- by name ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("written", ["Bob", "bob", "  BOB "])
def test_a_member_is_found_however_the_name_is_written(bob: Player, written: str) -> None:
    assert lobby.member_named(written) == bob


def test_a_challenge_is_accepted_by_whom_it_is_made_to_alone(alice: Player, bob: Player, charlie: Player) -> None:
    offer = at_once(lobby.challenge, alice, bob, CLASSIC, NOON)
    assert refusal(lobby.accept, offer.key, charlie, NOON) == "no-such-offer"
    match = at_once(lobby.accept, offer.key, bob, NOON + HOUR)
    assert players_of(match) == {alice, bob}


def test_a_challenge_is_one_however_often_it_is_made(alice: Player, bob: Player) -> None:
    at_once(lobby.challenge, alice, bob, CLASSIC, NOON)
    at_once(lobby.challenge, alice, bob, GIANT, NOON + HOUR)
    offer = Offer.objects.get()
    assert (offer.rules, offer.created_at) == ("giant-5-1", NOON + HOUR)


def test_crossed_challenges_pair_with_the_first_ones_wishes(alice: Player, bob: Player) -> None:
    at_once(lobby.challenge, alice, bob, GIANT, NOON)
    crossed = at_once(lobby.challenge, bob, alice, CLASSIC, NOON + SECOND)
    assert crossed.match is not None
    assert str(crossed.match.rules) == "giant-5-1"
    assert players_of(crossed.match) == {alice, bob}
    for player, other in ((alice, bob), (bob, alice)):
        assert at_once(lobby.challenge, player, other, CLASSIC, NOON + SECOND).match == crossed.match
    assert Match.objects.count() == 1


def test_a_challenge_that_has_lapsed_is_not_crossed(alice: Player, bob: Player) -> None:
    at_once(lobby.challenge, alice, bob, GIANT, NOON)
    assert at_once(lobby.challenge, bob, alice, CLASSIC, NOON + 24 * HOUR).match is None


def test_a_crossed_challenge_waits_while_the_other_races(alice: Player, bob: Player, charlie: Player) -> None:
    at_once(lobby.challenge, alice, bob, CLASSIC, NOON)
    race = Race.begun(alice, charlie)
    assert refusal(lobby.challenge, bob, alice, CLASSIC, race.now) == "they-are-racing"
    race.two.resign()
    assert at_once(lobby.challenge, bob, alice, CLASSIC, race.now).match is not None


def test_nobody_challenges_themselves(alice: Player) -> None:
    assert refusal(lobby.challenge, alice, alice, CLASSIC, NOON) == "not-yourself"


def test_nobody_is_flooded_with_challenges_and_nobody_floods(alice: Player) -> None:
    members = [Player.objects.create_user(f"member {number}") for number in range(lobby.MOST_ASKING)]
    for member in members:
        at_once(lobby.challenge, member, alice, CLASSIC, NOON)
    one_more = Player.objects.create_user("one more")
    assert refusal(lobby.challenge, one_more, alice, CLASSIC, NOON) == "asked-by-many"
    assert at_once(lobby.challenge, members[0], alice, GIANT, NOON)
    for other in members[: lobby.MOST_ASKED]:
        at_once(lobby.challenge, one_more, other, CLASSIC, NOON)
    assert refusal(lobby.challenge, one_more, members[-1], CLASSIC, NOON) == "too-many-offers"


def test_declining_closes_a_challenge_and_is_harmless_again(alice: Player, bob: Player) -> None:
    offer = at_once(lobby.challenge, alice, bob, CLASSIC, NOON)
    for after in (0, 1):
        at_once(lobby.decline, offer.key, bob, NOON + after * SECOND)
    assert refusal(lobby.accept, offer.key, bob, NOON) == "offer-closed"
    assert at_once(lobby.challenge, alice, bob, CLASSIC, NOON) != offer


def test_only_its_maker_withdraws_and_only_the_asked_one_declines(alice: Player, bob: Player, charlie: Player) -> None:
    offer = at_once(lobby.challenge, alice, bob, CLASSIC, NOON)
    for verb, player in (
        (lobby.withdraw, bob), (lobby.withdraw, charlie), (lobby.decline, alice), (lobby.decline, charlie)
    ):  # fmt: skip
        assert refusal(verb, offer.key, player, NOON) == "no-such-offer"
    assert offers.stands(offer, NOON)


def test_a_withdrawal_that_comes_too_late_finds_the_match(alice: Player, bob: Player) -> None:
    offer = at_once(lobby.offer_by_link, alice, CLASSIC, NOON)
    match = at_once(lobby.accept, offer.key, bob, NOON)
    assert at_once(lobby.withdraw, offer.key, alice, NOON).match == match
    assert play.live_race_of(alice.pk) == match
