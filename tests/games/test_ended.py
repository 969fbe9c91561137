"""Who may see an ended game: its players, and others once the deal is closed and as those who sat there chose."""

import datetime as dt

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext

from club import blocks
from club.audience import Viewer
from club.models import Audience, Player
from games import play
from games.ended import ended_game
from games.models import Seat
from games.play import RaceWish, TurnsWish
from tests.club.people import become_partners
from tests.games.conftest import NOON
from tests.games.pages.played import play_out
from tests.games.racing import CLASSIC, Race
from tests.games.table import AtTable
from tests.games.talking import ended_race
from tests.games.turning import ByTurns

pytestmark = pytest.mark.django_db(transaction=True)

LATER = NOON + dt.timedelta(hours=1)
MIDNIGHT = dt.datetime(2026, 3, 11, tzinfo=dt.UTC)
JUDGED = MIDNIGHT + dt.timedelta(seconds=2)
NOBODY = AnonymousUser()


def shows(player: Player, audience: Audience) -> None:
    Player.objects.filter(pk=player.pk).update(shows_matches=audience)


def sees(key: str, viewer: Viewer, now: dt.datetime = LATER) -> bool:
    return ended_game(key, viewer, now) is not None


def a_day_s_try(player: Player) -> AtTable:
    """Three cards were placed, and the day goes on."""
    table = AtTable(player, play.open_day(player, NOON.date(), NOON))
    table.ready()
    for _ in range(3):
        table.move("W1")
    return table


# --- its own players --------------------------------------------------------------------------------------------------


def test_its_player_sees_it_with_their_place_and_its_board(alice: Player) -> None:
    table = play_out(alice)
    game = ended_game(table.key, alice, LATER)
    assert game is not None
    assert (game.place, game.closed, game.own) == (1, True, game.seats[0])
    assert game.board(game.seats[0]).foundation_cards == game.seats[0].foundation_cards


def test_both_of_a_match_see_it_each_from_their_place(alice: Player, bob: Player) -> None:
    race = ended_race(alice, bob, watchable=False)
    for player, place in ((alice, 1), (bob, 2)):
        game = ended_game(race.key, player, LATER)
        assert game is not None
        assert (game.place, [seat.place for seat in game.seats]) == (place, [1, 2])


def test_a_guest_sees_their_own_and_nobody_else_does(guest: Player, alice: Player) -> None:
    key = play_out(guest).key
    assert sees(key, guest)
    assert not sees(key, alice)
    assert not sees(key, NOBODY)


def test_nobody_sees_what_is_not_over(alice: Player, bob: Player) -> None:
    solo = AtTable.solo(alice)
    assert not sees(solo.key, alice)
    solo.ready()
    solo.move("W1")
    assert not sees(solo.key, alice)
    race = Race.begun(alice, bob)
    assert not sees(race.key, alice, race.now)
    assert not sees(race.key, NOBODY, race.now)
    turns = ByTurns.begun(alice, bob, TurnsWish(CLASSIC))
    turns.play_turn()
    assert not sees(turns.key, bob)


def test_what_was_called_off_was_no_game(alice: Player, bob: Player) -> None:
    race = Race.agreed(alice, bob)
    race.one.resign()
    assert not sees(race.key, alice)


def test_there_is_no_such_table(alice: Player) -> None:
    assert not sees("AAAAAAAAAAAA", alice)


def test_whoever_looks_at_what_is_overdue_ends_it(alice: Player) -> None:
    table = a_day_s_try(alice)
    game = ended_game(table.key, alice, JUDGED)
    assert game is not None
    assert (game.seats[0].ended_by, game.match.ended_at) == (Seat.EndedBy.DAY_OVER, MIDNIGHT)


# --- others -----------------------------------------------------------------------------------------------------------


def test_others_see_a_game_as_its_player_chose(alice: Player, bob: Player, charlie: Player, guest: Player) -> None:
    key = play_out(alice).key
    become_partners(alice, bob)
    viewers: dict[str, Viewer] = {"partner": bob, "member": charlie, "guest": guest, "anybody": NOBODY}
    allowed = {}
    for audience in Audience:
        shows(alice, audience)
        allowed[audience] = {name for name, viewer in viewers.items() if sees(key, viewer)}
    assert allowed == {
        Audience.NOBODY: set(),
        Audience.PARTNERS: {"partner"},
        Audience.MEMBERS: {"partner", "member"},
        Audience.EVERYBODY: {"partner", "member", "guest", "anybody"},
    }


