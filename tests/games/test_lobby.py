"""Race anyone: who is paired with whom, once; what stands, for how long; and who is welcome."""

import pytest

from club.models import Player
from games import lobby, offers
from games.lobby import Welcome
from games.models import Match, Offer, Seat
from games.play import RaceWish
from tests.games.conftest import NOON
from tests.games.offering import (
    ANYBODY,
    CLASSIC,
    GIANT,
    HOUR,
    MINUTE,
    SECOND,
    at_once,
    keep,
    players_of,
    race_anyone,
    refusal,
)
from tests.games.racing import Race

pytestmark = pytest.mark.django_db


# --- anyone -----------------------------------------------------------------------------------------------------------


def test_the_next_two_with_the_same_wishes_are_paired(alice: Player, bob: Player) -> None:
    assert race_anyone(alice, GIANT) is None
    match = race_anyone(bob, GIANT, after=1)
    assert match is not None
    assert players_of(match) == {alice, bob}
    assert (str(match.rules), match.minutes, match.series and match.series.best_of) == ("giant-5-1", None, 3)
    assert not offers.standing(NOON + SECOND).exists()


@pytest.mark.parametrize(
    "other",
    [
        RaceWish(GIANT.rules, CLASSIC.minutes),
        RaceWish(CLASSIC.rules, 3),
        RaceWish(CLASSIC.rules, None),
        RaceWish(CLASSIC.rules, CLASSIC.minutes, best_of=3),
    ],
)
def test_other_wishes_are_not_paired(alice: Player, bob: Player, other: RaceWish) -> None:
    race_anyone(alice)
    assert race_anyone(bob, other) is None
    assert offers.waiting(NOON).count() == 2


def test_whoever_waited_longest_is_first(alice: Player, bob: Player, charlie: Player) -> None:
    race_anyone(alice)
    race_anyone(bob, after=12)
    at_once(lobby.hear, [alice.pk, bob.pk], NOON + 13 * SECOND)
    match = race_anyone(charlie, after=14)
    assert match is not None
    assert players_of(match) == {alice, charlie}
    assert offers.waiting(NOON + 14 * SECOND).get().player == bob


def test_asking_again_makes_neither_a_second_offer_nor_another_place_in_the_row(alice: Player) -> None:
    for after in (0, 3, 6):
        race_anyone(alice, after=after)
    mine = Offer.objects.get()
    assert (mine.created_at, mine.heard_at) == (NOON, NOON + 6 * SECOND)


def test_other_wishes_take_the_place_of_the_first(alice: Player) -> None:
    race_anyone(alice)
    race_anyone(alice, GIANT, after=3)
    mine = Offer.objects.get()
    assert (mine.rules, mine.created_at) == ("giant-5-1", NOON + 3 * SECOND)


def test_a_double_press_that_finds_an_opponent_finds_one_match(alice: Player, bob: Player) -> None:
    race_anyone(alice)
    first, second, third = race_anyone(bob), race_anyone(bob, after=1), race_anyone(alice, after=1)
    assert first == second == third
    assert Match.objects.count() == 1
    assert Seat.objects.count() == 2


def test_who_is_in_a_race_that_has_begun_cannot_look_for_another(alice: Player, bob: Player) -> None:
    Race.begun(alice, bob)
    assert refusal(lobby.race_anyone, alice, CLASSIC, ANYBODY, NOON + 5 * SECOND) == "you-are-racing"
    assert not Offer.objects.exists()


def test_whoever_left_is_not_paired(alice: Player, bob: Player) -> None:
    race_anyone(alice)
    assert race_anyone(bob, after=12) is None
    at_once(lobby.hear, [alice.pk], NOON + 13 * SECOND)
    assert [offer.player for offer in offers.waiting(NOON + 13 * SECOND)] == [alice, bob]


def test_two_who_missed_each_other_are_paired_once_both_are_there(alice: Player, bob: Player, charlie: Player) -> None:
    race_anyone(alice)
    race_anyone(bob, after=30)
    race_anyone(charlie, GIANT, after=30)
    at_once(lobby.hear, [alice.pk, bob.pk, charlie.pk], NOON + 31 * SECOND)
    (match,) = at_once(lobby.pair, NOON + 31 * SECOND)
    assert players_of(match) == {alice, bob}
    assert at_once(lobby.pair, NOON + 31 * SECOND) == []


