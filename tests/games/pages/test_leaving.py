"""Deleting one's account: what ends, what is erased, and what stays for the others."""

import datetime as dt
from collections.abc import Callable
from urllib.parse import quote

import pytest
from allauth.account.models import EmailAddress
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client

from club.models import CalendarFeed, Kind, Notice, NoticeChoice, Player, PushAddress
from games import calendar_feed, correspondence, leaving, lobby, notes
from games.correspondence_lists import Fate, fate_of
from games.models import Match, Note, Offer, Seat
from games.play import RaceWish, TurnsWish
from games.refusals import Refused
from games.standing import standing_of
from tests.club.browser import page, sign_in, sign_up, who_is_at
from tests.games.conftest import Clock
from tests.games.offering import ANYBODY, at_once, refusal
from tests.games.offering import CLASSIC as RACE
from tests.games.racing import Race
from tests.games.table import AtTable
from tests.games.told import agreed, end_turn, seat_of, with_address
from tests.games.turning import CLASSIC, DAY, SECOND, ByTurns

pytestmark = pytest.mark.django_db(transaction=True)

At = Callable[[Player | None], Client]
DELETE = "/accounts/delete/"
PASSWORD = "correct horse"
SERIES = RaceWish(RACE.rules, 5, 3)


@pytest.fixture(autouse=True)
def no_limits_used_up_by_other_tests() -> None:
    cache.clear()


def type_password(browser: Client, password: str = PASSWORD) -> str:
    """The password once more, as the way to the page asks for it; where that leads, empty where it is wrong."""
    answer = browser.post("/accounts/reauthenticate/", {"password": password, "next": DELETE})
    return answer.headers.get("Location", "")


def signed_in(player: Player) -> Client:
    """A browser at which the player has just typed the password once more."""
    browser = Client()
    assert player.name is not None
    assert sign_in(browser, player.name, PASSWORD)["Location"] == "/"
    assert type_password(browser) == DELETE
    return browser


def delete(player: Player) -> Player:
    """The player's row after they deleted the account."""
    assert signed_in(player).post(DELETE)["Location"] == "/"
    return Player.objects.get(pk=player.pk)


def said_of(player: Player) -> str:
    return f"Former member {player.pk}"


# --- the way there ----------------------------------------------------------------------------------------------------


def test_the_password_is_asked_for_again_even_right_after_signing_in(alice: Player) -> None:
    browser = Client()
    sign_in(browser, "alice", PASSWORD)
    assert browser.post(DELETE)["Location"] == DELETE
    assert browser.get(DELETE)["Location"] == f"/accounts/reauthenticate/?next={quote(DELETE, safe='')}"
    assert type_password(browser, "wrong") == ""
    assert type_password(browser) == DELETE
    assert not Player.objects.get().has_left
    assert browser.post(DELETE)["Location"] == "/"
    assert Player.objects.get().has_left


def test_the_page_says_what_will_happen_and_only_the_press_does_it(clock: Clock, alice: Player, bob: Player) -> None:
    agreed(alice, bob, clock.now)
    browser = signed_in(alice)
    seen = page(browser.get(DELETE))
    assert "1 running match against somebody else is resigned" in seen.text
    assert ("post", DELETE) in seen.forms
    assert not Player.objects.get(pk=alice.pk).has_left
    assert DELETE in page(browser.get("/accounts/email/")).links


def test_guests_have_no_account_and_strangers_sign_in_first(at: At, client: Client, guest: Player) -> None:
    assert at(guest).post(DELETE)["Location"] == f"/accounts/signup/?next={DELETE}"
    assert client.post(DELETE)["Location"] == f"/accounts/login/?next={DELETE}"


# --- what is erased ---------------------------------------------------------------------------------------------------


