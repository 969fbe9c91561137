"""House players: who they are, who can sit down with one, and where they count and show."""

import datetime as dt

import pytest
from django.contrib.auth import authenticate
from django.test import Client

from club import audience, joining
from club.models import Kind, Notice, Player
from club.names import HOUSE_NAMES, NameRefused, parse_name
from games import clocks, correspondence, correspondence_lists, house, lobby, lobby_view, offers, reporting, sweep
from games.analysis.house import Level
from games.engine.record import judge as verdict_on
from games.lobby import Welcome
from games.messages import Claim, Rematch, Resign
from games.models import Afterword, Match, Offer, Seat
from games.play import RaceWish, TurnsWish
from games.record_of import record_of
from games.records import written
from games.recounting import recount
from games.refusals import Refused
from games.standing import standing_of
from tests.games.conftest import NOON
from tests.games.moderating import at_once
from tests.games.racing import CLASSIC, Race, play_until, race_of
from tests.games.table import code_of
from tests.games.turning import AtTurns, turns_of

pytestmark = pytest.mark.django_db

RACE = RaceWish(CLASSIC, minutes=5)
SECOND = dt.timedelta(seconds=1)


def race(player: Player, level: str = "novice", wish: RaceWish = RACE, now: dt.datetime = NOON) -> Race:
    return Race(at_once(house.race, player, level, wish, now), now)


def begun(player: Player, wish: RaceWish = RACE) -> Race:
    """The person is ready; the house was before."""
    sat = race(player, wish=wish)
    sat.one.ready(b"1" * 16)
    sat.wait(3 * SECOND)
    assert sat.one.look().phase == "running"
    return sat


# --- who they are -----------------------------------------------------------------------------------------------------


def test_there_is_one_of_each_level_the_kernels_know() -> None:
    assert list(house.LEVELS) == list(HOUSE_NAMES) == [level.value for level in Level]


def test_each_is_made_once_however_often_it_is_needed() -> None:
    made = [house.player_of(level, NOON) for level in house.LEVELS for _ in range(2)]
    assert sorted({player.name or "" for player in made}) == sorted(HOUSE_NAMES.values())
    assert Player.objects.filter(house_level__isnull=False).count() == 4


def test_it_is_nobody_who_could_sign_in_be_found_be_let_in_or_be_asked(alice: Player) -> None:
    novice = house.player_of("novice", NOON)
    assert not novice.is_member
    assert authenticate(None, username=novice.name, password="") is None
    assert not novice.has_usable_password()
    assert novice not in audience.findable(NOON)
    assert novice not in joining.waiting()
    assert audience.found(alice, "house", NOON) == []
    assert lobby.member_named("House Novice") is None
    assert not audience.may_ask(alice, novice, NOON)


@pytest.mark.parametrize(
    "name", ["House Expert", "house-novice", "H0useMaster 7", "House Regular Joe", "HOUSE EXPERT 2"]
)
def test_nobody_may_take_a_name_that_begins_like_one_of_theirs(name: str) -> None:
    with pytest.raises(NameRefused):
        parse_name(name)


def test_other_names_of_houses_are_free() -> None:
    assert [parse_name(name) for name in ("Houseman", "Expert", "House of Cards")]


@pytest.mark.parametrize("borne", ["House Expert", "house_expert"])
def test_whoever_bore_such_a_name_before_keeps_it(borne: str) -> None:
    person = Player.objects.create_user(borne, "correct horse")
    expert = house.player_of("expert", NOON)
    assert expert.name == "House Expert 2"
    person.refresh_from_db()
    assert person.name == borne


# --- a race -----------------------------------------------------------------------------------------------------------


def test_the_house_is_ready_at_once_and_adds_nothing_to_the_deal(alice: Player) -> None:
    sat = race(alice)
    own, other = race_of(sat.one.look()).lines
    assert (own.house, other.house, other.ready, other.here) == (False, True, True, True)
    sat.one.ready(b"1" * 16)
    match = sat.match()
    assert match.phase == Match.Phase.STARTING
    assert bytes(match.deal.contributions or b"") == b"1" * 16 + bytes(16)


