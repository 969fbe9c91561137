"""A match's rows read and written by hand: what the models do, at a tenth of the cost, for the path of every move.

This is the only raw SQL of the club beside migrations; a test holds it against the models. Between `together` and its
end what is written waits, until the end or until anything else is asked of the database: one statement a kind of row
then does for all.
"""

import datetime as dt
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db import connection
from psycopg import Cursor

from club.models import Player
from games.models import Match, Seat
from games.play.columns import Columns, as_instant

MATCH_COLUMNS = (
    "phase", "starts_at", "started_at", "ended_at", "deadline", "winner", "reason", "half_points_1", "half_points_2",
    "version", "follows_id", "turn", "turn_opened_at",
)  # fmt: skip
SEAT_COLUMNS = (
    "rows", "version", "practice", "started_at", "stopped_at", "ended_at", "ended_by", "won", "near_win",
    "foundation_cards", "direct_points", "stock_left", "redeals_used", "contribution", "heard_at", "moved_at",
    "away_since", "was_member", "known_as", "turn_deadline", "turn_line", "spare_days_left", "absence_days",
)  # fmt: skip
PLAYER_COLUMNS = ("name", "joined_at", "approved_at", "left_at")

_match = Columns(Match, MATCH_COLUMNS)
_seat = Columns(Seat, SEAT_COLUMNS)
_player = Columns(Player, PLAYER_COLUMNS)
_SEAT_ENDS = 3 + len(SEAT_COLUMNS)

# From so many rows on a statement is said once for all of them, which costs a journey of its own.
MANY = 5

# How databases are told of any number of ids without another statement for each number.
_AMONG = {"postgresql": "= ANY(%s)", "sqlite": "IN (SELECT value FROM json_each(%s))"}

_READ_MATCHES = f'SELECT "games_match"."id", {", ".join(_match.quoted)} FROM "games_match" WHERE "id" '  # noqa: S608 # our own names
_READ_SEATS = (
    'SELECT "games_seat"."match_id", "games_seat"."id", "games_seat"."player_id",'  # noqa: S608 # our own names
    f" {', '.join(_seat.quoted + _player.quoted)}"
    ' FROM "games_seat" JOIN "club_player" ON "club_player"."id" = "games_seat"."player_id"'
    ' WHERE "games_seat"."match_id" '
)
_READ_MOVES = (
    'SELECT "seat_id", "move" FROM "games_move"'
    ' WHERE ("seat_id", "n") IN (SELECT * FROM unnest(%s::bigint[], %s::integer[])) ORDER BY "seat_id", "n"'
)
_WRITE_MATCH = f'UPDATE "games_match" SET {_match.assigned} WHERE "id" = %s'  # noqa: S608 # our own names
_WRITE_SEAT = f'UPDATE "games_seat" SET {_seat.assigned} WHERE "id" = %s'  # noqa: S608 # our own names
_WRITE_MATCH_VERSION = 'UPDATE "games_match" SET "version" = %s WHERE "id" = %s'
_WRITE_SEAT_VERSION = 'UPDATE "games_seat" SET "version" = %s WHERE "id" = %s'
_WRITE_MOVE = 'INSERT INTO "games_move" ("seat_id", "n", "move", "at") VALUES (%s, %s, %s, %s)'


class _Waiting:
    """What is to be written in this transaction. Of one row what was written last counts, and nobody saw the rest."""

    def __init__(self) -> None:
        self.matches: dict[int, list[Any]] = {}
        self.match_versions: dict[int, list[Any]] = {}
        self.seats: dict[int, list[Any]] = {}
        self.seat_versions: dict[int, list[Any]] = {}
        self.moves: list[list[Any]] = []

    def write(self) -> None:
        with _sent_together():
            for sql, rows in (
                (_WRITE_MATCH, self.matches),
                (_WRITE_MATCH_VERSION, self.match_versions),
                (_WRITE_SEAT, self.seats),
                (_WRITE_SEAT_VERSION, self.seat_versions),
            ):
                if rows:
                    _execute_many(sql, list(rows.values()))
            if self.moves:
                _execute_many(_WRITE_MOVE, self.moves)


class _Transaction(threading.local):
    """What waits, where there is a `together`. A transaction is one thread's."""

    waiting: _Waiting | None = None


_transaction = _Transaction()


@contextmanager
def together() -> Iterator[None]:
    """Within a transaction, and ended before it: what is written here waits."""
    _transaction.waiting = _Waiting()
    try:
        with connection.execute_wrapper(_write_first):
            yield
            _write_what_waits()
    finally:
        _transaction.waiting = None