def test_nothing_is_left_that_tells_who_it_was(clock: Clock, alice: Player, bob: Player) -> None:
    with_address(alice, "Europe/Berlin")
    match = agreed(bob, alice, clock.now)
    notes.write(seat_of(match, alice).pk, "beware of bob")
    notes.write(seat_of(match, bob).pk, "beware of nobody")
    calendar_feed.renew(alice, clock.now)
    NoticeChoice.objects.create(player=alice, kind=Kind.CHALLENGE, way="mail", how="off")
    alice.push_addresses.create(endpoint="https://push.example/1", p256dh="x", auth="y", added_at=clock.now)
    left = delete(alice)
    assert (left.name, left.name_folded, left.email, left.time_zone, left.language) == (None, None, "", "", "")
    assert (left.is_active, left.has_usable_password(), left.is_guest) == (False, False, False)
    assert left.left_at == clock.now
    for rows in (Notice, NoticeChoice, CalendarFeed, PushAddress):
        assert not rows.objects.filter(player=alice).exists()
    assert not EmailAddress.objects.filter(user=alice).exists()
    assert list(Note.objects.values_list("text", flat=True)) == ["beware of nobody"]
    assert "alice" not in {seat.known_as for seat in Seat.objects.all()}


def test_every_browser_is_signed_out_and_nobody_signs_in_again(alice: Player, bob: Player) -> None:
    elsewhere, bobs = signed_in(alice), signed_in(bob)
    delete(alice)
    assert who_is_at(elsewhere) is None
    assert who_is_at(bobs) == bob.pk
    kept = [session.get_decoded().get("_auth_user_id") for session in Session.objects.all()]
    assert str(alice.pk) not in kept
    assert "do not go together" in page(sign_in(Client(), "alice", PASSWORD)).text


def test_the_name_is_free_for_somebody_else(client: Client, alice: Player) -> None:
    delete(alice)
    sign_up(client, "Alice")
    assert Player.objects.get(name="Alice").pk != alice.pk


def test_former_members_stay_distinct_and_nameless(clock: Clock, alice: Player, bob: Player, charlie: Player) -> None:
    for other in (alice, bob):
        agreed(charlie, other, clock.now)
        delete(other)
    text = page(signed_in(charlie).get("/games/")).text
    assert said_of(alice) in text
    assert said_of(bob) in text
    assert "alice" not in text


# --- what ends --------------------------------------------------------------------------------------------------------


def test_running_matches_are_resigned_and_the_others_are_told(clock: Clock, alice: Player, bob: Player) -> None:
    matches = [agreed(alice, bob, clock.now), agreed(bob, alice, clock.now)]
    end_turn(matches[1], alice, clock.now)
    delete(alice)
    for match in matches:
        match.refresh_from_db()
        assert (match.phase, match.reason) == (Match.Phase.ENDED, "resigned")
        assert match.winner == seat_of(match, bob).place
        assert Notice.objects.filter(player=bob, kind=Kind.MATCH_OVER, cause=match.key, way="page").exists()
        assert seat_of(match, alice).was_member


def test_it_ends_a_race_its_whole_series_and_a_game_alone(alice: Player, bob: Player, charlie: Player) -> None:
    race = Race.begun(alice, bob, SERIES)
    solo = AtTable.solo(alice)
    solo.ready()
    delete(alice)
    series = Match.objects.select_related("series").get(pk=race.match_id).series
    assert series is not None
    assert (series.reason, series.winner) == ("resigned", 2)
    assert not Seat.objects.of(alice.pk).going_on().exists()
    assert Seat.objects.get(pk=solo.seat_id).ended_by == "resigned"


def test_a_race_that_is_only_agreed_on_is_called_off(alice: Player, bob: Player) -> None:
    race = Race.agreed(bob, alice)
    delete(alice)
    assert race.match().phase == Match.Phase.CALLED_OFF


def test_offers_are_closed_whichever_side_they_are_on(
    clock: Clock, alice: Player, bob: Player, charlie: Player
) -> None:
    wish = TurnsWish(CLASSIC)
    slow = [
        at_once(correspondence.offer_anyone, alice, wish, ANYBODY, clock.now),
        at_once(correspondence.offer_by_link, alice, wish, clock.now),
        at_once(correspondence.challenge, bob, alice, wish, clock.now),
    ]
    at_once(lobby.offer_by_link, alice, RACE, clock.now)
    at_once(lobby.challenge, charlie, alice, RACE, clock.now)
    delete(alice)
    for offer in slow:
        offer.refresh_from_db()
        assert fate_of(offer, clock.now) is Fate.WITHDRAWN
        assert refusal(correspondence.accept, offer.key, bob, None, clock.now) != ""
    assert not Offer.objects.filter(closed_at=None).exists()


