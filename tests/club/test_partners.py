"""Regular partners: asked, agreed, declined, withdrawn and ended; once, by the two alone, and calmly."""

import datetime as dt
from collections.abc import Callable

import pytest

from club import audience, blocks, partners
from club.models import Audience, Kind, Notice, Partnership, Player, Way
from club.partners import Unwelcome
from tests.club.people import DAY, NOON, SECOND, become_partners, member

pytestmark = pytest.mark.django_db

type Answer = Callable[[Player, int, dt.datetime], object]


@pytest.fixture
def alice(db: None) -> Player:
    return member("Alice")


@pytest.fixture
def bob(db: None) -> Player:
    return member("Bob")


@pytest.fixture
def charlie(db: None) -> Player:
    """The outsider."""
    return member("Charlie")


def refusal[**P](verb: Callable[P, object], *args: P.args, **named: P.kwargs) -> str:
    with pytest.raises(Unwelcome) as refused:
        verb(*args, **named)
    return refused.value.code


def are_partners(one: Player, other: Player) -> bool:
    return audience.are_partners(one.pk, other.pk) and audience.are_partners(other.pk, one.pk)


def asked_notices(player: Player) -> int:
    return Notice.objects.filter(player=player, kind=Kind.PARTNER_ASKS, way=Way.PAGE).count()


# --- asked and accepted -----------------------------------------------------------------------------------------------


def test_one_asks_the_other_accepts(alice: Player, bob: Player) -> None:
    asked = partners.ask(bob, alice, NOON)
    assert not are_partners(alice, bob)
    assert list(partners.asking(alice.pk)) == [asked]
    partners.accept(alice, asked.pk, NOON + DAY)
    assert are_partners(alice, bob)
    assert [partners.other_of(one, bob.pk) for one in partners.of(bob)] == [alice]


def test_whoever_is_asked_is_told_once(alice: Player, bob: Player) -> None:
    for _ in range(3):
        partners.ask(alice, bob, NOON)
    assert Partnership.objects.count() == 1
    assert asked_notices(bob) == 1


def test_both_ask_each_other_and_have_agreed(alice: Player, bob: Player) -> None:
    partners.ask(alice, bob, NOON)
    partners.ask(bob, alice, NOON)
    assert are_partners(alice, bob)
    assert Partnership.objects.count() == 1


def test_asking_a_partner_changes_nothing(alice: Player, bob: Player) -> None:
    agreed = become_partners(alice, bob)
    assert partners.ask(bob, alice, NOON + DAY) == agreed
    assert partners.ask(alice, bob, NOON + DAY).agreed_at == NOON


def test_accepting_again_is_harmless(alice: Player, bob: Player) -> None:
    agreed = become_partners(alice, bob)
    assert partners.accept(bob, agreed.pk, NOON + DAY).agreed_at == NOON


def test_only_whoever_is_asked_accepts(alice: Player, bob: Player, charlie: Player) -> None:
    asked = partners.ask(alice, bob, NOON)
    assert refusal(partners.accept, alice, asked.pk, NOON) == "no-such-request"
    assert refusal(partners.accept, charlie, asked.pk, NOON) == "no-such-request"
    assert not are_partners(alice, bob)


@pytest.mark.parametrize("verb", [partners.accept, partners.decline, partners.withdraw, partners.end])
def test_anothers_row_is_as_one_that_is_not_there(alice: Player, bob: Player, charlie: Player, verb: Answer) -> None:
    asked = partners.ask(alice, bob, NOON)
    assert refusal(verb, charlie, asked.pk, NOON) == refusal(verb, charlie, 10**9, NOON) == "no-such-request"
    asked.refresh_from_db()
    assert (asked.agreed_at, asked.ended_at) == (None, None)


# --- not asked --------------------------------------------------------------------------------------------------------


def test_nobody_is_their_own_partner(alice: Player) -> None:
    assert refusal(partners.ask, alice, alice, NOON) == "not-yourself"


def test_guests_have_no_partners(alice: Player) -> None:
    guest = Player.objects.create_guest()
    assert refusal(partners.ask, guest, alice, NOON) == "members-only"
    assert refusal(partners.ask, alice, guest, NOON) == "not-now"
    assert not Partnership.objects.exists()


def test_who_is_muted_asks_nobody_but_may_accept(alice: Player, bob: Player) -> None:
    asked = partners.ask(bob, alice, NOON)
    alice.muted_until = NOON + DAY
    alice.save()
    assert refusal(partners.ask, alice, member("Dora"), NOON) == "muted"
    partners.accept(alice, asked.pk, NOON)
    assert are_partners(alice, bob)


def test_blocked_declined_and_closed_doors_answer_alike(alice: Player, bob: Player, charlie: Player) -> None:
    blocks.block(bob, alice, NOON)
    closed = member("Dora", asked_by=Audience.NOBODY)
    partners.decline(charlie, partners.ask(alice, charlie, NOON).pk, NOON)
    told = {refusal(partners.ask, alice, other, NOON + SECOND) for other in (bob, closed, charlie)}
    assert told == {"not-now"}


def test_who_blocks_somebody_asks_them_nothing(alice: Player, bob: Player) -> None:
    blocks.block(alice, bob, NOON)
    assert refusal(partners.ask, alice, bob, NOON) == "not-now"


