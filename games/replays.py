"""The replay: every board of an ended game, from the deal to the last standing move, as its page steps through them."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass

from games.ended import EndedGame
from games.engine.board import Board
from games.engine.cards import RANKS, Card
from games.engine.move import Move as BoardMove
from games.engine.result import Outcome
from games.models import Move, Seat

# In place of the next rank of a foundation that is complete.
COMPLETE = "-"


@dataclass(frozen=True, slots=True)
class Step:
    """A board after one more standing move, written short: cards and ranks one after the other.

    `move` and `card` (which it moved) are null for the board as dealt, `card` for a redeal. `at` is in seconds since
    the seat's board lay open, `placed` counts the turned cards placed so far, those of earlier stocks included.
    `tops` are the foundations' top cards, `counts` their heights, `wants` their next ranks.
    """

    move: str | None
    card: str | None
    at: float
    placed: int
    tops: str
    counts: list[int]
    wants: str
    waste: list[str]
    turned: str | None
    left: int
    redeals_left: int


@dataclass(frozen=True, slots=True)
class SeatReplay:
    """One seat's boards in order; `orders` and `step_sizes` by foundation. `can_play_on` tells whether its last board
    has moves; every earlier one has."""

    seat: int
    orders: list[str]
    step_sizes: list[int]
    can_play_on: bool
    steps: list[Step]


@dataclass(frozen=True, slots=True)
class Replay:
    """The boards of every seat, in seat order."""

    seats: list[SeatReplay]


def replay_of(game: EndedGame) -> Replay:
    """Every board of the game, with no card that its player had not turned. One query a seat."""
    return Replay([_seat(seat) for seat in game.seats])


def _seat(seat: Seat) -> SeatReplay:
    board = Board(seat.match.deal.laid_out())
    steps = [_step(board, None, None, 0.0, 0)]
    placed = 0
    for move, at in _standing(seat):
        card = _moved_by(board, move)
        placed += move.places
        board.play(move)
        steps.append(_step(board, move, card, max(at, steps[-1].at), placed))
    return SeatReplay(
        seat=seat.place,
        orders=["".join(RANKS[rank - 1] for rank in board.foundation_order(i)) for i in range(len(board.foundations))],
        step_sizes=list(board.steps),
        can_play_on=board.outcome is Outcome.PLAYING,
        steps=steps,
    )


def _standing(seat: Seat) -> Iterator[tuple[BoardMove, float]]:
    """The moves that stand, each with the seconds that had passed when it was made."""
    standing: list[tuple[str, dt.datetime]] = []
    for text, at in seat.moves.order_by("n").values_list("move", "at"):
        if text == Move.TAKE_BACK:
            standing.pop()
        else:
            standing.append((text, at))
    for text, at in standing:
        passed = (at - seat.started_at).total_seconds() if seat.started_at else 0.0
        yield BoardMove.parse(text), round(passed, 1)


def _moved_by(board: Board, move: BoardMove) -> Card | None:
    """The card that the move is about to take from where it lies."""
    if move.places:
        return board.turned
    return board.waste[move.pile - 1][-1] if move.pile else None


def _step(board: Board, move: BoardMove | None, card: Card | None, at: float, placed: int) -> Step:
    wanted = [board.wants(i) for i in range(len(board.foundations))]
    return Step(
        move=str(move) if move else None,
        card=card,
        at=at,
        placed=placed,
        tops="".join(pile[-1] for pile in board.foundations),
        counts=[len(pile) for pile in board.foundations],
        wants="".join(RANKS[rank - 1] if rank else COMPLETE for rank in wanted),
        waste=["".join(pile) for pile in board.waste],
        turned=board.turned,
        left=board.stock_left,
        redeals_left=board.rules.redeals - board.redeals_used,
    )
