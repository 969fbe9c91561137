"""A guest who signs in to an account, or makes one: the running games go along, and tables are not disturbed."""

import threading
import time

import pytest
from allauth.mfa.models import Authenticator
from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client

from club.models import Audience, Player
from games import lobby, play, tables
from games.engine.record import judge
from games.engine.rules import Rules
from games.models import Match, Offer, Seat
from games.play import RaceWish, SoloWish, Table
from games.records import written
from tests.club.browser import page, sign_in, sign_up, who_is_at
from tests.club.test_second_factor import code_of
from tests.games.conftest import Clock
from tests.games.offering import ANYBODY, at_once
from tests.games.offering import CLASSIC as RACE
from tests.games.pages.conftest import BACKEND
from tests.games.racing import SECOND, Race, race_of
from tests.games.socket import connected, cookie_of
from tests.games.table import AtTable

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("clock")]

PASSWORD = "correct horse"
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
SERIES = RaceWish(RACE.rules, 5, 3)


@pytest.fixture(autouse=True)
def no_limits_used_up_by_other_tests() -> None:
    cache.clear()


@pytest.fixture
def browser(guest: Player) -> Client:
    """At which the guest plays."""
    browser = Client()
    browser.force_login(guest, BACKEND)
    return browser


def hand_over(guest: Player, member: Player, clock: Clock) -> int:
    """What signing in does, without a browser; how many games were left behind."""

    def store(table: Table) -> None:
        tables.tell(table, clock.now)

    with transaction.atomic():
        return play.hand_over(guest, member, clock.now, store)


def player_of(seat: AtTable) -> Player:
    return Seat.objects.select_related("player").get(pk=seat.seat_id).player


def asked_by_everybody(player: Player) -> Player:
    """The same player, who may be challenged by guests too."""
    player.asked_by = Audience.EVERYBODY
    player.save(update_fields=["asked_by"])
    return player


def solo(player: Player, clock: Clock, rules: str = "classic-4-0") -> AtTable:
    """A game alone with one card placed."""
    table = AtTable.solo(player, SoloWish(Rules.parse(rules)), clock.now)
    table.ready()
    table.move("W1")
    return table


# --- signing in -------------------------------------------------------------------------------------------------------


def test_a_race_goes_on_as_the_members_and_the_other_sees_the_name_at_once(
    browser: Client, guest: Player, alice: Player, bob: Player
) -> None:
    race = Race.begun(guest, bob)
    race.one.move("W1")
    version = Seat.objects.get(pk=race.two.seat_id).version
    assert sign_in(browser, "alice", PASSWORD)["Location"] == "/"
    assert who_is_at(browser) == alice.pk
    assert player_of(race.one) == alice
    assert Seat.objects.get(pk=race.two.seat_id).version == version + 1
    assert [line.name for line in race_of(race.two.look()).lines] == ["alice", "bob"]
    assert race.one.move("W2").refused is None
    assert tables.place_of(race.key, alice.pk) == race.one.at
    assert browser.get(f"/table/{race.key}/").status_code == 200


def test_the_race_ends_and_counts_as_the_members(browser: Client, guest: Player, alice: Player, bob: Player) -> None:
    race = Race.begun(guest, bob)
    sign_in(browser, "alice", PASSWORD)
    race.two.resign()
    match = race.match()
    seat = Seat.objects.get(pk=race.one.seat_id)
    assert (match.winner, seat.player, seat.was_member) == (1, alice, True)
    verdict = judge(written(match))
    assert verdict.holds, verdict


def test_a_race_that_is_not_begun_yet_goes_along(browser: Client, guest: Player, alice: Player, bob: Player) -> None:
    race = Race.agreed(bob, guest)
    sign_in(browser, "alice", PASSWORD)
    assert player_of(race.two) == alice
    race.begin()


