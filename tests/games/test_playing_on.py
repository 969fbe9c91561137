"""Playing on from any point of an ended game: a table of one's own, as practice, with that board on it."""

import datetime as dt

import pytest
from django.db import transaction

from club.models import Player
from games import boards, play
from games.ended import ended_game
from games.engine.rules import Rules
from games.models import Deal, Match, Move, Seat
from games.play import RaceWish, SoloWish
from games.refusals import Refused
from tests.games.conftest import NOON
from tests.games.racing import EASIEST, Race, play_until
from tests.games.table import AtTable, choice, code_of
from tests.games.turning import DAY

SECOND = dt.timedelta(seconds=1)


@pytest.fixture
def race(alice: Player, bob: Player) -> Race:
    """Ended with different boards, neither of them stopped: Alice holds back, Bob gives up."""
    race = Race.begun(alice, bob, RaceWish(EASIEST, 5))
    for _ in range(9):
        race.one.move(choice(race.one.look()))
        race.two.move(next(move for move in race.two.look().legal if move in ("W1", "W2")))
    race.two.resign()
    return race


def seat_of(match: Match, place: int) -> Seat:
    return Seat.objects.select_related("match__deal", "player").get(match=match, place=place)


def play_from(player: Player, seat: Seat, n: int, now: dt.datetime = NOON) -> AtTable:
    with transaction.atomic():
        return AtTable(player, play.play_from(player, seat, n, now), now)


def refusal(player: Player, seat: Seat, n: int, now: dt.datetime = NOON) -> str:
    with pytest.raises(Refused) as refused:
        play_from(player, seat, n, now)
    return refused.value.code


def test_the_table_has_the_board_as_it_stood_after_so_many_moves(race: Race, alice: Player) -> None:
    seat = seat_of(race.match(), 1)
    line = [str(move) for move in boards.replayed(seat).moves]
    for n in (0, 1, 5, len(line)):
        alone = play_from(alice, seat, n)
        own = Seat.objects.get(pk=alone.seat_id)
        assert list(own.moves.order_by("n").values_list("move", flat=True)) == line[:n]
        view = alone.look()
        assert (view.mode, view.practice, view.phase, view.rows) == ("solo", "played-on", "running", n)
        assert view.board is not None
        assert sum(foundation.count for foundation in view.board.foundations) == own.foundation_cards


def test_another_move_is_tried_there_and_the_ended_game_stays_as_it_was(race: Race, bob: Player) -> None:
    before = race.two.look()
    alone = play_from(bob, seat_of(race.match(), 2), 4)
    assert alone.move("W3").refused is None
    assert alone.take_back().refused is None
    assert race.two.look() == before


def test_each_player_may_play_on_from_either_board_and_so_may_somebody_else(
    race: Race, alice: Player, charlie: Player, guest: Player
) -> None:
    other = seat_of(race.match(), 2)
    for player in (alice, charlie, guest):
        alone = play_from(player, other, 3)
        assert Seat.objects.get(pk=alone.seat_id).player == player
        assert alone.look().board == play_from(player, other, 3).look().board


def test_the_same_point_asked_for_twice_is_one_table_until_something_is_played_there(race: Race, alice: Player) -> None:
    seat = seat_of(race.match(), 1)
    first, again, elsewhere = (play_from(alice, seat, n) for n in (5, 5, 4))
    assert first.key == again.key
    assert first.key != elsewhere.key
    first.move(choice(first.look()))
    third = play_from(alice, seat, 5)
    assert third.key not in (first.key, elsewhere.key)
    assert first.look().phase == "running"


def test_the_same_number_of_moves_on_the_other_board_is_another_table(race: Race, alice: Player) -> None:
    match = race.match()
    assert play_from(alice, seat_of(match, 1), 9).key != play_from(alice, seat_of(match, 2), 9).key


def test_a_table_given_up_is_not_given_again(race: Race, alice: Player) -> None:
    seat = seat_of(race.match(), 1)
    first = play_from(alice, seat, 5)
    first.resign()
    assert play_from(alice, seat, 5).key != first.key