def test_a_stranger_has_no_place_in_what_they_see(alice: Player, charlie: Player) -> None:
    key = play_out(alice).key
    shows(alice, Audience.MEMBERS)
    game = ended_game(key, charlie, LATER)
    assert game is not None
    assert (game.place, game.own) == (0, None)


def test_a_race_that_could_be_watched_is_seen_by_everybody(alice: Player, bob: Player, guest: Player) -> None:
    key = ended_race(alice, bob).key
    assert sees(key, guest)
    assert sees(key, NOBODY)


def test_a_match_that_could_not_takes_the_leave_of_both(alice: Player, bob: Player, charlie: Player) -> None:
    key = ended_race(alice, bob, watchable=False).key
    shows(alice, Audience.EVERYBODY)
    assert not sees(key, charlie)
    shows(bob, Audience.MEMBERS)
    assert sees(key, charlie)
    assert not sees(key, NOBODY)


def test_a_match_by_correspondence_takes_the_leave_of_both(alice: Player, bob: Player, charlie: Player) -> None:
    turns = ByTurns.begun(alice, bob, TurnsWish(CLASSIC))
    turns.one.resign()
    shows(alice, Audience.EVERYBODY)
    assert not sees(turns.key, charlie)
    shows(bob, Audience.EVERYBODY)
    assert sees(turns.key, charlie)
    assert sees(turns.key, NOBODY)


def test_the_house_hides_nothing_of_what_it_played(alice: Player, bob: Player, charlie: Player) -> None:
    key = ended_race(alice, bob, watchable=False).key
    shows(alice, Audience.MEMBERS)
    Player.objects.filter(pk=bob.pk).update(house_level="novice")
    assert sees(key, charlie)
    shows(alice, Audience.NOBODY)
    assert not sees(key, charlie)


def test_whom_a_player_blocks_sees_nothing_of_theirs(alice: Player, charlie: Player) -> None:
    key = play_out(alice).key
    shows(alice, Audience.EVERYBODY)
    blocks.block(alice, charlie, NOON)
    assert not sees(key, charlie)


def test_whoever_has_left_shows_nothing_and_the_other_keeps_what_they_played(
    alice: Player, bob: Player, charlie: Player
) -> None:
    key = ended_race(alice, bob, watchable=False).key
    for player in (alice, bob):
        shows(player, Audience.EVERYBODY)
    Player.objects.filter(pk=bob.pk).update(left_at=NOON, name=None, name_folded=None)
    assert not sees(key, charlie)
    assert sees(key, alice)


# --- the deal of the day ----------------------------------------------------------------------------------------------


def test_of_an_open_day_nobody_but_its_player_sees_anything(alice: Player, bob: Player, charlie: Player) -> None:
    table = a_day_s_try(alice)
    table.resign()
    shows(alice, Audience.EVERYBODY)
    become_partners(alice, bob)
    for viewer in (bob, charlie, NOBODY):
        assert not sees(table.key, viewer)
    game = ended_game(table.key, alice, LATER)
    assert game is not None
    assert not game.closed


@pytest.mark.parametrize(("seconds", "seen"), [(-1, False), (0, False), (1, False), (2, True)])
def test_it_opens_to_others_once_the_day_is_judged(alice: Player, charlie: Player, seconds: int, seen: bool) -> None:
    table = a_day_s_try(alice)
    table.resign()
    shows(alice, Audience.EVERYBODY)
    now = MIDNIGHT + dt.timedelta(seconds=seconds)
    assert sees(table.key, charlie, now) is seen
    own = ended_game(table.key, alice, now)
    assert own is not None
    assert own.closed is seen


# --- cost -------------------------------------------------------------------------------------------------------------


def test_it_asks_few_questions_whoever_looks(alice: Player, bob: Player, charlie: Player) -> None:
    race = Race.begun(alice, bob, RaceWish(CLASSIC, 5, watchable=False))
    race.one.resign()
    for player in (alice, bob):
        shows(player, Audience.PARTNERS)
    for viewer, most in ((alice, 3), (charlie, 7), (NOBODY, 3)):
        with CaptureQueriesContext(connection) as asked:
            ended_game(race.key, viewer, LATER)
        assert len(asked) <= most