def test_a_series_goes_along_with_the_races_that_were_played(
    browser: Client, guest: Player, alice: Player, bob: Player, charlie: Player
) -> None:
    elsewhere = Race.begun(guest, charlie)
    elsewhere.two.resign()
    first = Race.begun(guest, bob, SERIES)
    first.one.resign()
    second = first.next()
    sign_in(browser, "alice", PASSWORD)
    assert [player_of(race.one) for race in (first, second)] == [alice, alice]
    # What has ended outside of the series stays where it was played.
    assert player_of(elsewhere.one) == guest


def test_games_that_have_ended_stay_with_the_guest(browser: Client, guest: Player, alice: Player, clock: Clock) -> None:
    ended = solo(guest, clock)
    ended.resign()
    sign_in(browser, "alice", PASSWORD)
    assert player_of(ended) == guest


def test_a_game_alone_goes_along_with_its_moves(browser: Client, guest: Player, alice: Player, clock: Clock) -> None:
    game = solo(guest, clock)
    sign_in(browser, "alice", PASSWORD)
    assert player_of(game) == alice
    assert game.look().rows == 1
    assert game.move("W1").refused is None


def test_a_table_that_is_not_opened_yet_goes_along(browser: Client, guest: Player, alice: Player) -> None:
    table = AtTable.solo(guest)
    sign_in(browser, "alice", PASSWORD)
    assert player_of(table) == alice
    assert table.ready().view.phase == "running"


@pytest.mark.parametrize("guests_is_older", [True, False])
def test_of_two_counted_games_of_one_variant_the_older_ends_as_it_stands(
    browser: Client, guest: Player, alice: Player, clock: Clock, guests_is_older: bool
) -> None:
    begins = [guest, alice] if guests_is_older else [alice, guest]
    older = solo(begins[0], clock)
    clock.now += SECOND
    newer = solo(begins[1], clock)
    other_variant = solo(alice, clock, "giant-4-0")
    sign_in(browser, "alice", PASSWORD)
    assert [player_of(game) for game in (older, newer)] == [alice, alice]
    seats = [Seat.objects.get(pk=game.seat_id) for game in (older, newer, other_variant)]
    assert [seat.ended_by for seat in seats] == ["left", "", ""]
    assert seats[0].ended_at == clock.now
    assert seats[0].match.deal.closed_at == clock.now
    assert newer.move("W1", 2).refused is None


def test_practice_goes_along_beside_the_members_own(
    browser: Client, guest: Player, alice: Player, clock: Clock
) -> None:
    games = [AtTable.solo(player, SoloWish(Rules.parse("classic-4-0"), number=7)) for player in (guest, alice)]
    for game in games:
        game.ready()
    sign_in(browser, "alice", PASSWORD)
    assert [player_of(game) for game in games] == [alice, alice]
    assert not Seat.objects.filter(ended_at__isnull=False).exists()


def test_a_match_in_which_both_sit_stays_with_the_guest_and_the_page_says_so(
    browser: Client, guest: Player, alice: Player, bob: Player
) -> None:
    against_oneself = Race.begun(guest, alice)
    answer = browser.post("/accounts/login/", {"login": "alice", "password": PASSWORD}, follow=True)
    assert "One match stays with the guest you were" in page(answer).text
    assert player_of(against_oneself.one) == guest
    assert player_of(against_oneself.two) == alice
    assert against_oneself.two.move("W1").refused is None


def test_a_race_whose_clock_has_run_out_ends_first_and_stays(
    guest: Player, alice: Player, bob: Player, clock: Clock
) -> None:
    race = Race.begun(guest, bob)
    deadline = race.match().deadline
    assert deadline is not None
    clock.now = deadline + 3 * SECOND
    hand_over(guest, alice, clock)
    assert (race.match().phase, player_of(race.one)) == (Match.Phase.ENDED, guest)


def test_signing_in_with_a_wrong_password_moves_nothing(browser: Client, guest: Player, alice: Player) -> None:
    game = AtTable.solo(guest)
    sign_in(browser, "alice", "wrong")
    assert player_of(game) == guest
    assert who_is_at(browser) == guest.pk


