"""A match's rows read and written by hand: what the models do, at a tenth of the cost, for the path of every move.

This is the only raw SQL of the club beside migrations; a test holds it against the models.
"""

import datetime as dt
from collections.abc import Callable
from functools import partial
from typing import Any

from django.db import connection, models

from club.models import Player
from games.models import Match, Move, Seat

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


class _Columns:
    """Some columns of a model: how they are read from a row and written to one."""

    def __init__(self, model: type[models.Model], names: tuple[str, ...]) -> None:
        fields = [model._meta.get_field(name.removesuffix("_id")) for name in names]
        self.names = names
        self.quoted = [f'"{model._meta.db_table}"."{name}"' for name in names]
        self.assigned = ", ".join(f'"{name}" = %s' for name in names)
        self._fields = [field for field in fields if isinstance(field, models.Field)]
        self._readers: list[Callable[[Any], Any]] = [_reader(field) for field in self._fields]

    def read_into(self, row: models.Model, values: tuple[Any, ...]) -> None:
        for name, read, value in zip(self.names, self._readers, values, strict=True):
            setattr(row, name, read(value))

    def written(self, row: models.Model) -> list[Any]:
        """The row's values as the database takes them."""
        return [
            field.get_db_prep_save(getattr(row, name), connection)
            for name, field in zip(self.names, self._fields, strict=True)
        ]


def _reader(field: Any) -> Callable[[Any], Any]:
    if isinstance(field, models.DateTimeField):
        return _aware
    if isinstance(field, models.BooleanField):
        return _truth
    return _as_is


def _aware(value: dt.datetime | None) -> dt.datetime | None:
    # SQLite gives instants in UTC without saying so.
    return value if value is None or value.tzinfo is not None else value.replace(tzinfo=dt.UTC)


def _truth(value: Any) -> bool | None:
    return None if value is None else bool(value)


def _as_is(value: Any) -> Any:
    return value


_match = _Columns(Match, MATCH_COLUMNS)
_seat = _Columns(Seat, SEAT_COLUMNS)
_player = _Columns(Player, PLAYER_COLUMNS)

_READ_MATCH = f'SELECT {", ".join(_match.quoted)} FROM "games_match" WHERE "id" = %s'  # noqa: S608 # our own names
_READ_SEATS = (
    f'SELECT "games_seat"."id", "games_seat"."player_id", {", ".join(_seat.quoted + _player.quoted)}'  # noqa: S608 # our own names
    ' FROM "games_seat" JOIN "club_player" ON "club_player"."id" = "games_seat"."player_id"'
    ' WHERE "games_seat"."match_id" = %s ORDER BY "games_seat"."place"'
)
_WRITE_MATCH = f'UPDATE "games_match" SET {_match.assigned} WHERE "id" = %s'  # noqa: S608 # our own names
_WRITE_SEAT = f'UPDATE "games_seat" SET {_seat.assigned} WHERE "id" = %s'  # noqa: S608 # our own names
_WRITE_MATCH_VERSION = 'UPDATE "games_match" SET "version" = %s WHERE "id" = %s'
_WRITE_SEAT_VERSION = 'UPDATE "games_seat" SET "version" = %s WHERE "id" = %s'
_WRITE_MOVE = 'INSERT INTO "games_move" ("seat_id", "n", "move", "at") VALUES (%s, %s, %s, %s)'
_instant = partial(Move._meta.get_field("at").get_db_prep_save, connection=connection)


def read_again(match: Match, seats: list[Seat]) -> bool:
    """Bring rows read before up to date, locked for this transaction; False where they are no longer these rows."""
    lock = connection.features.has_select_for_update
    with connection.cursor() as cursor:
        cursor.execute(_READ_MATCH + " FOR UPDATE" if lock else _READ_MATCH, [match.pk])
        found = cursor.fetchone()
        if found is None:
            return False
        cursor.execute(_READ_SEATS + ' FOR UPDATE OF "games_seat"' if lock else _READ_SEATS, [match.pk])
        rows = cursor.fetchall()
    if [row[:2] for row in rows] != [(seat.pk, seat.player_id) for seat in seats]:
        return False
    _match.read_into(match, found)
    for seat, row in zip(seats, rows, strict=True):
        _seat.read_into(seat, row[2 : 2 + len(SEAT_COLUMNS)])
        _player.read_into(seat.player, row[2 + len(SEAT_COLUMNS) :])
    return True


def write_match(match: Match) -> None:
    _execute(_WRITE_MATCH, [*_match.written(match), match.pk])


def write_seat(seat: Seat) -> None:
    _execute(_WRITE_SEAT, [*_seat.written(seat), seat.pk])


def write_match_version(match: Match) -> None:
    _execute(_WRITE_MATCH_VERSION, [match.version, match.pk])


def write_seat_version(seat: Seat) -> None:
    _execute(_WRITE_SEAT_VERSION, [seat.version, seat.pk])


def write_move(seat: Seat, n: int, move: str, at: dt.datetime) -> None:
    """Append row n. Raises IntegrityError where there is one."""
    _execute(_WRITE_MOVE, [seat.pk, n, move, _instant(at)])


def _execute(sql: str, values: list[Any]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
