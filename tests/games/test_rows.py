"""The rows written by hand are the rows the models would write, and are read as the models would read them."""

import datetime as dt

import pytest
from django.db import IntegrityError
from django.db.models import Model

from club.models import Player
from games import boards, play
from games.models import Match, Move, Seat
from games.play import rows
from tests.games.racing import Race
from tests.games.turning import ByTurns, forget_boards

pytestmark = pytest.mark.django_db
LATER = dt.datetime(2031, 7, 1, 5, 6, 7, 123456, tzinfo=dt.UTC)


@pytest.fixture
def race(alice: Player, bob: Player) -> Race:
    return Race.begun(alice, bob)


def columns_of(row: Model) -> dict[str, object]:
    """All columns; bytes as such, whatever the database gives."""
    values = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    return {name: bytes(value) if isinstance(value, memoryview) else value for name, value in values.items()}


def change_all(row: Seat | Match, names: tuple[str, ...]) -> None:
    """Another value in each of these columns, one that the constraints allow."""
    given: dict[str, object] = {
        "phase": Match.Phase.ENDED,
        "reason": "more_cards",
        "winner": 2,
        "ended_by": Seat.EndedBy.TIME,
        "practice": Seat.Practice.PLAYED_ON,
        "contribution": b"\x00\xff" * 8,
        "follows_id": None,
        "known_as": "greta",
        # Only by correspondence, as below.
        "turn": 0,
        "turn_deadline": None,
    }
    for name in names:
        field = row._meta.get_field(name.removesuffix("_id"))
        kind = field.get_internal_type()
        usual = {"DateTimeField": LATER, "BooleanField": True}.get(kind, 7)
        setattr(row, name, given.get(name, usual))


def test_a_seat_is_written_as_its_model_would(race: Race) -> None:
    seat = Seat.objects.get(pk=race.one.seat_id)
    change_all(seat, rows.SEAT_COLUMNS)
    rows.write_seat(seat)
    by_hand = columns_of(Seat.objects.get(pk=seat.pk))
    seat.save()
    assert by_hand == columns_of(Seat.objects.get(pk=seat.pk)) == columns_of(seat)


def test_a_match_is_written_as_its_model_would(race: Race) -> None:
    match = Match.objects.get(pk=race.match_id)
    change_all(match, rows.MATCH_COLUMNS)
    rows.write_match(match)
    by_hand = columns_of(Match.objects.get(pk=match.pk))
    match.save()
    assert by_hand == columns_of(Match.objects.get(pk=match.pk)) == columns_of(match)


def test_an_open_turn_is_written_and_read_as_its_model_would(alice: Player, bob: Player) -> None:
    match = ByTurns.begun(alice, bob).match()
    seats = list(match.seats.select_related("player").order_by("place"))
    written = Seat.objects.get(pk=seats[1].pk)
    written.turn_deadline, written.turn_line, written.spare_days_left, written.absence_days = LATER, 40, 3, 7
    match.turn, match.turn_opened_at, match.deadline = 11, LATER, LATER
    rows.write_seat(written)
    rows.write_match(match)
    by_hand = columns_of(Seat.objects.get(pk=written.pk)), columns_of(Match.objects.get(pk=match.pk))
    written.save()
    match.save()
    by_model = columns_of(Seat.objects.get(pk=written.pk)), columns_of(Match.objects.get(pk=match.pk))
    assert by_hand == by_model == (columns_of(written), columns_of(match))
    assert rows.read_again([(match, seats)])
    assert columns_of(seats[1]) == columns_of(written)


def test_every_column_that_a_match_by_correspondence_changes_is_read_again(alice: Player, bob: Player) -> None:
    begun = ByTurns.begun(alice, bob)
    for _ in range(3):
        begun.play_turn()
    begun.one.take_absence(2)
    kept = play.load(begun.match_id)
    forget_boards()
    begun.two.play_turn()
    begun.one.resign()
    assert rows.read_again([(kept.match, kept.seats)])
    fresh = Match.objects.get(pk=begun.match_id)
    assert columns_of(kept.match) == columns_of(fresh)
    assert [columns_of(seat) for seat in kept.seats] == [columns_of(seat) for seat in fresh.seats.order_by("place")]


def test_empty_columns_are_written_as_the_models_would(alice: Player, bob: Player) -> None:
    race = Race.agreed(alice, bob)
    seat, match = Seat.objects.get(pk=race.one.seat_id), Match.objects.get(pk=race.match_id)
    before = columns_of(seat), columns_of(match)
    rows.write_seat(seat)
    rows.write_match(match)
    assert (columns_of(Seat.objects.get(pk=seat.pk)), columns_of(Match.objects.get(pk=match.pk))) == before


def test_a_move_is_written_as_its_model_would(race: Race) -> None:
    seat = Seat.objects.get(pk=race.one.seat_id)
    rows.write_move(seat, 1, "W3F2", LATER)
    Move.objects.create(seat=seat, n=2, move="W3F2", at=LATER)
    by_hand, by_model = ((move.move, move.at) for move in Move.objects.order_by("n"))
    assert by_hand == by_model == ("W3F2", LATER)


def test_a_number_is_written_once(race: Race) -> None:
    seat = Seat.objects.get(pk=race.one.seat_id)
    rows.write_move(seat, 1, "W1", LATER)
    with pytest.raises(IntegrityError):
        rows.write_move(seat, 1, "W2", LATER)


def test_every_column_that_changes_is_read_again(race: Race) -> None:
    match = Match.objects.select_related("deal").get(pk=race.match_id)
    seats = list(match.seats.select_related("player").order_by("place"))
    for fresh in match.seats.order_by("place"):
        change_all(fresh, rows.SEAT_COLUMNS)
        fresh.save()
    changed = Match.objects.get(pk=race.match_id)
    change_all(changed, rows.MATCH_COLUMNS)
    changed.save()
    Player.objects.filter(pk=seats[1].player_id).update(name="robert", joined_at=LATER)
    assert rows.read_again([(match, seats)])
    assert columns_of(match) == columns_of(Match.objects.get(pk=match.pk))
    for seat in seats:
        assert columns_of(seat) == columns_of(Seat.objects.get(pk=seat.pk))
    assert (seats[1].player.name, seats[1].player.joined_at) == ("robert", LATER)


def test_rows_that_are_no_longer_the_same_are_not_brought_up_to_date(race: Race, charlie: Player) -> None:
    match = Match.objects.get(pk=race.match_id)
    seats = list(match.seats.select_related("player").order_by("place"))
    Seat.objects.filter(pk=seats[0].pk).update(player=charlie)
    assert not rows.read_again([(match, seats)])
    Match.objects.filter(pk=match.pk).delete()
    assert not rows.read_again([(match, seats)])


def test_a_table_kept_in_memory_is_the_one_the_database_holds(race: Race) -> None:
    play.load(race.match_id)
    kept = play.load(race.match_id)
    Seat.objects.filter(pk=race.two.seat_id).update(heard_at=LATER)
    assert play.load(race.match_id).seat(2).heard_at == LATER
    boards.forget_all()
    fresh = play.load(race.match_id)
    assert columns_of(kept.match) == columns_of(fresh.match)
    assert [columns_of(seat) for seat in kept.seats] == [columns_of(seat) for seat in fresh.seats]