def test_the_number_of_partners_and_requests_is_bounded(
    alice: Player, bob: Player, charlie: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(partners, "MOST", 1)
    asked = partners.ask(charlie, alice, NOON)
    partners.ask(alice, bob, NOON)
    assert refusal(partners.ask, alice, member("Dora"), NOON) == "too-many-partners"
    assert refusal(partners.accept, alice, asked.pk, NOON) == "too-many-partners"


def test_so_many_ask_one_member_and_no_more(
    alice: Player, bob: Player, charlie: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(partners, "MOST_ASKING", 1)
    partners.ask(bob, alice, NOON)
    assert refusal(partners.ask, charlie, alice, NOON) == "not-now"


# --- declined ---------------------------------------------------------------------------------------------------------


def test_declined_the_asker_reads_not_now_for_a_week(alice: Player, bob: Player) -> None:
    partners.decline(bob, partners.ask(alice, bob, NOON).pk, NOON)
    assert not partners.asking(bob.pk).exists()
    assert not partners.asked_by(alice.pk).exists()
    assert [partners.other_of(one, alice.pk) for one in partners.answered_not_now(alice.pk, NOON + 6 * DAY)] == [bob]
    assert not partners.answered_not_now(alice.pk, NOON + 7 * DAY).exists()
    assert not partners.answered_not_now(bob.pk, NOON).exists()


def test_who_was_declined_asks_again_after_thirty_days(alice: Player, bob: Player) -> None:
    partners.decline(bob, partners.ask(alice, bob, NOON).pk, NOON)
    assert refusal(partners.ask, alice, bob, NOON + 30 * DAY - SECOND) == "not-now"
    partners.ask(alice, bob, NOON + 30 * DAY)
    assert asked_notices(bob) == 2


def test_who_declined_may_ask_any_time(alice: Player, bob: Player) -> None:
    partners.decline(bob, partners.ask(alice, bob, NOON).pk, NOON)
    asked = partners.ask(bob, alice, NOON + SECOND)
    partners.accept(alice, asked.pk, NOON + SECOND)
    assert are_partners(alice, bob)


def test_declining_again_is_harmless_and_accepting_after_it_refused(alice: Player, bob: Player) -> None:
    asked = partners.ask(alice, bob, NOON)
    partners.decline(bob, asked.pk, NOON)
    partners.decline(bob, asked.pk, NOON + DAY)
    assert refusal(partners.accept, bob, asked.pk, NOON) == "no-such-request"
    asked.refresh_from_db()
    assert asked.ended_at == NOON


def test_only_whoever_is_asked_declines_and_only_who_asked_withdraws(alice: Player, bob: Player) -> None:
    asked = partners.ask(alice, bob, NOON)
    assert refusal(partners.decline, alice, asked.pk, NOON) == "no-such-request"
    assert refusal(partners.withdraw, bob, asked.pk, NOON) == "no-such-request"
    assert partners.asking(bob.pk).exists()


# --- withdrawn and ended ----------------------------------------------------------------------------------------------


def test_withdrawn_it_waits_no_more_and_asked_again_is_told_no_second_time(alice: Player, bob: Player) -> None:
    for day in range(3):
        asked = partners.ask(alice, bob, NOON + day * DAY)
        partners.withdraw(alice, asked.pk, NOON + day * DAY)
        assert not partners.asking(bob.pk).exists()
    assert asked_notices(bob) == 1
    assert not partners.answered_not_now(alice.pk, NOON).exists()


def test_agreed_to_meanwhile_it_cannot_be_withdrawn_or_declined(alice: Player, bob: Player) -> None:
    agreed = become_partners(alice, bob)
    assert refusal(partners.withdraw, alice, agreed.pk, NOON) == "no-such-request"
    assert refusal(partners.decline, bob, agreed.pk, NOON) == "no-such-request"
    assert are_partners(alice, bob)


@pytest.mark.parametrize("who", [0, 1])
def test_either_ends_it_once(alice: Player, bob: Player, who: int) -> None:
    agreed = become_partners(alice, bob)
    for _ in range(2):
        partners.end((alice, bob)[who], agreed.pk, NOON + DAY)
    assert not are_partners(alice, bob)
    agreed.refresh_from_db()
    assert (agreed.ended_at, agreed.ended_by) == (NOON + DAY, (alice, bob)[who])


def test_after_an_end_they_may_agree_again(alice: Player, bob: Player) -> None:
    partners.end(alice, become_partners(alice, bob).pk, NOON)
    become_partners(bob, alice, NOON + DAY)
    assert are_partners(alice, bob)


@pytest.mark.parametrize("who", [0, 1])
def test_a_block_ends_partnership_and_request(alice: Player, bob: Player, charlie: Player, who: int) -> None:
    become_partners(alice, bob)
    partners.ask(charlie, alice, NOON)
    blocks.block(*((alice, bob), (bob, alice))[who], NOON)
    blocks.block(alice, charlie, NOON)
    assert not are_partners(alice, bob)
    assert not partners.asking(alice.pk).exists()


def test_a_request_of_somebody_suspended_since_cannot_be_accepted(alice: Player, bob: Player) -> None:
    asked = partners.ask(alice, bob, NOON)
    alice.suspended_until = NOON + DAY
    alice.save()
    assert refusal(partners.accept, bob, asked.pk, NOON) == "no-such-request"


# --- suggested, and seen ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("before", [Audience.NOBODY, *Audience])
def test_letting_partners_see_takes_nothing_from_others(alice: Player, before: Audience) -> None:
    alice.shows_presence = before
    partners.let_partners_see(alice)
    assert alice.shows_presence == (Audience.PARTNERS if before == Audience.NOBODY else before)


def test_a_suggestion_that_was_dismissed_can_still_be_asked_for(alice: Player, bob: Player) -> None:
    partners.dismiss(alice, bob, NOON)
    assert Player.objects.filter(partners.had_to_do_with(alice.pk)).get() == bob
    assert Player.objects.filter(partners.had_to_do_with(bob.pk)).get() == alice
    partners.ask(alice, bob, NOON)
    assert asked_notices(bob) == 1