def test_who_was_gone_for_long_is_not_searching_when_they_come_back(alice: Player) -> None:
    race_anyone(alice)
    at_once(lobby.hear, [alice.pk], NOON + 2 * MINUTE)
    assert not offers.waiting(NOON + 2 * MINUTE).exists()


def test_an_unwatched_race_is_what_either_wants(alice: Player, bob: Player) -> None:
    race_anyone(alice)
    match = race_anyone(bob, RaceWish(CLASSIC.rules, CLASSIC.minutes, watchable=False))
    assert match is not None
    assert not match.watchable


def test_a_match_answers_all_that_the_two_had_open(alice: Player, bob: Player, charlie: Player) -> None:
    at_once(lobby.challenge, alice, bob, GIANT, NOON)
    at_once(lobby.challenge, alice, charlie, GIANT, NOON)
    race_anyone(alice)
    match = race_anyone(bob)
    assert set(Offer.objects.filter(match=match).values_list("kind", flat=True)) == {"open", "named"}
    assert offers.standing(NOON).get().to == charlie


# --- authority --------------------------------------------------------------------------------------------------------


def test_guests_and_new_members_cannot_ask_for_authority(alice: Player, guest: Player) -> None:
    for player in (alice, guest):
        assert refusal(lobby.race_anyone, player, CLASSIC, Welcome(10), NOON) == "above-your-authority"


def test_nobody_asks_for_more_authority_than_their_own(alice: Player, bob: Player) -> None:
    keep(alice, 6)
    assert refusal(lobby.race_anyone, alice, CLASSIC, Welcome(77), NOON) == "above-your-authority"
    assert race_anyone(alice, welcome=Welcome(76)) is None


@pytest.mark.parametrize(("welcomes_new", "paired"), [(True, True), (False, False)])
def test_new_members_are_welcome_where_the_offer_says_so(
    alice: Player, bob: Player, welcomes_new: bool, paired: bool
) -> None:
    keep(alice, 6)
    race_anyone(alice, welcome=Welcome(60, welcomes_new))
    assert (race_anyone(bob) is not None) is paired


def test_guests_are_not_welcome_where_authority_is_asked_for(alice: Player, guest: Player) -> None:
    keep(alice, 6)
    race_anyone(alice, welcome=Welcome(60))
    assert race_anyone(guest) is None
    key = Offer.objects.get(player=alice).key
    assert refusal(lobby.accept, key, guest, NOON) == "not-welcome"


def test_both_have_to_be_welcome_to_each_other(alice: Player, bob: Player) -> None:
    keep(alice, 6)
    keep(bob, 9)
    race_anyone(alice)
    assert race_anyone(bob, welcome=Welcome(78, welcomes_new=False)) is None
    assert race_anyone(bob, welcome=Welcome(76, welcomes_new=False), after=1) is not None


def test_who_waits_can_be_chosen_with_their_wishes(alice: Player, guest: Player) -> None:
    race_anyone(alice, GIANT)
    match = at_once(lobby.accept, Offer.objects.get().key, guest, NOON)
    assert players_of(match) == {alice, guest}
    assert str(match.rules) == "giant-5-1"


# --- time -------------------------------------------------------------------------------------------------------------


def test_what_has_lapsed_is_closed_and_what_stands_is_not(alice: Player, bob: Player, charlie: Player) -> None:
    race_anyone(alice)
    link = at_once(lobby.offer_by_link, alice, CLASSIC, NOON)
    at_once(lobby.challenge, bob, charlie, CLASSIC, NOON + HOUR)
    assert at_once(lobby.lapse, NOON + 30 * SECOND) == 0
    assert at_once(lobby.lapse, NOON + 2 * MINUTE) == 1
    assert at_once(lobby.lapse, NOON + 24 * HOUR) == 1
    link.refresh_from_db()
    assert link.closed_at == NOON + 24 * HOUR
    assert offers.standing(NOON + 24 * HOUR).get().player == bob


def test_what_was_closed_long_ago_is_forgotten(alice: Player) -> None:
    at_once(lobby.offer_by_link, alice, CLASSIC, NOON)
    at_once(lobby.lapse, NOON + 24 * HOUR)
    at_once(lobby.lapse, NOON + 24 * HOUR + lobby.KEPT_FOR - SECOND)
    assert Offer.objects.exists()
    at_once(lobby.lapse, NOON + 24 * HOUR + lobby.KEPT_FOR)
    assert not Offer.objects.exists()