def test_who_has_left_is_neither_challenged_nor_asked_for_a_rematch(clock: Clock, alice: Player, bob: Player) -> None:
    race = Race.begun(alice, bob)
    delete(alice)
    assert refusal(correspondence.challenge, bob, alice, TurnsWish(CLASSIC), clock.now) == "no-such-player"
    assert refusal(correspondence.offer_by_link, alice, TurnsWish(CLASSIC), clock.now) == "members-only"
    seats = list(Seat.objects.filter(match=race.match_id).select_related("player").order_by("place"))
    for place in (1, 2):
        assert refusal(lobby.rematch, race.match(), seats, place, clock.now) == "they-have-left"


def test_a_deadline_that_is_being_judged_is_waited_for(clock: Clock, alice: Player, bob: Player) -> None:
    other = agreed(alice, bob, clock.now - DAY + dt.timedelta(hours=1))
    match = agreed(alice, bob, clock.now - DAY)
    browser = signed_in(alice)
    said = page(browser.post(DELETE, follow=True)).text
    assert "One of your games is at a deadline" in said
    assert not Player.objects.get(pk=alice.pk).has_left
    for running in (other, match):
        running.refresh_from_db()
        assert running.phase == Match.Phase.RUNNING
    assert ByTurns(other, clock.now).one.is_playing
    clock.now += 3 * SECOND
    browser.post(DELETE)
    assert Player.objects.get(pk=alice.pk).has_left


def test_pressed_twice_it_is_done_once(clock: Clock, alice: Player) -> None:
    left = delete(alice)
    clock.now += SECOND
    assert at_once(leaving.leave, alice, clock.now) == []
    left.refresh_from_db()
    assert left.left_at == clock.now - SECOND


# --- what stays -------------------------------------------------------------------------------------------------------


def test_what_others_earned_stays_theirs(clock: Clock, alice: Player, bob: Player) -> None:
    match = ByTurns.begun(alice, bob, TurnsWish(CLASSIC, 8))
    for _ in range(3):
        match.play_turn()
    clock.now = match.now
    delete(alice)
    assert match.outcome() == (2, "resigned", ["resigned", "decided"])
    standing = standing_of(bob, clock.now)
    assert standing is not None
    assert standing.reliability > 0.75
    assert said_of(alice) in page(signed_in(bob).get("/games/")).text


def test_the_table_and_the_record_show_a_former_member(clock: Clock, alice: Player, bob: Player) -> None:
    match = ByTurns.begun(alice, bob)
    version = match.two.stored().version
    delete(alice)
    line = match.two.turns.lines[0]
    assert (line.name, line.guest, line.former) == (None, alice.pk, True)
    assert match.two.stored().version > version
    record = signed_in(bob).get(f"/table/{match.key}/record.calc.json").content.decode()
    assert said_of(alice) in record
    assert '"alice"' not in record


def test_the_view_changes_only_together_with_its_version(clock: Clock, alice: Player, bob: Player) -> None:
    race = Race.begun(alice, bob)
    race.one.resign()
    before = race.two.look()
    stored = Seat.objects.get(pk=race.two.seat_id).version
    delete(alice)
    after = race.two.look()
    assert before.race is not None
    assert after.race is not None
    assert [line.name for line in before.race.lines] == ["alice", "bob"]
    assert [(line.name, line.former) for line in after.race.lines] == [(None, True), ("bob", False)]
    assert Seat.objects.get(pk=race.two.seat_id).version > stored


def test_refused_it_tells_why_in_one_sentence() -> None:
    assert "Try again in a few seconds" in str(Refused("not-just-now").sentence)
