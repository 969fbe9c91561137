"""What a player sees of the own board, looked at once for each position: the other's moves do not change it."""

from dataclasses import dataclass

from games import boards, play
from games.engine.board import Board
from games.engine.result import Result
from games.models import Match, Seat
from games.views import BoardView
from games.views_of.cards import board_view


@dataclass(frozen=True, slots=True)
class OwnView:
    """The board, and what can be done on it; nothing where it is not played any more."""

    board: BoardView
    legal: list[str]
    finish: list[str]
    take_back: str
    result: Result


def own_view(seat: Seat, board: Board) -> OwnView:
    """Of a board that is not played by turns."""
    match = seat.match
    playing = match.phase == Match.Phase.RUNNING and seat.stopped_at is None
    # All that it depends on beside the board.
    known_by = (playing, match.open_stock, seat.practice, seat.ended_by)
    return boards.seen(seat, board, known_by, lambda: _look(seat, board, playing=playing))


def _look(seat: Seat, board: Board, *, playing: bool) -> OwnView:
    return OwnView(
        board=board_view(board, seat.match.open_stock),
        legal=[str(move) for move in board.legal_moves()] if playing else [],
        finish=[str(move) for move in board.finish()] if playing else [],
        take_back=play.cost_of_taking_back(seat, board) if playing else "no",
        result=play.result_of(seat, board),
    )
