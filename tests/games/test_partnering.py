"""What two have played with each other: record, best games, rules last used, suggestions."""

import datetime as dt

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from club import blocks, partners
from club.models import Audience, Player
from games import partnering
from games.engine.rules import Rules
from games.models import Deal, Match, Seat, Series
from games.models.matches import Reason
from games.partnering import Between, Tally, between, suggested
from games.play import RaceWish, TurnsWish
from tests.games.conftest import NOON
from tests.games.racing import Race
from tests.games.test_standing import played
from tests.games.told import agreed

pytestmark = pytest.mark.django_db

RACE, TURNS = Match.Mode.RACE, Match.Mode.CORRESPONDENCE
MINUTE = dt.timedelta(minutes=1)


def ended(
    one: Player,
    other: Player,
    cards: tuple[int, int] = (30, 30),
    *,
    winner: int | None = None,
    reason: Reason = Reason.MORE_CARDS,
    mode: Match.Mode = RACE,
    after: int = 0,
) -> Match:
    """A finished match with so many cards on the foundations, so many minutes after noon."""
    match = played(one, other, mode=mode, ended_at=NOON + after * MINUTE)
    match.winner, match.reason = winner, reason
    match.save()
    Deal.objects.filter(pk=match.deal_id).update(closed_at=match.ended_at)
    for place, on_foundations in enumerate(cards, start=1):
        Seat.objects.filter(match=match, place=place).update(foundation_cards=on_foundations)
    return match


def of(player: Player, other: Player) -> Between:
    return between(player.pk, [other.pk])[other.pk]


# --- the record -------------------------------------------------------------------------------------------------------


def test_the_record_is_by_mode_and_from_ones_own_side(alice: Player, bob: Player) -> None:
    ended(alice, bob, winner=1)
    ended(bob, alice, winner=1)
    ended(bob, alice, winner=2)
    ended(alice, bob, winner=None, reason=Reason.EQUAL)
    ended(alice, bob, winner=2, mode=TURNS)
    assert (of(alice, bob).races, of(alice, bob).turns) == (Tally(2, 1, 1), Tally(0, 0, 1))
    assert (of(bob, alice).races, of(bob, alice).turns) == (Tally(1, 1, 2), Tally(1, 0, 0))


def test_others_and_voided_and_running_matches_are_not_in_it(alice: Player, bob: Player, charlie: Player) -> None:
    ended(alice, charlie, (52, 52), winner=1)
    Match.objects.filter(pk=ended(alice, bob, (52, 52), winner=1).pk).update(voided_at=NOON)
    Race.begun(alice, bob)
    found = of(alice, bob)
    assert (found.races, found.best, found.closest) == (Tally(), None, None)
    assert [seat.player for seat in found.running] == [alice]


# --- best games -------------------------------------------------------------------------------------------------------


def test_best_together_is_the_highest_sum_and_of_equal_ones_the_latest(alice: Player, bob: Player) -> None:
    ended(alice, bob, (50, 40))
    best = ended(bob, alice, (41, 49), after=1)
    ended(alice, bob, (45, 44), after=2)
    found = of(alice, bob).best
    assert found is not None
    assert (found.key, found.cards, found.their_cards, found.sum) == (best.key, 49, 41, 90)


def test_closest_is_the_smallest_difference_and_of_equal_ones_with_more_cards(alice: Player, bob: Player) -> None:
    ended(alice, bob, (20, 21))
    closest = ended(alice, bob, (47, 46), after=1)
    ended(alice, bob, (52, 48), after=2)
    found = of(bob, alice).closest
    assert found is not None
    assert (found.key, found.cards, found.their_cards) == (closest.key, 46, 47)


@pytest.mark.parametrize("reason", [Reason.RESIGNED, Reason.LEFT, Reason.TIME])
def test_a_match_that_was_given_up_was_not_close(alice: Player, bob: Player, reason: Reason) -> None:
    ended(alice, bob, (10, 10), winner=1, reason=reason)
    assert of(alice, bob).closest is None


# --- what runs, and the rules last used -------------------------------------------------------------------------------


