"""A table's door: which seat a viewer has, and what the writer is asked to do for it."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass

from games import play, views_of
from games.messages import Beat, Look, Message, PlayMove, Ready, Resign, TakeBack
from games.models import Seat
from games.refusals import Refused
from games.views_of import SeatView


@dataclass(frozen=True, slots=True)
class SeatAt:
    """Where somebody sits."""

    seat_id: int
    match_id: int
    place: int


@dataclass(frozen=True, slots=True)
class Answer:
    """What one viewer gets back: the version and view as they are now, and the refusal if there was one."""

    version: int
    view: SeatView
    changed: bool
    refused: Refused | None


def seat_of(key: str, player_id: int) -> SeatAt | None:
    """The player's own seat at that table; None is the same for no such table and for another's."""
    found = Seat.objects.of(player_id).filter(match__key=key).values_list("pk", "match_id", "place").first()
    return SeatAt(*found) if found else None


def load(seat_id: int) -> Seat:
    """The seat with its match and deal, locked for this transaction. One query."""
    return Seat.objects.select_for_update(of=("self", "match")).select_related("match__deal").get(pk=seat_id)


def say(at: SeatAt, message: Message, now: dt.datetime) -> Answer:
    """Do what the seat's player said, inside the writer's transaction, and look at the seat afterwards."""
    seat = load(at.seat_id)
    before = seat.version
    play.expire(seat, now)
    refused = None
    try:
        _verb(seat, message, now)()
    except Refused as error:
        # Every check comes before the first write, so there is nothing to undo.
        refused = error
    return Answer(seat.version, views_of.seat(seat, now), seat.version > before, refused)


def _verb(seat: Seat, message: Message, now: dt.datetime) -> Callable[[], None]:
    match message:
        case Ready(contribution):
            return lambda: play.ready(seat, contribution, now)
        case PlayMove(n, text):
            return lambda: play.move(seat, n, text, now)
        case TakeBack(n, as_practice):
            return lambda: play.take_back(seat, n, as_practice, now)
        case Resign():
            return lambda: play.resign(seat, now)
        case Look() | Beat():
            return lambda: None


def look(at: SeatAt, now: dt.datetime) -> Answer:
    """The seat as it is now; a deadline that has passed is judged by looking."""
    return say(at, Look(), now)


def versions(seat_ids: list[int]) -> dict[int, int]:
    """The version of each of these seats' views. One query."""
    return dict(Seat.objects.filter(pk__in=seat_ids).values_list("pk", "version"))
