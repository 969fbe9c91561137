"""Questions asked many times a second: one query each, and the answer is always that of now."""

import pytest
from django.db.models import QuerySet
from pytest_django import DjangoAssertNumQueries

from club.models import Player
from games import hints, house, house_moves, often
from tests.games.conftest import NOON
from tests.games.moderating import at_once

pytestmark = pytest.mark.django_db


def bearing(*names: str) -> QuerySet[Player]:
    return Player.objects.filter(name__in=names).order_by("-name")


def test_the_answer_is_that_of_the_models_however_often_it_is_asked(alice: Player, bob: Player) -> None:
    assert often.ids(bearing, "alice", "bob") == [bob.pk, alice.pk]
    assert often.ids(bearing, "alice") == [alice.pk]
    Player.objects.filter(pk=alice.pk).update(name="carol")
    assert often.ids(bearing, "alice", "bob") == [bob.pk]


def test_each_answer_is_one_query(alice: Player, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for _ in range(2):
        with django_assert_num_queries(1):
            often.ids(bearing, "alice")


def test_where_nothing_has_haste_looking_for_it_takes_four_queries(
    alice: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(2):
        assert (house_moves.next_thought(NOON), hints.next_thought(NOON)) == (None, None)
    # Who comes into being in the meantime is seen.
    at_once(house.player_of, "novice", NOON)
    with django_assert_num_queries(4):
        assert (house_moves.next_thought(NOON), hints.next_thought(NOON)) == (None, None)