def test_nobody_watches_and_the_search_in_the_lobby_is_over(alice: Player) -> None:
    at_once(lobby.race_anyone, alice, RACE, Welcome(), NOON)
    sat = race(alice)
    assert not sat.match().watchable
    assert not offers.waiting(NOON).exists()
    assert Offer.objects.get(player=alice).match_id == sat.match_id
    assert lobby_view.see_everybodys(NOON, lobby_view.Standings()).racing == []


def test_pressed_twice_it_is_one_race_and_nobody_has_two(alice: Player) -> None:
    first = race(alice)
    assert race(alice).key == first.key
    first.one.ready()
    assert race(alice).key == first.key
    with pytest.raises(Refused, match="you-are-racing"):
        race(alice, "master")
    first.wait(3 * SECOND)
    first.one.look()
    with pytest.raises(Refused, match="you-are-racing"):
        race(alice, now=first.now)


def test_the_house_races_any_number_at_once(alice: Player, bob: Player, guest: Player) -> None:
    keys = {begun(player).key for player in (alice, bob, guest)}
    assert len(keys) == 3


def test_an_offer_that_comes_while_one_waits_is_met_by_people_as_before(alice: Player, bob: Player) -> None:
    at_once(lobby.race_anyone, alice, RACE, Welcome(), NOON)
    match = at_once(lobby.race_anyone, bob, RACE, Welcome(), NOON)
    assert match is not None
    assert not Seat.objects.filter(match=match, player__is_active=False).exists()


@pytest.mark.parametrize("minutes", [None, 10])
def test_it_is_never_away_and_cannot_be_claimed(alice: Player, minutes: int | None) -> None:
    sat = begun(alice, RaceWish(CLASSIC, minutes))
    sat.wait_together(dt.timedelta(minutes=9), sat.one)
    view = race_of(sat.one.look())
    assert (view.lines[1].here, view.claim_from) == (True, None)
    assert code_of(sat.one.say(Claim())) == "not-away"
    assert sweep.due(sat.now) == []


def test_without_a_clock_the_race_ends_when_the_person_alone_was_gone_for_ten_minutes(alice: Player) -> None:
    sat = begun(alice, RaceWish(CLASSIC))
    play_until(sat.one, 30)
    sat.beat(sat.one)
    gone_at = sat.now + clocks.AWAY_AFTER + clocks.BOTH_AWAY + clocks.GRACE
    sat.wait(gone_at - sat.now - SECOND)
    assert swept(sat).phase == Match.Phase.RUNNING
    sat.wait(SECOND)
    match = swept(sat)
    assert (match.phase, match.winner) == (Match.Phase.ENDED, 1)
    assert race_of(sat.one.look()).ended_by == ["left", "decided"]
    assert verdict_on(written(match)).holds


def swept(sat: Race) -> Match:
    for match_id in sweep.due(sat.now):
        at_once(sweep.catch_up, match_id, sat.now)
    return sat.match()


def test_a_rematch_is_taken_at_once(alice: Player) -> None:
    sat = begun(alice)
    sat.one.resign()
    assert sat.one.say(Rematch()).refused is None
    follows = sat.next()
    assert race_of(sat.one.look()).next == follows.key
    assert race_of(follows.one.look()).lines[1].house
    assert sat.one.say(Rematch()).refused is None
    assert Match.objects.count() == 2


def test_between_the_races_of_a_series_the_house_is_ready_and_leaving_gives_it_the_series(alice: Player) -> None:
    sat = begun(alice, RaceWish(CLASSIC, 5, best_of=3))
    sat.one.resign()
    follows = sat.next()
    assert race_of(follows.one.look()).lines[1].ready
    follows.one.say(Resign())
    series = sat.match().series
    assert series is not None
    assert (series.winner, series.reason) == (2, "resigned")
    assert not Afterword.objects.exists()


# --- where it counts, and where it does not ---------------------------------------------------------------------------


def test_a_race_against_the_house_bears_on_nobodys_authority_and_is_talked_about_by_nobody(alice: Player) -> None:
    before = standing_of(alice, NOON)
    sat = begun(alice)
    sat.one.resign()
    assert [seat.was_member for seat in sat.match().seats.order_by("place")] == [True, False]
    assert standing_of(alice, sat.now) == before
    assert recount(alice, sat.now).weights == {}
    assert sat.one.look().afterword is None
    assert verdict_on(written(sat.match())).holds


