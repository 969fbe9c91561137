"""Blocked: a match goes on to its end, and nothing new begins between the two, by whatever way and whoever asks."""

from collections.abc import Callable

import pytest

from club.models import Audience, Player
from games import blocking, correspondence, correspondence_lists, lobby
from games.models import CorrespondenceOffer, Match, Offer
from games.refusals import Refused
from tests.games.conftest import NOON
from tests.games.offering import ANYBODY, CLASSIC, HOUR, at_once, refusal
from tests.games.racing import Race
from tests.games.told import SHORT, agreed, end_turn

pytestmark = pytest.mark.django_db

type Begin = Callable[[Player, Player], object]


def block(player: Player, other: Player) -> None:
    at_once(blocking.block, player, other, NOON)


def race_by_name(one: Player, other: Player) -> object:
    return at_once(lobby.challenge, one, other, CLASSIC, NOON)


def turns_by_name(one: Player, other: Player) -> object:
    return at_once(correspondence.challenge, one, other, SHORT, NOON)


def race_by_link(one: Player, other: Player) -> object:
    offer = at_once(lobby.offer_by_link, other, CLASSIC, NOON)
    return at_once(lobby.accept, offer.key, one, NOON)


def turns_by_link(one: Player, other: Player) -> object:
    offer = at_once(correspondence.offer_by_link, other, SHORT, NOON)
    return at_once(correspondence.accept, offer.key, one, None, NOON)


def turns_to_anyone(one: Player, other: Player) -> object:
    offer = at_once(correspondence.offer_anyone, other, SHORT, ANYBODY, NOON)
    return at_once(correspondence.accept, offer.key, one, None, NOON)


def race_to_anyone(one: Player, other: Player) -> object:
    at_once(lobby.race_anyone, other, CLASSIC, ANYBODY, NOON)
    return at_once(lobby.accept, Offer.objects.get(player=other).key, one, NOON)


BEGINNINGS = [race_by_name, turns_by_name, race_by_link, turns_by_link, turns_to_anyone, race_to_anyone]


@pytest.mark.parametrize("begin", BEGINNINGS)
def test_without_a_block_each_of_these_begins_something(alice: Player, bob: Player, begin: Begin) -> None:
    assert begin(alice, bob)


@pytest.mark.parametrize("begin", BEGINNINGS)
@pytest.mark.parametrize("who", ["who blocked", "who is blocked"])
def test_nothing_new_begins_and_both_hear_the_same_word(alice: Player, bob: Player, begin: Begin, who: str) -> None:
    block(*((alice, bob) if who == "who blocked" else (bob, alice)))
    with pytest.raises(Refused) as refused:
        begin(alice, bob)
    assert refused.value.code == "no-challenges"
    assert not Match.objects.exists()


def test_two_who_wait_for_anyone_are_not_paired(alice: Player, bob: Player, charlie: Player) -> None:
    block(alice, bob)
    assert at_once(lobby.race_anyone, alice, CLASSIC, ANYBODY, NOON) is None
    assert at_once(lobby.race_anyone, bob, CLASSIC, ANYBODY, NOON) is None
    assert at_once(lobby.pair, NOON) == []
    match = at_once(lobby.race_anyone, charlie, CLASSIC, ANYBODY, NOON)
    assert match is not None
    assert {seat.player for seat in match.seats.all()} == {alice, charlie}


def test_offers_to_anyone_are_not_listed_for_the_other(alice: Player, bob: Player, charlie: Player) -> None:
    at_once(correspondence.offer_anyone, alice, SHORT, ANYBODY, NOON)
    block(bob, alice)
    assert correspondence_lists.open_to(bob.pk, None, NOON) == []
    assert len(correspondence_lists.open_to(charlie.pk, None, NOON)) == 1


@pytest.mark.parametrize("who", [0, 1])
def test_what_they_had_asked_each_other_is_closed(alice: Player, bob: Player, charlie: Player, who: int) -> None:
    for other in (bob, charlie):
        race_by_name(alice, other)
        turns_by_name(alice, other)
    block(*((alice, bob), (bob, alice))[who])
    for offers in (Offer.objects, CorrespondenceOffer.objects):
        assert [offer.to for offer in offers.filter(closed_at=None)] == [charlie]


def test_a_match_by_correspondence_goes_on(alice: Player, bob: Player) -> None:
    match = agreed(alice, bob, NOON)
    block(alice, bob)
    end_turn(match, alice, NOON + HOUR)
    end_turn(match, bob, NOON + HOUR)
    match.refresh_from_db()
    assert (match.turn, match.phase) == (2, Match.Phase.RUNNING)


def test_a_race_goes_on_to_its_end_and_no_rematch_follows(alice: Player, bob: Player) -> None:
    race = Race.begun(alice, bob)
    block(bob, alice)
    race.one.move("W1")
    race.two.resign()
    assert race.match().winner == 1
    seats = list(race.match().seats.order_by("place"))
    for place in (1, 2):
        assert refusal(lobby.rematch, race.match(), seats, place, race.now) == "no-challenges"


# --- asked by whom they choose ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("begin", [race_by_name, turns_by_name])
def test_by_name_one_asks_only_who_lets_them(alice: Player, bob: Player, begin: Begin) -> None:
    bob.asked_by = Audience.PARTNERS
    bob.save()
    with pytest.raises(Refused) as refused:
        begin(alice, bob)
    assert refused.value.code == "no-challenges"


def test_guests_challenge_by_name_whoever_lets_everybody(alice: Player, guest: Player) -> None:
    assert refusal(lobby.challenge, guest, alice, CLASSIC, NOON) == "no-challenges"
    alice.asked_by = Audience.EVERYBODY
    alice.save()
    assert race_by_name(guest, alice)


@pytest.mark.parametrize("begin", [race_by_name, turns_by_name])
def test_who_is_muted_challenges_nobody_by_name(alice: Player, bob: Player, begin: Begin) -> None:
    alice.muted_until = NOON + HOUR
    alice.save()
    with pytest.raises(Refused) as refused:
        begin(alice, bob)
    assert refused.value.code == "muted"


def test_who_is_suspended_is_not_found(alice: Player, bob: Player) -> None:
    bob.suspended_until = NOON + HOUR
    bob.save()
    assert refusal(lobby.challenge, alice, bob, CLASSIC, NOON) == "no-such-player"


def test_whoever_asked_can_be_answered_by_a_challenge_of_ones_own(alice: Player, bob: Player) -> None:
    bob.asked_by = Audience.NOBODY
    bob.save()
    race_by_name(bob, alice)
    race_by_name(alice, bob)
    assert Match.objects.count() == 1
