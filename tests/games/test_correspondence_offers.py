"""Offers to play by correspondence: to anyone, by link, to a member; for whom they are, how often, and for how long."""

import datetime as dt

import pytest

from club.models import Kind, Notice, Player
from games import correspondence, correspondence_lists, play
from games.correspondence import MOST_OPEN
from games.correspondence_lists import Fate, fate_of
from games.engine import deal as dealing
from games.engine.rules import Rules
from games.lobby import Welcome
from games.models import CorrespondenceOffer, Deal, Match, Seat
from games.play import TurnsWish
from games.standing import standing_of
from tests.games.conftest import NOON
from tests.games.offering import ANYBODY, HOUR, SECOND, at_once, keep, players_of, refusal

pytestmark = pytest.mark.django_db

CLASSIC = TurnsWish(Rules.parse("classic-4-0"))
GIANT = TurnsWish(Rules.parse("giant-5-1"), turn_cards=8, spare_days=3, absence_allowed=False)
DAY = dt.timedelta(days=1)


def to_anyone(player: Player, wish: TurnsWish = CLASSIC, welcome: Welcome = ANYBODY) -> CorrespondenceOffer:
    return at_once(correspondence.offer_anyone, player, wish, welcome, NOON)


def to_member(player: Player, other: Player, wish: TurnsWish = CLASSIC) -> CorrespondenceOffer:
    return at_once(correspondence.challenge, player, other, wish, NOON)


def by_link(player: Player, wish: TurnsWish = CLASSIC) -> CorrespondenceOffer:
    return at_once(correspondence.offer_by_link, player, wish, NOON)


def accept(offer: CorrespondenceOffer, player: Player, after: dt.timedelta = HOUR) -> Match:
    return at_once(correspondence.accept, offer.key, player, None, NOON + after)


def refused(offer: CorrespondenceOffer, player: Player, after: dt.timedelta = HOUR) -> str:
    return refusal(correspondence.accept, offer.key, player, None, NOON + after)


def what_became_of(offer: CorrespondenceOffer, after: dt.timedelta = HOUR) -> Fate:
    offer.refresh_from_db()
    return fate_of(offer, NOON + after)


# --- accepting --------------------------------------------------------------------------------------------------------


def test_accepting_begins_the_match_with_what_was_offered(alice: Player, bob: Player) -> None:
    match = accept(to_anyone(alice, GIANT), bob)
    assert players_of(match) == {alice, bob}
    assert (str(match.rules), match.turn_cards, match.spare_days, match.absence_allowed) == ("giant-5-1", 8, 3, False)
    assert (match.phase, match.turn, match.started_at) == (Match.Phase.RUNNING, 1, NOON + HOUR)
    assert {seat.turn_deadline for seat in match.seats.all()} == {NOON + HOUR + DAY}


def test_the_deal_is_the_one_that_was_committed_to_with_the_bytes_of_both(alice: Player, bob: Player) -> None:
    offer = to_anyone(alice)
    assert offer.deal is not None
    committed = offer.deal.commitment
    assert at_once(correspondence.contribute, offer.key, alice, b"a" * 16) == b"a" * 16
    match = at_once(correspondence.accept, offer.key, bob, b"b" * 16, NOON + HOUR)
    assert match.deal.commitment == committed == dealing.commitment(bytes(match.deal.secret))
    assert bytes(match.deal.contributions or b"") == b"a" * 16 + b"b" * 16
    assert match.deal.seed == dealing.mix(bytes(match.deal.secret), [b"a" * 16, b"b" * 16])


def test_a_page_that_adds_nothing_counts_as_zeros(alice: Player, bob: Player) -> None:
    assert bytes(accept(to_anyone(alice), bob).deal.contributions or b"") == bytes(32)


def test_only_the_first_bytes_of_the_maker_count(alice: Player, bob: Player) -> None:
    offer = to_anyone(alice)
    at_once(correspondence.contribute, offer.key, alice, b"1" * 16)
    assert at_once(correspondence.contribute, offer.key, alice, b"2" * 16) == b"1" * 16
    assert refusal(correspondence.contribute, offer.key, bob, b"3" * 16) == "no-such-offer"
    assert bytes(accept(offer, bob).deal.contributions or b"")[:16] == b"1" * 16


def test_accepting_again_is_the_same_match(alice: Player, bob: Player) -> None:
    offer = to_anyone(alice)
    assert accept(offer, bob) == accept(offer, bob, 2 * HOUR)
    assert accept(offer, alice, 2 * HOUR) == Match.objects.get()


def test_the_second_to_accept_is_told_that_it_is_taken(alice: Player, bob: Player, charlie: Player) -> None:
    offer = by_link(alice)
    accept(offer, bob)
    assert refused(offer, charlie) == "offer-taken"
    assert Match.objects.count() == 1
    assert what_became_of(offer) is Fate.TAKEN


def test_nobody_accepts_their_own(alice: Player) -> None:
    for offer in (to_anyone(alice), by_link(alice)):
        assert refused(offer, alice) == "not-yourself"


