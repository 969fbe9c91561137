"""Here and away: by the instant of the last word, from the database alone."""

import pytest

from club import presence
from club.models import Presence
from tests.club.people import NOON, SECOND, member

pytestmark = pytest.mark.django_db


def test_here_until_twelve_seconds_of_silence() -> None:
    alice, bob = member("Alice"), member("Bob")
    presence.note({alice.pk: NOON})
    both = [alice.pk, bob.pk]
    assert presence.here(both, NOON + 11 * SECOND) == {alice.pk}
    assert presence.here(both, NOON + 12 * SECOND) == set()


def test_any_device_that_speaks_keeps_a_member_here() -> None:
    alice = member("Alice")
    presence.note({alice.pk: NOON})
    presence.note({alice.pk: NOON + 10 * SECOND})
    assert presence.here([alice.pk], NOON + 20 * SECOND) == {alice.pk}
    assert Presence.objects.count() == 1


def test_five_hundred_who_are_heard_of_are_one_statement(django_assert_num_queries: object) -> None:
    members = [member(f"Member {number}") for number in range(20)]
    with django_assert_num_queries(1):  # type: ignore[operator]  # a fixture of pytest-django's
        presence.note({one.pk: NOON for one in members})


def test_what_was_heard_is_taken_once() -> None:
    presence.take_heard()
    presence.heard(1, NOON)
    presence.heard(1, NOON + SECOND)
    presence.heard(2, NOON)
    assert presence.take_heard() == {1: NOON + SECOND, 2: NOON}
    assert presence.take_heard() == {}
