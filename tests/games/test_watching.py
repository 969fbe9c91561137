"""Watching: the two lines while it is raced, the boards afterwards; and playing one's board on."""

import pytest
from django.db import transaction

from club.models import Player
from games import play, tables
from games.messages import Claim, Look, PlayMove, Ready, Rematch, Resign, TakeBack
from games.models import Match, Move, Seat
from games.play import WATCHERS, RaceWish
from games.refusals import Refused
from games.tables import At
from tests.games.racing import CLASSIC, EASIEST, Race, play_until, race_of
from tests.games.table import AtTable, choice, code_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def race(alice: Player, bob: Player) -> Race:
    return Race.begun(alice, bob)


def test_a_watcher_sees_the_two_lines_and_no_card(race: Race) -> None:
    play_until(race.one, 40)
    view = race.watched()
    assert (view.seat, view.board, view.legal, view.result, view.deal.seed) == (0, None, [], None, None)
    seen = race_of(view)
    assert [line.stock_left for line in seen.lines] == [40, 48]
    assert (seen.boards, seen.results) == (None, None)


@pytest.mark.parametrize(
    "message", [Ready(None), PlayMove(1, "W1"), TakeBack(1, False), Resign(), Claim(), Rematch()], ids=str
)
def test_a_watcher_moves_nothing(race: Race, message: Ready) -> None:
    before = list(Seat.objects.values())
    answer = tables.say(At(race.match_id, WATCHERS, None), message, race.now)
    assert code_of(answer) == "only-watching"
    assert not answer.told
    assert list(Seat.objects.values()) == before


def test_watching_is_not_being_here(race: Race) -> None:
    heard = Seat.objects.get(pk=race.one.seat_id).heard_at
    race.wait_together(race.now - race.now)
    tables.say(At(race.match_id, WATCHERS, None), Look(), race.now)
    assert Seat.objects.get(pk=race.one.seat_id).heard_at == heard


def test_a_race_that_is_not_to_be_watched_is_no_table_for_others(alice: Player, bob: Player, charlie: Player) -> None:
    race = Race.begun(alice, bob, RaceWish(CLASSIC, 5, watchable=False))
    assert tables.place_of(race.key, charlie.pk) is None
    assert tables.place_of(race.key, None) is None
    race.one.resign()
    assert tables.place_of(race.key, charlie.pk) is None


def test_a_player_in_another_window_is_a_player_and_no_watcher(race: Race, alice: Player, charlie: Player) -> None:
    mine, theirs = tables.place_of(race.key, alice.pk), tables.place_of(race.key, charlie.pk)
    assert mine is not None
    assert theirs is not None
    assert (mine.place, theirs.place) == (1, WATCHERS)


def test_a_solo_table_cannot_be_watched(alice: Player, bob: Player) -> None:
    assert tables.place_of(AtTable.solo(alice).key, bob.pk) is None


# --- playing on -------------------------------------------------------------------------------------------------------


def play_on(race: Race, seat: AtTable) -> AtTable:
    player = Seat.objects.get(pk=seat.seat_id).player
    with transaction.atomic():
        return AtTable(player, play.play_on(player, race.match(), race.now), race.now)


def test_a_board_is_played_on_as_practice_from_where_it_stood(race: Race) -> None:
    play_until(race.two, 30)
    race.one.resign()
    stood = race.two.look()
    alone = play_on(race, race.two)
    view = alone.look()
    assert (view.mode, view.practice, view.board) == ("solo", "played-on", stood.board)
    assert alone.move(choice(view)).refused is None
    assert race.two.look() == stood


def test_played_on_twice_is_one_table(race: Race) -> None:
    race.one.resign()
    assert play_on(race, race.two).key == play_on(race, race.two).key
    assert Match.objects.filter(mode=Match.Mode.SOLO).count() == 1


def test_only_the_standing_line_is_taken_along(alice: Player, bob: Player) -> None:
    race = Race.begun(alice, bob, RaceWish(EASIEST, 5))
    while race.two.look().take_back != "free":
        race.two.move(choice(race.two.look()))
    race.two.take_back()
    race.one.resign()
    alone = play_on(race, race.two)
    rows = Move.objects.filter(seat_id=alone.seat_id)
    assert not rows.filter(move="back").exists()
    assert alone.look().board == race.two.look().board
    assert rows.count() == alone.look().rows == race.two.look().rows - 2


def test_nothing_is_played_on_before_the_end(race: Race) -> None:
    with pytest.raises(Refused, match="nothing-to-play-on"):
        play_on(race, race.one)


def test_a_stopped_board_has_nothing_to_play_on(race: Race) -> None:
    race.one.play_out()
    race.two.resign()
    assert not race_of(race.one.look()).can_play_on
    assert race_of(race.two.look()).can_play_on
    with pytest.raises(Refused, match="nothing-to-play-on"):
        play_on(race, race.one)


def test_an_outsider_plays_no_board_on(race: Race, charlie: Player) -> None:
    race.one.resign()
    with pytest.raises(Refused, match="nothing-to-play-on"):
        play.play_on(charlie, race.match(), race.now)
