"""Finding an opponent: who is paired with whom, once; what stands, for how long; and who may answer."""

import datetime as dt

import pytest

from club.models import Player
from games import lobby, offers, play
from games.lobby import Welcome
from games.models import Match, Offer, Seat
from games.play import RaceWish
from tests.games.conftest import NOON
from tests.games.offering import ANYBODY, CLASSIC, GIANT, HOUR, MINUTE, SECOND, at_once, keep, refusal
from tests.games.racing import Race

pytestmark = pytest.mark.django_db


def players_of(match: Match) -> set[Player]:
    return {seat.player for seat in match.seats.select_related("player")}


def race_anyone(player: Player, wish: RaceWish = CLASSIC, welcome: Welcome = ANYBODY, after: int = 0) -> Match | None:
    return at_once(lobby.race_anyone, player, wish, welcome, NOON + after * SECOND)


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
    guests = [Player.objects.create_guest() for _ in range(lobby.MOST_ASKING)]
    for guest in guests:
        at_once(lobby.challenge, guest, alice, CLASSIC, NOON)
    one_more = Player.objects.create_guest()
    assert refusal(lobby.challenge, one_more, alice, CLASSIC, NOON) == "asked-by-many"
    assert at_once(lobby.challenge, guests[0], alice, GIANT, NOON)
    for other in guests[: lobby.MOST_ASKED]:
        at_once(lobby.challenge, one_more, other, CLASSIC, NOON)
    assert refusal(lobby.challenge, one_more, guests[-1], CLASSIC, NOON) == "too-many-offers"


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


# --- after a race -----------------------------------------------------------------------------------------------------


def rematch(race: Race, place: int) -> None:
    table = play.load(race.match_id)
    at_once(lobby.rematch, table.match, table.seats, place, race.now)


def state(race: Race) -> tuple[str, str]:
    table = play.load(race.match_id)
    one, two = (lobby.rematch_state(table.match, table.seats, place, race.now) for place in (1, 2))
    return one, two


@pytest.fixture
def over(alice: Player, bob: Player) -> Race:
    """A race without a clock that bob has won."""
    race = Race.begun(alice, bob, RaceWish(GIANT.rules, watchable=False))
    race.one.resign()
    return race


def test_a_rematch_has_the_same_rules_and_a_new_deal(over: Race) -> None:
    rematch(over, 1)
    assert state(over) == ("offered", "asked")
    rematch(over, 2)
    before, after = over.match(), Match.objects.get(follows=over.match_id)
    assert (after.rules, after.minutes, after.watchable) == (before.rules, before.minutes, before.watchable)
    assert after.deal_id != before.deal_id
    assert players_of(after) == players_of(before)


def test_pressed_by_both_again_and_again_a_rematch_is_one_match(over: Race) -> None:
    for place in (1, 1, 2, 2, 1):
        rematch(over, place)
    assert Match.objects.count() == 2
    assert Offer.objects.count() == 1


@pytest.mark.parametrize("place", [1, 2])
def test_either_takes_an_offered_rematch_off_the_table(over: Race, place: int) -> None:
    rematch(over, 1)
    table = play.load(over.match_id)
    at_once(lobby.no_rematch, table.match, table.seats, place, over.now)
    assert state(over) == ("", "")
    rematch(over, 2)
    assert state(over) == ("asked", "offered")


def test_a_rematch_and_a_challenge_to_the_same_person_are_one(over: Race, alice: Player, bob: Player) -> None:
    rematch(over, 1)
    at_once(lobby.challenge, alice, bob, CLASSIC, over.now)
    assert Offer.objects.count() == 1
    at_once(lobby.challenge, bob, alice, CLASSIC, over.now)
    assert Match.objects.count() == 2


def test_a_rematch_meets_a_challenge(over: Race, alice: Player, bob: Player) -> None:
    at_once(lobby.challenge, alice, bob, CLASSIC, over.now)
    rematch(over, 2)
    assert str(Match.objects.get(follows=over.match_id).rules) == "classic-4-0"
    assert Match.objects.count() == 2


def test_a_rematch_accepted_in_the_lobby_follows_its_race_and_is_seen_at_its_table(over: Race, bob: Player) -> None:
    rematch(over, 1)
    before = Seat.objects.get(pk=over.one.seat_id).version
    match = at_once(lobby.accept, Offer.objects.get().key, bob, over.now)
    assert match.follows_id == over.match_id
    assert Seat.objects.get(pk=over.one.seat_id).version == before + 1


def test_a_rematch_waits_while_either_is_there(over: Race) -> None:
    rematch(over, 1)
    over.wait_together(MINUTE, over.two)
    assert at_once(lobby.lapse, over.now) == 0
    over.wait(12 * SECOND)
    assert at_once(lobby.lapse, over.now) == 1
    assert state(over) == ("", "")


def test_a_rematch_is_refused_while_one_of_the_two_races(over: Race, alice: Player, charlie: Player) -> None:
    Race.begun(alice, charlie, now=over.now)
    table = play.load(over.match_id)
    assert refusal(lobby.rematch, table.match, table.seats, 2, over.now) == "in-a-race"


def test_after_a_rematch_that_never_began_there_can_be_another(over: Race) -> None:
    for place in (1, 2):
        rematch(over, place)
    again = over.next()
    again.wait(MINUTE + 2 * SECOND)
    assert again.one.look().phase == "called_off"
    over.wait(again.now - over.now)
    for place in (1, 2):
        rematch(over, place)
    assert over.next().match().phase == "opening"


def test_after_a_series_that_was_given_between_two_races_there_can_be_a_rematch(alice: Player, bob: Player) -> None:
    race = Race.begun(alice, bob, RaceWish(CLASSIC.rules, 5, best_of=3))
    race.one.resign()
    race.next().one.resign()
    for place in (1, 2):
        rematch(race, place)
    again = race.next().match()
    assert again.phase == "opening"
    assert again.series is not None
    assert again.series.best_of == 3


def test_a_running_race_and_a_series_that_goes_on_have_no_rematch(alice: Player, bob: Player) -> None:
    race = Race.begun(alice, bob, RaceWish(CLASSIC.rules, 5, best_of=3))
    for _ in range(2):
        table = play.load(race.match_id)
        assert refusal(lobby.rematch, table.match, table.seats, 1, race.now) == "not-over"
        race.one.resign()


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