def test_a_guest_neither_offers_nor_accepts(alice: Player, guest: Player) -> None:
    assert refused(by_link(alice), guest) == "members-only"
    assert refusal(correspondence.offer_anyone, guest, CLASSIC, ANYBODY, NOON) == "members-only"
    assert refusal(correspondence.offer_by_link, guest, CLASSIC, NOON) == "members-only"
    assert refusal(correspondence.challenge, guest, alice, CLASSIC, NOON) == "members-only"
    assert refusal(correspondence.challenge, alice, guest, CLASSIC, NOON) == "no-such-player"
    assert not Seat.objects.exists()


def test_an_offer_to_a_member_is_for_nobody_else(alice: Player, bob: Player, charlie: Player) -> None:
    offer = to_member(alice, bob)
    assert refused(offer, charlie) == "no-such-offer"
    assert refusal(correspondence.decline, offer.key, charlie, NOON) == "no-such-offer"
    assert players_of(accept(offer, bob)) == {alice, bob}


def test_there_is_no_offer_at_an_unknown_key(alice: Player) -> None:
    for verb in (correspondence.decline, correspondence.withdraw):
        assert refusal(verb, "nothing", alice, NOON) == "no-such-offer"
    assert refusal(correspondence.accept, "nothing", alice, None, NOON) == "no-such-offer"


@pytest.mark.parametrize(("before", "stands"), [(SECOND, True), (0 * SECOND, False)])
def test_an_offer_stands_for_two_weeks(alice: Player, bob: Player, before: dt.timedelta, stands: bool) -> None:
    offer = to_anyone(alice)
    late = 14 * DAY - before
    if stands:
        assert players_of(accept(offer, bob, late)) == {alice, bob}
    else:
        assert refused(offer, bob, late) == "offer-closed"
        assert what_became_of(offer, late) is Fate.LAPSED


# --- closing ----------------------------------------------------------------------------------------------------------


def test_a_declined_offer_is_closed_and_its_secret_is_gone(alice: Player, bob: Player) -> None:
    offer = to_member(alice, bob)
    for _ in range(2):
        at_once(correspondence.decline, offer.key, bob, NOON + HOUR)
    assert refused(offer, bob) == "offer-closed"
    assert what_became_of(offer) is Fate.DECLINED
    assert not Deal.objects.exists()


def test_a_withdrawn_offer_is_closed_and_its_secret_is_gone(alice: Player, bob: Player) -> None:
    offer = by_link(alice)
    assert refusal(correspondence.withdraw, offer.key, bob, NOON) == "no-such-offer"
    for _ in range(2):
        at_once(correspondence.withdraw, offer.key, alice, NOON + HOUR)
    assert refused(offer, bob) == "offer-closed"
    assert what_became_of(offer) is Fate.WITHDRAWN
    assert not Deal.objects.exists()


def test_what_was_accepted_just_before_is_not_withdrawn(alice: Player, bob: Player) -> None:
    offer = by_link(alice)
    match = accept(offer, bob)
    assert at_once(correspondence.withdraw, offer.key, alice, NOON + HOUR).match == match
    assert what_became_of(offer) is Fate.TAKEN
    assert Deal.objects.get() == match.deal


def test_bytes_come_too_late_for_a_closed_offer(alice: Player) -> None:
    offer = by_link(alice)
    at_once(correspondence.withdraw, offer.key, alice, NOON)
    assert at_once(correspondence.contribute, offer.key, alice, b"1" * 16) == bytes(16)


def test_what_has_lapsed_is_closed_and_in_time_forgotten(alice: Player, bob: Player) -> None:
    offer, taken = by_link(alice), to_anyone(alice)
    match = accept(taken, bob)
    assert at_once(correspondence.lapse, NOON + 14 * DAY - SECOND) == 0
    assert at_once(correspondence.lapse, NOON + 14 * DAY) == 1
    assert at_once(correspondence.lapse, NOON + 15 * DAY) == 0
    assert what_became_of(offer, 15 * DAY) is Fate.LAPSED
    assert Deal.objects.get() == match.deal
    at_once(correspondence.lapse, NOON + 44 * DAY + SECOND)
    assert not CorrespondenceOffer.objects.exists()
    assert Match.objects.get() == match


# --- how many ---------------------------------------------------------------------------------------------------------


def test_equal_offers_of_one_person_are_one(alice: Player, bob: Player) -> None:
    assert to_anyone(alice) == to_anyone(alice)
    assert by_link(alice) == by_link(alice)
    assert by_link(alice) != to_anyone(alice)
    assert by_link(alice) != by_link(alice, GIANT)
    assert by_link(alice) != by_link(bob)
    assert to_member(alice, bob) == to_member(alice, bob)


def test_asked_again_with_other_wishes_the_newest_count(alice: Player, bob: Player) -> None:
    first, second = to_member(alice, bob), to_member(alice, bob, GIANT)
    assert what_became_of(first) is Fate.WITHDRAWN
    assert str(accept(second, bob).rules) == "giant-5-1"