def test_again_is_harmless(guest: Player, alice: Player, bob: Player, clock: Clock) -> None:
    race = Race.begun(guest, bob)
    assert [hand_over(guest, alice, clock) for _ in range(2)] == [0, 0]
    version = Seat.objects.get(pk=race.two.seat_id).version
    hand_over(guest, alice, clock)
    assert Seat.objects.get(pk=race.two.seat_id).version == version


def test_who_has_become_a_member_meanwhile_hands_nothing_over(guest: Player, alice: Player, clock: Clock) -> None:
    game = solo(guest, clock)
    guest.join("greta", "", clock.now)
    guest.save()
    assert hand_over(guest, alice, clock) == 0
    assert player_of(game) == guest


def test_pressed_twice_at_once_from_two_tabs_the_games_go_along_once(
    browser: Client, guest: Player, alice: Player, bob: Player
) -> None:
    race = Race.begun(guest, bob)
    cookie = browser.cookies["sessionid"].value
    tabs = [Client(), Client()]
    both = threading.Barrier(2)
    answers = []

    def press(tab: Client) -> None:
        try:
            tab.cookies["sessionid"] = cookie
            both.wait(10)
            answers.append(sign_in(tab, "alice", PASSWORD).status_code)
        finally:
            connection.close()

    pressing = [threading.Thread(target=press, args=(tab,)) for tab in tabs]
    for thread in pressing:
        thread.start()
    for thread in pressing:
        thread.join(60)
    assert answers == [302, 302]
    assert player_of(race.one) == alice
    assert [who_is_at(tab) for tab in tabs] == [alice.pk, alice.pk]


def test_a_member_who_signs_in_takes_nothing_from_another_member(alice: Player, bob: Player, clock: Clock) -> None:
    game = solo(bob, clock)
    assert hand_over(bob, alice, clock) == 0
    assert player_of(game) == bob


# --- offers -----------------------------------------------------------------------------------------------------------


def test_open_offers_go_along(browser: Client, guest: Player, alice: Player, bob: Player, clock: Clock) -> None:
    at_once(lobby.race_anyone, guest, RACE, ANYBODY, clock.now)
    link = at_once(lobby.offer_by_link, guest, RACE, clock.now)
    asked = at_once(lobby.challenge, guest, asked_by_everybody(bob), RACE, clock.now)
    sign_in(browser, "alice", PASSWORD)
    assert set(Offer.objects.filter(closed_at=None).values_list("player", flat=True)) == {alice.pk}
    assert Offer.objects.filter(closed_at=None).count() == 3
    match = at_once(lobby.accept, link.key, bob, clock.now)
    assert {seat.player for seat in match.seats.all()} == {alice, bob}
    asked.refresh_from_db()
    assert asked.closed_at is not None


def test_what_the_member_has_already_is_not_had_twice(
    browser: Client, guest: Player, alice: Player, bob: Player, clock: Clock
) -> None:
    for player in (guest, alice):
        at_once(lobby.offer_by_link, player, RACE, clock.now)
        at_once(lobby.challenge, player, asked_by_everybody(bob), RACE, clock.now)
    at_once(lobby.challenge, guest, asked_by_everybody(alice), RACE, clock.now)
    sign_in(browser, "alice", PASSWORD)
    standing = Offer.objects.filter(closed_at=None)
    assert sorted(standing.values_list("kind", "player", "to")) == sorted(
        [("link", alice.pk, None), ("link", alice.pk, None), ("named", alice.pk, bob.pk)],
        key=str,
    )


def test_a_rematch_that_was_asked_of_the_guest_becomes_a_challenge(
    guest: Player, alice: Player, bob: Player, clock: Clock
) -> None:
    race = Race.begun(guest, bob)
    race.one.resign()
    clock.now = race.now
    seats = list(Seat.objects.filter(match=race.match_id).select_related("player").order_by("place"))
    at_once(lobby.rematch, race.match(), seats, 2, clock.now)
    version = Seat.objects.get(pk=race.two.seat_id).version
    hand_over(guest, alice, clock)
    offer = Offer.objects.get(closed_at=None)
    assert (offer.player, offer.to, offer.after) == (bob, alice, None)
    assert race_of(race.two.look()).rematch == ""
    assert Seat.objects.get(pk=race.two.seat_id).version > version
    match = at_once(lobby.accept, offer.key, alice, clock.now)
    assert {seat.player for seat in match.seats.all()} == {alice, bob}