def test_ones_own_board_played_on_is_the_point_after_its_last_move(race: Race, alice: Player) -> None:
    seat = seat_of(race.match(), 1)
    with transaction.atomic():
        key = play.play_on(alice, race.match(), NOON).key
    assert play_from(alice, seat, len(boards.replayed(seat).moves)).key == key


def test_what_was_taken_back_is_no_move_of_it(alice: Player) -> None:
    table = AtTable.solo(alice, SoloWish(Rules.parse("classic-4-0")))
    table.ready()
    table.move("W1")
    table.take_back(as_practice=True)
    table.move("W2")
    table.resign()
    seat = seat_of(Match.objects.get(), 1)
    alone = play_from(alice, seat, 1)
    assert list(Move.objects.filter(seat_id=alone.seat_id).values_list("move", flat=True)) == ["W2"]
    assert refusal(alice, seat, 2) == "no-such-move"


def test_a_redeal_is_played_on_across(alice: Player) -> None:
    table = AtTable.solo(alice, SoloWish(EASIEST))
    table.ready()
    while (view := table.look()).legal and "R" not in view.legal:
        table.move(next((move for move in view.legal if move.startswith("W") and len(move) == 2), view.legal[0]))
    table.move("R")
    stood = table.look().board
    table.resign()
    seat = seat_of(Match.objects.get(), 1)
    assert play_from(alice, seat, len(boards.replayed(seat).moves)).look().board == stood


def test_an_open_stock_stays_open(alice: Player) -> None:
    table = AtTable.solo(alice, SoloWish(Rules.parse("classic-4-0"), open_stock=True))
    table.ready()
    table.move("W1")
    table.resign()
    view = play_from(alice, seat_of(Match.objects.get(), 1), 1).look()
    assert view.board is not None
    assert view.board.stock is not None
    assert view.practice == "played-on"


def test_nothing_is_played_on_where_no_move_is_left(alice: Player) -> None:
    table = AtTable.solo(alice)
    table.ready()
    table.play_out()
    seat = seat_of(Match.objects.get(), 1)
    last = len(boards.replayed(seat).moves)
    assert table.look().ended_by == "blocked"
    assert refusal(alice, seat, last) == "nothing-to-play-on"
    assert refusal(alice, seat, last + 1) == "no-such-move"
    assert play_from(alice, seat, last - 1).look().phase == "running"


def test_nothing_is_played_on_while_the_game_runs(alice: Player, bob: Player) -> None:
    race = Race.begun(alice, bob)
    play_until(race.one, 45)
    for player in (alice, bob):
        assert refusal(player, seat_of(race.match(), 1), 0) == "nothing-to-play-on"


def test_the_deal_of_the_day_is_played_on_once_it_is_over_and_not_before(alice: Player) -> None:
    with transaction.atomic():
        match = play.open_day(alice, NOON.date(), NOON)
    table = AtTable(alice, match)
    table.ready()
    table.move("W1")
    table.resign()
    seat = seat_of(match, 1)
    assert refusal(alice, seat, 0) == "deal-not-closed"
    view = play_from(alice, seat, 1, NOON + DAY).look()
    assert (view.practice, view.deal.kind) == ("played-on", Deal.Kind.DAILY)
    assert Seat.objects.filter(day=NOON.date()).count() == 1


def test_it_counts_nowhere(race: Race, alice: Player) -> None:
    alone = play_from(alice, seat_of(race.match(), 1), 5)
    alone.play_out()
    assert not Seat.objects.of(alice.pk).counted().exists()
    # And is an ended game like any other: it can be looked at and played on from in its turn.
    game = ended_game(alone.key, alice, NOON)
    assert game is not None
    assert play_from(alice, game.seats[0], 2).look().rows == 2


def test_a_refused_move_there_is_refused_as_anywhere(race: Race, alice: Player) -> None:
    alone = play_from(alice, seat_of(race.match(), 1), 0)
    assert code_of(alone.move("R")) == "illegal-move"
