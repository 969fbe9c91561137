"""What is kept in memory: boards, positions, and the rows of running matches. Each may be lost at any time."""

from collections import OrderedDict
from collections.abc import Callable, Iterable

from games.analysis.position import Position
from games.engine.board import Board
from games.engine.move import Move as BoardMove
from games.models import Match, Move, Seat

KEPT_AT_MOST = 5_000

# Seat id to the number of rows it rests on and the board. Rows are only ever appended, so equal numbers mean equal
# boards. Touched by the writer's thread alone.
_kept: OrderedDict[int, tuple[int, Board]] = OrderedDict()


# The same for positions that house players are to think about. Touched by the thread that thinks, and forgotten by any.
_positions: dict[int, tuple[int, Position]] = {}

# Running matches with their seats. What may have changed of them is read again before each use.
_running: OrderedDict[int, tuple[Match, list[Seat]]] = OrderedDict()


def standing_line(rows: Iterable[str]) -> list[BoardMove]:
    """The moves that stand, from a seat's rows in order: a take-back removes the last one before it."""
    line: list[BoardMove] = []
    for row in rows:
        if row == Move.TAKE_BACK:
            line.pop()
        else:
            line.append(BoardMove.parse(row))
    return line


def replayed(seat: Seat) -> Board:
    """The seat's board from its rows alone. One query."""
    return board_after(seat, seat.rows)


def board_after(seat: Seat, rows: int) -> Board:
    """The seat's board as it stood after so many rows. One query."""
    so_far = seat.moves.filter(n__lte=rows).order_by("n").values_list("move", flat=True)
    return Board.replay(seat.match.deal.laid_out(), standing_line(so_far))


def board_of(seat: Seat) -> Board:
    """The seat's board as its rows make it; copy before changing it."""
    kept = _kept.get(seat.pk)
    if kept is not None and kept[0] == seat.rows:
        _kept.move_to_end(seat.pk)
        return kept[1]
    board = replayed(seat) if seat.rows else Board(seat.match.deal.laid_out())
    keep(seat, board)
    return board


def keep(seat: Seat, board: Board) -> None:
    """Remember the board for the number of rows the seat has now."""
    _kept[seat.pk] = (seat.rows, board)
    _kept.move_to_end(seat.pk)
    while len(_kept) > KEPT_AT_MOST:
        _kept.popitem(last=False)


def position_of(seat: Seat, look: Callable[[], Position]) -> Position:
    """The seat's position, looked at once for the number of rows it has now."""
    kept = _positions.get(seat.pk)
    if kept is not None and kept[0] == seat.rows:
        return kept[1]
    position = look()
    if len(_positions) >= KEPT_AT_MOST:
        _positions.clear()
    _positions[seat.pk] = seat.rows, position
    return position


def take_running(match_id: int) -> tuple[Match, list[Seat]] | None:
    """The kept rows of that match, out of the memory until they are put back."""
    return _running.pop(match_id, None)


def keep_running(match: Match, seats: list[Seat]) -> None:
    _running[match.pk] = (match, seats)
    while len(_running) > KEPT_AT_MOST:
        _running.popitem(last=False)


def forget_all() -> None:
    """After a rollback: what was kept may rest on rows that were never stored."""
    _kept.clear()
    _positions.clear()
    _running.clear()