def test_what_was_played_against_the_house_is_tallied_apart(alice: Player, bob: Player) -> None:
    begun(alice).one.resign()
    begun(bob).one.resign()
    Race.begun(alice, bob).one.resign()
    own, novice = record_of(alice, NOON), record_of(house.player_of("novice", NOON), NOON)
    assert [(row.tally.won, row.tally.lost) for row in own.races] == [(0, 1)]
    assert [(row.tally.won, row.tally.lost) for row in own.house] == [(0, 1)]
    assert [(row.tally.won, row.tally.lost) for row in novice.races] == [(2, 0)]
    assert novice.house == []


def test_a_house_players_page_shows_its_record_to_everybody_and_nothing_to_ask(alice: Player) -> None:
    begun(alice).one.resign()
    browser = Client()
    seen = browser.get("/player/House Novice/")
    assert seen.status_code == 200
    assert "Played" in seen.text
    browser.force_login(alice)
    seen = browser.get("/player/house novice/")
    assert "partner-ask" not in seen.text
    assert "Report" not in seen.text
    for path in ("/player/House Novice/ask/", "/player/House Novice/block/"):
        browser.post(path)
    assert not audience.are_blocked(alice.pk, house.player_of("novice", NOON).pk)


def test_it_can_be_neither_reported_nor_blocked_nor_judged(alice: Player) -> None:
    sat = begun(alice)
    browser = Client()
    browser.force_login(alice)
    novice = house.player_of("novice", NOON)
    for path in (f"/report/match/{sat.key}/", "/report/name/House Novice/"):
        assert browser.get(path).status_code == 404
    assert browser.post(f"/table/{sat.key}/block/").status_code == 404
    with pytest.raises(Refused, match="only-own-matches"):
        at_once(reporting.report_match, alice, sat.key, "", NOON)
    root = Player.objects.create_superuser("root", "correct horse")
    browser.force_login(root)
    assert "House Novice" not in browser.get("/admin/club/player/").text
    assert browser.get(f"/admin/club/judgement/of/{novice.pk}/").status_code == 404


# --- by correspondence ------------------------------------------------------------------------------------------------


def test_its_offer_by_correspondence_is_begun_by_the_member_and_has_no_bytes_of_the_house(alice: Player) -> None:
    offer = at_once(house.offer_turns, alice, "expert", TurnsWish(CLASSIC), NOON)
    assert (offer.player.house_level, offer.to_id) == ("expert", alice.pk)
    match = at_once(correspondence.accept, offer.key, alice, b"2" * 16, NOON)
    assert bytes(match.deal.contributions or b"") == bytes(16) + b"2" * 16
    lines = turns_of(AtTurns(alice, match).look()).lines
    assert [line.house for line in lines] == [True, False]


def test_the_newest_wishes_count_and_the_same_ones_are_one_offer(alice: Player) -> None:
    first = at_once(house.offer_turns, alice, "expert", TurnsWish(CLASSIC), NOON)
    assert at_once(house.offer_turns, alice, "expert", TurnsWish(CLASSIC), NOON).key == first.key
    other = at_once(house.offer_turns, alice, "expert", TurnsWish(CLASSIC, turn_cards=8), NOON)
    assert other.key != first.key
    first.refresh_from_db()
    assert (first.closed_at, first.deal) == (NOON, None)
    assert correspondence_lists.asked_of(alice, NOON) == []


def test_it_is_for_members_and_twenty_matches_are_enough(alice: Player, guest: Player) -> None:
    with pytest.raises(Refused, match="members-only"):
        at_once(house.offer_turns, guest, "novice", TurnsWish(CLASSIC), NOON)
    for _ in range(house.MOST_BY_TURNS):
        offer = at_once(house.offer_turns, alice, "novice", TurnsWish(CLASSIC), NOON)
        at_once(correspondence.accept, offer.key, alice, None, NOON)
    with pytest.raises(Refused, match="enough-of-the-house"):
        at_once(house.offer_turns, alice, "novice", TurnsWish(CLASSIC), NOON)


def test_nobody_tells_the_house_anything(alice: Player) -> None:
    offer = at_once(house.offer_turns, alice, "novice", TurnsWish(CLASSIC), NOON)
    match = at_once(correspondence.accept, offer.key, alice, None, NOON)
    AtTurns(alice, match).resign()
    assert set(Notice.objects.values_list("player_id", flat=True)) == {alice.pk}
    assert Notice.objects.filter(kind=Kind.MATCH_OVER).exists()
