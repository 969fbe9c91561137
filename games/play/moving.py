"""What a player does on an open board: each verb is one row, told by its number."""

import datetime as dt
from dataclasses import dataclass

from games import boards
from games.engine.board import Board
from games.engine.errors import IllegalMove, InvalidMove
from games.engine.move import Move as BoardMove
from games.engine.turn import Turn as OpenTurn
from games.models import Match, Move, Seat
from games.play import rows, turns
from games.play.away import note
from games.play.ending import judge, refuse_unless_running
from games.play.table import Table
from games.refusals import Refused


@dataclass(frozen=True, slots=True)
class Row:
    """Which row of the seat it is, and by correspondence in which turn it was meant."""

    n: int
    turn: int | None = None


def move(table: Table, seat: Seat, row: Row, text: str, now: dt.datetime) -> None:
    """Play that row of the seat. The same row and move again changes nothing; IllegalMove and the like are refused."""
    if _is_repeated(seat, row.n, text):
        return
    turn = _refuse_unless_open(table, seat, row, now)
    board = boards.board_of(seat).copy()
    try:
        meant = BoardMove.parse(text)
        if turn is not None and not turn.allows(meant):
            # Before the board is asked, whose answer would tell of the card that is not turned yet.
            raise Refused("turn-is-placed")
        board.play(meant)
    except InvalidMove as error:
        raise Refused("invalid-move") from error
    except IllegalMove as error:
        raise Refused("illegal-move", error.rule) from error
    _append(table, seat, row.n, text, now)
    table.put(seat, board)
    judge(table, seat, now)


def take_back(table: Table, seat: Seat, row: Row, as_practice: bool, now: dt.datetime) -> None:
    """Undo the last standing move as that row; past a turned card only as practice, and only in solo."""
    if _is_repeated(seat, row.n, Move.TAKE_BACK):
        return
    _refuse_unless_open(table, seat, row, now)
    board = boards.board_of(seat)
    if not board.moves:
        raise Refused("nothing-to-take-back")
    cost = cost_of_taking_back(seat, board)
    if cost == "no" or (cost == "practice" and not as_practice):
        raise Refused("card-was-turned")
    board = board.copy()
    board.take_back()
    if cost == "practice":
        seat.practice = Seat.Practice.TOOK_BACK
    _append(table, seat, row.n, Move.TAKE_BACK, now)
    table.put(seat, board)


def cost_of_taking_back(seat: Seat, board: Board) -> str:
    """`free`, `practice` (would show a turned card again, so the game would count no more) or `no`."""
    if not board.moves:
        return "no"
    if seat.mode == Match.Mode.CORRESPONDENCE:
        turn = turns.open_turn(seat)
        return "free" if turn is not None and turn.can_take_back else "no"
    if not board.last_move_showed_a_card or seat.practice != Seat.Practice.NO:
        return "free"
    return "no" if seat.day is not None or seat.mode != Match.Mode.SOLO else "practice"


def _is_repeated(seat: Seat, n: int, text: str) -> bool:
    """Whether row n is stored already as this; refuses another content and a number beyond the next (promise 2)."""
    if n > seat.rows + 1:
        raise Refused("number-ahead")
    if n == seat.rows + 1:
        return False
    if not seat.moves.filter(n=n, move=text).exists():
        raise Refused("number-taken")
    return True


def _refuse_unless_open(table: Table, seat: Seat, row: Row, now: dt.datetime) -> OpenTurn | None:
    """The open turn, by correspondence."""
    if table.is_by_turns:
        return turns.turn_to_play(table, seat, row.turn, now)
    refuse_unless_running(table, now)
    if seat.stopped_at is not None:
        raise Refused("stopped")
    return None


def _append(table: Table, seat: Seat, n: int, text: str, now: dt.datetime) -> None:
    rows.write_move(seat, n, text, now)
    seat.rows = n
    # Who plays is here: this spares the round that writes down who was heard of.
    seat.heard_at = max(now, seat.heard_at or now)
    if table.is_race:
        seat.moved_at = now
        # Who was away for not moving is so no longer.
        note(table, now)
