"""What one may see and ask of a member: by audience, by block, by what became of the member."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import AnonymousUser
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from club import audience, blocks
from club.audience import Part, Viewer
from club.models import Audience, Player
from tests.club.people import DAY, NOON, SECOND, become_partners, member

pytestmark = pytest.mark.django_db

NOBODY, PARTNERS, MEMBERS, EVERYBODY = Audience


@pytest.fixture
def viewers(db: None) -> dict[str, Viewer]:
    """One of each kind that can look at alice."""
    alice, partner = member("Alice"), member("Bob")
    become_partners(alice, partner)
    return {
        "alice": alice,
        "partner": partner,
        "member": member("Charlie"),
        "guest": Player.objects.create_guest(),
        "nobody": AnonymousUser(),
    }


@pytest.mark.parametrize("part", Part)
@pytest.mark.parametrize(
    ("shown_to", "seen_by"),
    [
        (NOBODY, {"alice"}),
        (PARTNERS, {"alice", "partner"}),
        (MEMBERS, {"alice", "partner", "member"}),
        (EVERYBODY, {"alice", "partner", "member", "guest", "nobody"}),
    ],
)
def test_each_part_is_seen_by_its_audience_and_nobody_else(
    viewers: dict[str, Viewer], part: Part, shown_to: Audience, seen_by: set[str]
) -> None:
    alice = viewers["alice"]
    assert isinstance(alice, Player)
    setattr(alice, part, shown_to)
    assert {name for name, viewer in viewers.items() if audience.may_see(viewer, alice, part, NOON)} == seen_by


@pytest.mark.parametrize("part", [Part.RECORD, Part.MATCHES, Part.AUTHORITY, Part.PRESENCE, Part.FOUND])
def test_pages_start_private(viewers: dict[str, Viewer], part: Part) -> None:
    alice = viewers.pop("alice")
    assert isinstance(alice, Player)
    assert not [name for name, viewer in viewers.items() if audience.may_see(viewer, alice, part, NOON)]


def test_at_first_members_may_ask_and_guests_may_not(viewers: dict[str, Viewer]) -> None:
    alice = viewers["alice"]
    assert isinstance(alice, Player)
    may_ask = {name for name, viewer in viewers.items() if audience.may_ask(viewer, alice, NOON)}
    assert may_ask == {"partner", "member"}


@pytest.mark.parametrize("blocks_whom", ["alice blocks", "alice is blocked"])
@pytest.mark.parametrize("part", Part)
def test_blocked_either_way_nothing_is_seen_or_asked(viewers: dict[str, Viewer], part: Part, blocks_whom: str) -> None:
    alice, other = viewers["alice"], viewers["member"]
    assert isinstance(alice, Player)
    assert isinstance(other, Player)
    setattr(alice, part, EVERYBODY)
    both = (alice, other) if blocks_whom == "alice blocks" else (other, alice)
    blocks.block(*both, NOON)
    assert not audience.may_see(other, alice, part, NOON)
    assert not audience.may_ask(other, alice, NOON)


def _leave(player: Player) -> None:
    player.bear(None)
    player.left_at, player.is_active = NOON, False


def _suspend(player: Player) -> None:
    player.suspended_until = NOON + SECOND


def _wait_for_approval(player: Player) -> None:
    player.approved_at = None


@pytest.mark.parametrize("gone", [_leave, _suspend, _wait_for_approval])
def test_who_left_is_suspended_or_not_let_in_yet_is_not_found(
    viewers: dict[str, Viewer], gone: Callable[[Player], None]
) -> None:
    alice = member("Dora", **dict.fromkeys(Part, EVERYBODY))
    gone(alice)
    alice.save()
    for viewer in viewers.values():
        assert not any(audience.may_see(viewer, alice, part, NOON) for part in Part)
        assert alice not in audience.showing(viewer, Part.FOUND, NOON)
    assert audience.member_named("Dora", NOON) is None


def test_a_suspension_that_is_over_hides_nobody() -> None:
    alice = member("Alice", suspended_until=NOON)
    assert audience.member_named("alice", NOON) == alice


@pytest.mark.parametrize("written", ["Anna Bell", "anna bell", " ANNA   BELL ", "Ａｎｎａ Bell"])
def test_a_member_is_named_in_whatever_case_spacing_and_form(written: str) -> None:
    anna = member("Anna Bell")
    assert audience.member_named(written, NOON) == anna


@pytest.mark.parametrize("written", ["", " ", "Anna", "Anna Bell 2", "x" * 5000])
def test_no_other_text_names_a_member(written: str) -> None:
    member("Anna Bell")
    assert audience.member_named(written, NOON) is None


def test_a_guest_is_named_by_nothing() -> None:
    guest = Player.objects.create_guest()
    assert audience.member_named(str(guest), NOON) is None


# --- searching --------------------------------------------------------------------------------------------------------


def names_found(viewer: Viewer, beginning: str) -> list[str | None]:
    return [player.name for player in audience.found(viewer, beginning, NOON)]


def test_search_finds_by_the_beginning_whoever_allows_it() -> None:
    searcher = member("Searcher")
    member("Annabel", found_by=EVERYBODY)
    member("Anna", found_by=MEMBERS)
    member("Anneliese", found_by=NOBODY)
    member("Hanna", found_by=EVERYBODY)
    become_partners(searcher, member("Annika", found_by=PARTNERS))
    member("Annette", found_by=PARTNERS)
    assert names_found(searcher, "ANN") == ["Anna", "Annabel", "Annika"]
    assert names_found(AnonymousUser(), "ann") == ["Annabel"]
    assert names_found(Player.objects.create_guest(), "ann") == ["Annabel"]


@pytest.mark.parametrize("asked", ["", "a", "%", "__", "%%", "x" * 5000, "nn"])
def test_search_tells_nothing_of_less_than_a_beginning(asked: str) -> None:
    member("Anna", found_by=EVERYBODY)
    assert names_found(AnonymousUser(), asked) == []


def test_search_is_bounded() -> None:
    for number in range(audience.FOUND_AT_ONCE + 5):
        member(f"Anna {number}", found_by=EVERYBODY)
    assert len(names_found(AnonymousUser(), "anna")) == audience.FOUND_AT_ONCE


def test_nobody_finds_themselves_or_whoever_is_blocked() -> None:
    alice, anna = member("Alina", found_by=EVERYBODY), member("Alida", found_by=EVERYBODY)
    assert names_found(alice, "ali") == ["Alida"]
    blocks.block(anna, alice, NOON)
    assert names_found(alice, "ali") == []


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    shown_to=st.sampled_from(Audience),
    part=st.sampled_from(Part),
    partners=st.booleans(),
    blocked=st.booleans(),
    suspended=st.booleans(),
    as_guest=st.booleans(),
)
def test_lists_say_what_the_single_question_says(
    db: None, *, shown_to: Audience, part: Part, partners: bool, blocked: bool, suspended: bool, as_guest: bool
) -> None:
    number = Player.objects.count()
    player = member(f"Anna {number}", **{part: shown_to})
    viewer = Player.objects.create_guest() if as_guest else member(f"Bob {number}")
    if partners and not as_guest:
        player.asked_by = EVERYBODY
        player.save()
        become_partners(viewer, player)
        setattr(player, Part.ASKED, shown_to if part is Part.ASKED else EVERYBODY)
        player.save()
    if blocked:
        blocks.block(player, viewer, NOON)
    player.suspended_until = NOON + DAY if suspended else None
    player.save()
    listed = audience.showing(viewer, part, NOON).filter(pk=player.pk).exists()
    assert listed == audience.may_see(viewer, player, part, NOON)
