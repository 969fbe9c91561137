"""What waits for a player: which turns, in which order, and how many the pages say."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from club.models import Player
from games import day
from games.day import Waiting
from tests.games.conftest import NOON
from tests.games.told import DAY, HOUR, absent, agreed, catch_up, end_turn, resign

pytestmark = pytest.mark.django_db


@pytest.fixture
def at_noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)


def signed_in(player: Player) -> Client:
    browser = Client()
    browser.force_login(player, "django.contrib.auth.backends.ModelBackend")
    return browser


def test_turns_wait_in_the_order_of_their_deadlines(alice: Player, bob: Player, charlie: Player) -> None:
    later = agreed(alice, bob, NOON + HOUR)
    first = agreed(alice, charlie, NOON)
    absent(later, alice, 1, NOON + HOUR)
    last = later
    between = agreed(alice, charlie, NOON + 2 * HOUR)
    assert [seat.match.key for seat in day.waiting(alice.pk)] == [first.key, between.key, last.key]
    assert day.waiting_of([alice.pk]) == {alice.pk: Waiting(3, first.key)}


def test_a_turn_that_is_ended_waits_no_more_and_the_next_one_does(alice: Player, bob: Player) -> None:
    match = agreed(alice, bob, NOON)
    end_turn(match, alice, NOON)
    assert (day.count_waiting(alice.pk), day.count_waiting(bob.pk)) == (0, 1)
    assert day.waiting_of([alice.pk, bob.pk]) == {bob.pk: Waiting(1, match.key)}
    end_turn(match, bob, NOON + HOUR)
    assert (day.count_waiting(alice.pk), day.count_waiting(bob.pk)) == (1, 1)


def test_nothing_waits_once_a_match_is_over(alice: Player, bob: Player) -> None:
    match = agreed(alice, bob, NOON)
    resign(match, bob, NOON)
    assert day.count_waiting(alice.pk) == 0
    assert day.waiting(alice.pk) == []


def test_a_missed_deadline_waits_on_while_a_spare_day_is_left(alice: Player, bob: Player) -> None:
    match = agreed(alice, bob, NOON)
    end_turn(match, bob, NOON)
    catch_up(match, NOON + DAY + HOUR)
    (seat,) = day.waiting(alice.pk)
    assert seat.turn_deadline == NOON + 2 * DAY


def test_many_players_are_asked_about_at_once(
    alice: Player, bob: Player, charlie: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(3):
        agreed(alice, bob, NOON)
    agreed(charlie, bob, NOON)
    with django_assert_num_queries(1):
        found = day.waiting_of([alice.pk, bob.pk, charlie.pk])
    assert {player_id: waits.turns for player_id, waits in found.items()} == {alice.pk: 3, bob.pk: 4, charlie.pk: 1}


def test_what_waits_is_shown_with_all_it_needs_in_few_queries(
    alice: Player, bob: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(5):
        agreed(alice, bob, NOON)
    with django_assert_num_queries(3):
        shown = [
            (seat.match.deal.rules, [str(other.player) for other in seat.match.seats.all()])
            for seat in day.waiting(alice.pk)
        ]
    assert shown == [("classic-4-0", ["alice", "bob"])] * 5


@pytest.mark.usefixtures("at_noon")
@pytest.mark.parametrize("page", ["/", "/race/", "/rules/", "/games/"])
def test_every_page_says_how_many_turns_wait(alice: Player, bob: Player, page: str) -> None:
    agreed(alice, bob, NOON)
    agreed(alice, bob, NOON)
    markup = signed_in(alice).get(page).content.decode()
    assert "<title>(2) " in markup
    assert '<span class="count" data-waiting-count>2</span>' in markup


def test_no_page_says_so_where_nothing_waits(alice: Player) -> None:
    markup = signed_in(alice).get("/rules/").content.decode()
    assert "<title>(" not in markup
    assert '<span class="count" data-waiting-count hidden>' in markup


def test_guests_and_strangers_are_not_asked_about(
    client: Client, guest: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        stranger = client.get("/rules/").content.decode()
    assert "data-day" not in stranger
    assert "day.js" not in stranger
    assert "data-waiting-count" not in signed_in(guest).get("/rules/").content.decode()


def test_the_frame_costs_a_member_two_queries(
    alice: Player, bob: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    agreed(alice, bob, NOON)
    browser = signed_in(alice)
    # Session, player, what waits, and what a moderator has decided.
    with django_assert_num_queries(4):
        browser.get("/rules/")
