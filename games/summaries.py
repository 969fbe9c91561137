"""The summary of an ended game: its boards' courses with the time they took, gathered from its rows."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from games.analysis.summary import Course, Parting, course_of, parting
from games.ended import EndedGame
from games.engine.deal import Dealt
from games.engine.move import Move as BoardMove
from games.models import Match, Move, Seat, Turn


@dataclass(frozen=True, slots=True)
class Timed:
    """The moves that stand; lengths of time in seconds."""

    moves: tuple[BoardMove, ...]
    # For each when it was made, since the board was opened, never less than the one before.
    at: tuple[float, ...]
    # For each how long it took since the row before it, or since the board was opened.
    took: tuple[float, ...]
    # How many moves were taken back.
    took_back: int


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """One seat's board, played through."""

    seat: Seat
    name: str
    own: bool
    course: Course
    timed: Timed
    # By correspondence how long each turn took from its opening, in seconds; one that was cut short has no length.
    turns: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """Everything that the summary of an ended game rests on. `seats` in their order, the viewer's own first."""

    game: EndedGame
    seats: tuple[SeatSummary, ...]
    # In the order of the match's seats, whoever looks; None in solo and where the boards never parted.
    parting: Parting | None
    dealt: Dealt

    @property
    def lasted(self) -> float:
        """From the opening of the boards to the end, in seconds."""
        match = self.game.match
        if match.started_at is None or match.ended_at is None:
            return 0.0
        return max(0.0, (match.ended_at - match.started_at).total_seconds())

    @property
    def is_by_turns(self) -> bool:
        return self.game.match.mode == Match.Mode.CORRESPONDENCE


def summary_of(game: EndedGame) -> Summary:
    """Two queries at most, however long the game was."""
    dealt = game.match.deal.laid_out()
    rows: dict[int, list[tuple[str, dt.datetime]]] = {seat.pk: [] for seat in game.seats}
    for seat_id, text, at in (
        Move.objects.filter(seat__in=rows).order_by("seat", "n").values_list("seat_id", "move", "at")
    ):
        rows[seat_id].append((text, at))
    turns = _turns(game)
    seats = [
        SeatSummary(
            seat=seat,
            name=str(seat.player),
            own=seat.place == game.place,
            course=course_of(dealt, (timed := _timed(seat, rows[seat.pk])).moves),
            timed=timed,
            turns=tuple(turns.get(seat.pk, ())),
        )
        for seat in game.seats
    ]
    parted = parting(dealt, (seats[0].timed.moves, seats[1].timed.moves)) if len(seats) == 2 else None
    return Summary(game, tuple(sorted(seats, key=lambda one: not one.own)), parted, dealt)


def _timed(seat: Seat, rows: Iterable[tuple[str, dt.datetime]]) -> Timed:
    opened = before = seat.started_at
    standing: list[tuple[BoardMove, float, float]] = []
    took_back = 0
    for text, at in rows:
        if text == Move.TAKE_BACK:
            standing.pop()
            took_back += 1
        else:
            # The instants are those of arrival, and two sockets of one seat may be written in the other order.
            took = max(0.0, (at - before).total_seconds()) if before else 0.0
            since = max(standing[-1][1] if standing else 0.0, (at - opened).total_seconds() if opened else 0.0)
            standing.append((BoardMove.parse(text), since, took))
        before = at
    return Timed(
        moves=tuple(move for move, _, _ in standing),
        at=tuple(at for _, at, _ in standing),
        took=tuple(took for _, _, took in standing),
        took_back=took_back,
    )


def _turns(game: EndedGame) -> dict[int, list[float]]:
    """By seat the length of each of its turns."""
    if game.match.mode != Match.Mode.CORRESPONDENCE:
        return {}
    lengths: dict[int, list[float]] = {}
    for turn in Turn.objects.filter(seat__in=game.seats).order_by("seat", "number"):
        lengths.setdefault(turn.seat_id, []).append((turn.ended_at - turn.opened_at).total_seconds())
    return lengths