# --- signing up -------------------------------------------------------------------------------------------------------


def test_who_signs_up_in_a_race_is_seen_by_name_at_once(browser: Client, guest: Player, bob: Player) -> None:
    race = Race.begun(guest, bob)
    version = Seat.objects.get(pk=race.two.seat_id).version
    assert sign_up(browser, "greta")["Location"] == "/"
    assert Seat.objects.get(pk=race.two.seat_id).version == version + 1
    assert [line.name for line in race_of(race.two.look()).lines] == ["greta", "bob"]
    assert race.one.move("W1").refused is None
    race.two.resign()
    assert Seat.objects.get(pk=race.one.seat_id).was_member is True


# --- open tables ------------------------------------------------------------------------------------------------------


@pytest.mark.asyncio
@pytest.mark.parametrize("way", ["up", "in"])
async def test_a_table_that_is_open_in_another_tab_goes_on_and_so_does_a_new_one(
    browser: Client, guest: Player, alice: Player, bob: Player, way: str
) -> None:
    race = await sync_to_async(Race.begun)(guest, bob)
    bobs_cookie = await sync_to_async(cookie_of)(bob)
    enter = {"up": lambda: sign_up(browser, "greta"), "in": lambda: sign_in(browser, "alice", PASSWORD)}[way]
    async with (
        connected(race.key, f"sessionid={browser.cookies['sessionid'].value}") as tab,
        connected(race.key, bobs_cookie) as other,
    ):
        await tab.take()
        await other.take()
        assert (await sync_to_async(enter)()).status_code == 302
        shown = await other.take()
        assert [line["name"] for line in shown["view"]["race"]["lines"]] == ["greta" if way == "up" else "alice", "bob"]
        frames = [await tab.say(do="move", n=1, move="W1")]
        while frames[-1]["is"] == "view":
            frames.append(await tab.take())
        assert frames[-1]["is"] == "accepted"
        cookie = f"sessionid={browser.cookies['sessionid'].value}"
        async with connected(race.key, cookie) as opened_now:
            view = (await opened_now.take())["view"]
            assert (view["seat"], view["rows"]) == (1, 1)


# --- an account with a second factor ----------------------------------------------------------------------------------


def test_with_a_second_factor_the_games_wait_for_it(browser: Client, guest: Player, alice: Player) -> None:
    Authenticator.objects.create(user=alice, type=Authenticator.Type.TOTP, data={"secret": SECRET})
    game = AtTable.solo(guest)
    assert sign_in(browser, "alice", PASSWORD)["Location"] == "/accounts/2fa/authenticate/"
    assert (player_of(game), who_is_at(browser)) == (guest, guest.pk)
    browser.post("/accounts/2fa/authenticate/", {"code": code_of(SECRET, time.time())})
    assert (player_of(game), who_is_at(browser)) == (alice, alice.pk)


def test_who_does_not_go_on_with_it_is_the_guest_still(browser: Client, guest: Player, alice: Player) -> None:
    Authenticator.objects.create(user=alice, type=Authenticator.Type.TOTP, data={"secret": SECRET})
    game = AtTable.solo(guest)
    sign_in(browser, "alice", PASSWORD)
    assert browser.post("/accounts/2fa/not-now/")["Location"] == "/accounts/login/"
    assert (player_of(game), who_is_at(browser)) == (guest, guest.pk)
    browser.post("/accounts/2fa/authenticate/", {"code": code_of(SECRET, time.time())})
    assert (player_of(game), who_is_at(browser)) == (guest, guest.pk)