def _write_first(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    """Whatever is asked finds the rows as they are."""
    _write_what_waits()
    return execute(sql, params, many, context)


def _write_what_waits() -> None:
    waiting = _transaction.waiting
    if waiting is not None:
        _transaction.waiting = None
        waiting.write()
        _transaction.waiting = _Waiting()


def read_again(known: Sequence[tuple[Match, list[Seat]]]) -> list[tuple[Match, list[Seat]]]:
    """Bring rows read before up to date, their matches locked for this transaction in the order of their ids. Without
    those whose rows are no longer these. Two queries, whatever their number."""
    ids = [match.pk for match, _ in known]
    among, lock = _AMONG[connection.vendor], ""
    if connection.features.has_select_for_update:
        lock = " FOR UPDATE"
    told: Any = ids if connection.vendor == "postgresql" else str(ids)
    with _sent_together():
        of_matches = _execute(f'{_READ_MATCHES} {among} ORDER BY "games_match"."id"{lock}', [told])
        # Whoever changes a seat has locked its match.
        of_seats = _execute(f'{_READ_SEATS} {among} ORDER BY "games_seat"."match_id", "games_seat"."place"', [told])
    matches = {row[0]: row[1:] for row in of_matches.fetchall()}
    rows = {match_id: list(found) for match_id, found in groupby(of_seats.fetchall(), itemgetter(0))}
    return [
        (match, seats)
        for match, seats in known
        if match.pk in matches and _read_one(match, seats, matches[match.pk], rows.get(match.pk, []))
    ]


def moves_since(known: Sequence[tuple[int, int, int]]) -> dict[int, list[str]]:
    """By seat id the rows after the first number up to the second, for these (seat id, first, second). One query, of
    PostgreSQL's kind: where SQLite serves, nobody else writes."""
    numbers = [(seat_id, n) for seat_id, after, last in known for n in range(after + 1, last + 1)]
    with _sent_together():
        cursor = _execute(_READ_MOVES, [[seat_id for seat_id, _ in numbers], [n for _, n in numbers]])
    return {seat_id: [row[1] for row in found] for seat_id, found in groupby(cursor.fetchall(), itemgetter(0))}


def _read_one(match: Match, seats: list[Seat], found: tuple[Any, ...], rows: list[tuple[Any, ...]]) -> bool:
    if [row[1:3] for row in rows] != [(seat.pk, seat.player_id) for seat in seats]:
        return False
    _match.read_into(match, found)
    for seat, row in zip(seats, rows, strict=True):
        _seat.read_into(seat, row[3:_SEAT_ENDS])
        _player.read_into(seat.player, row[_SEAT_ENDS:])
    return True


def write_match(match: Match) -> None:
    values = [*_match.written(match), match.pk]
    if (waiting := _transaction.waiting) is not None:
        waiting.matches[match.pk] = values
        waiting.match_versions.pop(match.pk, None)
    else:
        _execute_many(_WRITE_MATCH, [values])


def write_match_version(match: Match) -> None:
    values = [match.version, match.pk]
    if (waiting := _transaction.waiting) is not None:
        waiting.match_versions[match.pk] = values
    else:
        _execute_many(_WRITE_MATCH_VERSION, [values])


def write_seat(seat: Seat) -> None:
    values = [*_seat.written(seat), seat.pk]
    if (waiting := _transaction.waiting) is not None:
        waiting.seats[seat.pk] = values
        waiting.seat_versions.pop(seat.pk, None)
    else:
        _execute_many(_WRITE_SEAT, [values])


def write_seat_version(seat: Seat) -> None:
    values = [seat.version, seat.pk]
    if (waiting := _transaction.waiting) is not None:
        waiting.seat_versions[seat.pk] = values
    else:
        _execute_many(_WRITE_SEAT_VERSION, [values])


def write_move(seat: Seat, n: int, move: str, at: dt.datetime) -> None:
    """Append row n. Raises IntegrityError where there is one, now or when what waits is written."""
    values = [seat.pk, n, move, as_instant(at)]
    if (waiting := _transaction.waiting) is not None:
        waiting.moves.append(values)
    else:
        _execute_many(_WRITE_MOVE, [values])


@contextmanager
def _sent_together() -> Iterator[None]:
    """PostgreSQL is sent what is asked in here at one time, and answers at its end: to carry a statement of a move
    takes as long as to do it. What waits is written before, which nobody else sees to on this way."""
    _write_what_waits()
    if connection.vendor != "postgresql":
        yield
        return
    connection.ensure_connection()
    with connection.wrap_database_errors, connection.connection.pipeline():
        yield


def _execute(sql: str, values: list[Any]) -> Any:
    cursor = _cursor()
    cursor.execute(sql, values)
    return cursor


def _execute_many(sql: str, rows: list[list[Any]]) -> None:
    if len(rows) < MANY:
        for row in rows:
            _execute(sql, row)
    else:
        _cursor().executemany(sql, rows)


def _cursor() -> Any:
    """PostgreSQL's own kind keeps statements prepared, which Django's kind has read and planned anew each time."""
    if connection.vendor != "postgresql":
        return connection.cursor()
    return Cursor(connection.connection)
