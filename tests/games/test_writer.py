"""The writer: what waits is committed together, a bad call spoils no other, and no answer comes before the commit."""

import threading
from collections.abc import Callable

import pytest
from django.db import IntegrityError, connection, transaction

from club.models import Player
from games import tables
from games.messages import PlayMove
from games.models import Move, Seat
from games.refusals import Refused
from games.writer import Writer
from tests.games.racing import Race
from tests.games.table import AtTable

pytestmark = pytest.mark.django_db(transaction=True)


class Gate:
    """Holds the writer's thread inside a call, so that the next ones wait together."""

    def __init__(self) -> None:
        self.entered = threading.Event()
        self.opened = threading.Event()

    def __call__(self) -> None:
        self.entered.set()
        assert self.opened.wait(10)


def _together(writer: Writer, *calls: Callable[[], object], of_matches: tuple[int, ...] = ()) -> list[object]:
    """Run the calls in one batch; for each its value or the error it got."""
    gate = Gate()
    first = writer.put(gate)
    assert gate.entered.wait(10)
    jobs = [writer.put(call, of_matches) for call in calls]
    gate.opened.set()
    first.result(10)
    answers: list[object] = []
    for job in jobs:
        try:
            answers.append(job.result(10))
        except Exception as error:
            answers.append(error)
    return answers


def _guest() -> int:
    return Player.objects.create_guest().pk


def _refused_after_writing() -> None:
    Player.objects.create_guest()
    raise Refused("match-over")


def _close_connection() -> None:
    # Looked up in the writer's thread: each thread has a connection of its own.
    connection.close()


def _break_connection() -> None:
    # When this transaction ends, the database is gone.
    transaction.on_commit(connection.connection.close)


def _violate() -> None:
    guest = Player.objects.create_guest()
    Player.objects.create(pk=guest.pk)


def _bug() -> None:
    Player.objects.create_guest()
    raise ZeroDivisionError


def test_an_answer_comes_after_the_commit() -> None:
    pk = Writer().wait(_guest)
    assert Player.objects.filter(pk=pk).exists()


@pytest.mark.parametrize("bad", [_refused_after_writing, _violate, _bug])
def test_a_bad_call_undoes_its_own_writes_and_leaves_its_neighbours_alone(bad: Callable[[], None]) -> None:
    before, _, after = _together(Writer(), _guest, bad, _guest)
    assert set(Player.objects.values_list("pk", flat=True)) == {before, after}


def test_each_caller_gets_the_error_of_its_own_call() -> None:
    _, refused, broken, _ = _together(Writer(), _guest, _refused_after_writing, _bug, _guest)
    assert isinstance(refused, Refused)
    assert refused.code == "match-over"
    assert isinstance(broken, ZeroDivisionError)


def test_what_the_database_refuses_is_answered_as_busy() -> None:
    good, bad = _together(Writer(), _guest, _violate)
    assert isinstance(bad, Refused)
    assert bad.code == "busy"
    assert Player.objects.get().pk == good


def test_the_writer_goes_on_after_its_connection_was_closed_under_it() -> None:
    writer = Writer()
    writer.wait(_guest)
    writer.wait(_close_connection)
    assert writer.wait(_guest)


def test_the_writer_goes_on_after_its_connection_broke() -> None:
    writer = Writer()
    writer.wait(_guest)
    writer.wait(_break_connection)
    answers: list[object] = []
    for _ in range(2):
        try:
            answers.append(writer.wait(_guest))
        except Refused as refused:
            answers.append(refused.code)
    assert isinstance(answers[1], int)


def test_a_constraint_violated_at_the_end_of_the_joint_transaction_spoils_one_call_only() -> None:
    """Foreign keys are checked when the transaction ends: the batch fails as a whole and is tried call by call."""

    def dangling() -> None:
        from_nobody = Player.objects.create_guest()
        Seat.objects.create(match_id=987_654, place=1, player=from_nobody, mode="solo", variant="classic-4-0")

    good, bad = _together(Writer(), _guest, dangling)
    assert isinstance(bad, Refused | IntegrityError)
    assert Player.objects.get().pk == good


# --- tables in a joint transaction ------------------------------------------------------------------------------------


@pytest.fixture
def race(alice: Player, bob: Player) -> Race:
    return Race.begun(alice, bob)


def _move(seat: AtTable, n: int, move: str) -> Callable[[], object]:
    return lambda: tables.say(seat.at, PlayMove(n, move), seat.now).refused


def _standing(race: Race) -> list[tuple[int, int, str]]:
    rows = Move.objects.filter(seat__match=race.match_id).order_by("seat__place", "n")
    return list(rows.values_list("seat__place", "n", "move"))


def _half_a_move(seat: AtTable, n: int) -> Callable[[], object]:
    """A bug that shows itself only when something was changed already."""

    def say() -> None:
        _move(seat, n, "W1")()
        raise ZeroDivisionError

    return say


def test_moves_of_one_match_in_one_batch_stand_in_their_order(race: Race) -> None:
    one, two = race.one, race.two
    moves = [_move(one, 1, "W1"), _move(two, 1, "W4"), _move(one, 2, "W2"), _move(one, 1, "W1"), _move(two, 2, "W3")]
    assert _together(Writer(), *moves, of_matches=(race.match_id,)) == [None] * 5
    assert _standing(race) == [(1, 1, "W1"), (1, 2, "W2"), (2, 1, "W4"), (2, 2, "W3")]
    assert [seat.rows for seat in Seat.objects.filter(match=race.match_id)] == [2, 2]


def test_a_bug_in_one_move_undoes_that_move_alone(race: Race) -> None:
    one, two = race.one, race.two
    moves = [_move(one, 1, "W1"), _half_a_move(two, 1), _move(one, 2, "W2"), _move(two, 1, "W3")]
    _, bug, _, _ = _together(Writer(), *moves, of_matches=(race.match_id,))
    assert isinstance(bug, ZeroDivisionError)
    assert _standing(race) == [(1, 1, "W1"), (1, 2, "W2"), (2, 1, "W3")]


def test_a_row_that_the_database_refuses_undoes_its_own_move_alone(race: Race) -> None:
    """Found only when what the whole batch wrote is stored."""
    one, two = race.one, race.two
    Move.objects.create(seat_id=two.seat_id, n=1, move="W1", at=two.now)
    moves = [_move(one, 1, "W1"), _move(two, 1, "W2"), _move(one, 2, "W2")]
    _, refused, _ = _together(Writer(), *moves, of_matches=(race.match_id,))
    assert isinstance(refused, Refused)
    assert refused.code == "busy"
    assert _standing(race) == [(1, 1, "W1"), (1, 2, "W2"), (2, 1, "W1")]


def test_a_move_in_a_batch_asks_the_database_nothing_by_itself(race: Race) -> None:
    one, two = race.one, race.two
    writer = Writer()
    _together(writer, _move(one, 1, "W1"), _move(two, 1, "W1"), of_matches=(race.match_id,))

    def count_from_here() -> None:
        connection.force_debug_cursor = True
        connection.queries_log.clear()

    def asked() -> list[str]:
        connection.force_debug_cursor = False
        return [query["sql"].split()[0] for query in connection.queries_log]

    moves = [_move(seat, n, "W2") for n in range(2, 12) for seat in (one, two)]
    *_, queries = _together(writer, count_from_here, *moves, asked, of_matches=(race.match_id,))
    # What waits is written after the last call; whatever a call asks by itself would be seen here.
    assert queries == []
    assert len(_standing(race)) == 22