def test_whom_one_is_asked_by_one_answers_first(alice: Player, bob: Player) -> None:
    to_member(alice, bob)
    assert refusal(correspondence.challenge, bob, alice, CLASSIC, NOON) == "asked-already"


def test_nobody_challenges_themselves(alice: Player) -> None:
    assert refusal(correspondence.challenge, alice, alice, CLASSIC, NOON) == "not-yourself"


def test_there_is_an_end_to_offering(alice: Player) -> None:
    wishes = [TurnsWish(Rules.parse(f"classic-{4 + n // 4}-0"), turn_cards=2 ** (n % 4)) for n in range(MOST_OPEN + 1)]
    for wish in wishes[:MOST_OPEN]:
        to_anyone(alice, wish)
        by_link(alice, wish)
    assert refusal(correspondence.offer_anyone, alice, wishes[MOST_OPEN], ANYBODY, NOON) == "too-many-offers"
    assert refusal(correspondence.offer_by_link, alice, wishes[MOST_OPEN], NOON) == "too-many-offers"


@pytest.mark.parametrize("cards", [1, 2])
def test_a_turn_of_two_packs_takes_four_cards_at_least(alice: Player, bob: Player, cards: int) -> None:
    wish = TurnsWish(Rules.parse("giant-4-0"), turn_cards=cards)
    assert refusal(correspondence.offer_anyone, alice, wish, ANYBODY, NOON) == "turn-too-short"
    assert refusal(correspondence.offer_by_link, alice, wish, NOON) == "turn-too-short"
    assert refusal(correspondence.challenge, alice, bob, wish, NOON) == "turn-too-short"


# --- whom it welcomes -------------------------------------------------------------------------------------------------


def test_an_offer_asks_for_no_more_authority_than_ones_own(alice: Player, bob: Player) -> None:
    keep(alice, 6)
    to_anyone(alice, welcome=Welcome(76))
    assert refusal(correspondence.offer_anyone, alice, CLASSIC, Welcome(77), NOON) == "above-your-authority"
    assert refusal(correspondence.offer_anyone, bob, CLASSIC, Welcome(1), NOON) == "above-your-authority"


@pytest.mark.parametrize("welcomes_new", [True, False])
def test_the_new_are_welcome_where_the_offer_says_so(alice: Player, bob: Player, welcomes_new: bool) -> None:
    keep(alice, 6)
    offer = to_anyone(alice, welcome=Welcome(70, welcomes_new))
    seen = correspondence_lists.open_to(bob.pk, standing_of(bob, NOON), NOON)
    if welcomes_new:
        assert seen == [offer]
        assert players_of(accept(offer, bob)) == {alice, bob}
    else:
        assert seen == []
        assert refused(offer, bob) == "not-welcome"


def test_the_list_holds_what_welcomes_the_viewer(alice: Player, bob: Player, charlie: Player) -> None:
    keep(alice, 9)
    keep(bob, 6)
    asks_78 = to_anyone(alice, welcome=Welcome(78))
    asks_76 = to_anyone(alice, GIANT, Welcome(76))
    assert correspondence_lists.open_to(bob.pk, standing_of(bob, NOON), NOON) == [asks_76]
    assert correspondence_lists.open_to(charlie.pk, standing_of(charlie, NOON), NOON) == [asks_76, asks_78]
    assert correspondence_lists.open_to(None, None, NOON) == []
    assert correspondence_lists.open_to(alice.pk, standing_of(alice, NOON), NOON) == []


def test_links_and_challenges_are_in_nobody_elses_list(alice: Player, bob: Player, charlie: Player) -> None:
    by_link(alice)
    asked = to_member(alice, bob)
    for player in (bob, charlie):
        assert correspondence_lists.open_to(player.pk, standing_of(player, NOON), NOON) == []
    assert correspondence_lists.asked_of(bob, NOON) == [asked]
    assert correspondence_lists.asked_of(charlie, NOON) == []
    assert asked in correspondence_lists.made_by(alice, NOON)


# --- telling ----------------------------------------------------------------------------------------------------------


def test_whoever_is_challenged_is_told_once(alice: Player, bob: Player) -> None:
    offer = to_member(alice, bob)
    to_member(alice, bob)
    told = Notice.objects.filter(kind=Kind.CHALLENGE, way="page")
    assert [(notice.player, notice.cause) for notice in told] == [(bob, offer.key)]


def test_whoever_leaves_offers_nothing_and_is_asked_nothing(alice: Player, bob: Player, charlie: Player) -> None:
    own = [to_anyone(alice), by_link(alice), to_member(alice, bob)]
    asked = to_member(charlie, alice)
    stays = to_member(charlie, bob)
    at_once(correspondence.close_all, alice, NOON + HOUR)
    assert all(what_became_of(offer) is Fate.WITHDRAWN for offer in (*own, asked))
    assert what_became_of(stays) is Fate.STANDS


def test_an_offer_costs_a_player_no_race(alice: Player, bob: Player) -> None:
    accept(to_anyone(alice), bob)
    assert play.live_race_of(alice.pk) is None