def test_running_matches_of_the_two_are_listed(alice: Player, bob: Player, charlie: Player) -> None:
    slow, fast = agreed(alice, bob, NOON), Race.agreed(bob, alice)
    agreed(alice, charlie, NOON)
    assert [seat.match.key for seat in of(alice, bob).running] == [slow.key, fast.key]


def test_the_rules_last_used_are_those_of_the_latest_match_of_the_two(
    alice: Player, bob: Player, charlie: Player
) -> None:
    giant = RaceWish(Rules.parse("giant-5-1"), minutes=None, best_of=3, watchable=False)
    slow = TurnsWish(Rules.parse("reverse-4-0"), turn_cards=8, spare_days=0, absence_allowed=False)
    Race.agreed(alice, bob, RaceWish(Rules.parse("classic-5-0"), 3))
    Match.objects.update(ended_at=NOON, phase=Match.Phase.CALLED_OFF)
    Seat.objects.update(ended_at=NOON, ended_by=Seat.EndedBy.DECIDED)
    Race.agreed(bob, alice, giant)
    agreed(alice, bob, NOON, slow)
    agreed(alice, charlie, NOON)
    found = of(alice, bob)
    assert (found.race_wish, found.turns_wish) == (giant, slow)
    assert Series.objects.get().best_of == 3


def test_without_a_match_the_usual_rules_are_offered(alice: Player, bob: Player) -> None:
    found = of(alice, bob)
    assert (found.race_wish, found.turns_wish) == (partnering.USUAL_RACE, partnering.USUAL_TURNS)


def test_a_hundred_others_take_as_many_queries_as_one(alice: Player) -> None:
    others = [Player.objects.create_user(f"member {number}") for number in range(100)]
    for other in others:
        ended(alice, other, winner=1)
        agreed(alice, other, NOON)
    with CaptureQueriesContext(connection) as for_one:
        between(alice.pk, [others[0].pk])
    with CaptureQueriesContext(connection) as for_all:
        found = between(alice.pk, [other.pk for other in others])
    assert len(for_all) == len(for_one)
    assert {one.races for one in found.values()} == {Tally(won=1)}
    assert all(one.running for one in found.values())


# --- suggestions ------------------------------------------------------------------------------------------------------


def three_matches(one: Player, other: Player) -> None:
    for after in range(3):
        ended(one, other, after=after, mode=(RACE, TURNS)[after % 2])


def test_after_three_finished_matches_each_is_suggested_to_the_other(alice: Player, bob: Player) -> None:
    ended(alice, bob)
    ended(bob, alice)
    assert suggested(alice, NOON) == []
    ended(alice, bob, mode=TURNS)
    assert (suggested(alice, NOON), suggested(bob, NOON)) == ([bob], [alice])


def test_a_guest_is_suggested_to_nobody_and_nobody_to_a_guest(alice: Player, guest: Player) -> None:
    three_matches(alice, guest)
    assert (suggested(alice, NOON), suggested(guest, NOON)) == ([], [])


def test_voided_matches_suggest_nothing(alice: Player, bob: Player) -> None:
    three_matches(alice, bob)
    Match.objects.filter(pk=Match.objects.values_list("pk")[:1]).update(voided_at=NOON)
    assert suggested(alice, NOON) == []


@pytest.mark.parametrize("what", ["asked", "declined", "ended", "dismissed", "blocked", "asked by nobody"])
def test_neither_is_suggested_once_there_was_an_answer(alice: Player, bob: Player, what: str) -> None:
    three_matches(alice, bob)
    match what:
        case "asked":
            partners.ask(alice, bob, NOON)
        case "declined":
            partners.decline(bob, partners.ask(alice, bob, NOON).pk, NOON)
        case "ended":
            partners.end(alice, partners.accept(bob, partners.ask(alice, bob, NOON).pk, NOON).pk, NOON)
        case "dismissed":
            partners.dismiss(bob, alice, NOON)
        case "blocked":
            blocks.block(bob, alice, NOON)
        case _:
            Player.objects.update(asked_by=Audience.NOBODY)
    assert (suggested(alice, NOON), suggested(bob, NOON)) == ([], [])
