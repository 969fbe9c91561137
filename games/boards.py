"""What is kept in memory: boards, positions, and the rows of running matches. Each may be lost at any time."""

from collections import OrderedDict
from collections.abc import Callable, Iterable

from games.analysis.position import Position
from games.engine.board import Board
from games.engine.move import Move as BoardMove
from games.models import Match, Move, Seat

# More play at once at hardly any process. What is not played on is read again when it is; kept for all open tables it
# would be a tenth of what they cost.
SEATS_KEPT = 2_000
MATCHES_KEPT = 1_000

# Seat id to the number of rows it rests on and the board. Rows are only ever appended, so equal numbers mean equal
# boards. Touched by the writer's thread alone.
_kept: OrderedDict[int, tuple[int, Board]] = OrderedDict()


# The same for positions that house players are to think about. Touched by the thread that thinks, and forgotten by any.
_positions: dict[int, tuple[int, Position]] = {}

# What a seat's player sees of the board that is kept, and by what else that is known. Touched as the boards are.
_seen: dict[int, tuple[Board, tuple[object, ...], object]] = {}

# Running matches with their seats. What may have changed of them is read again before each use, but for those in hand.
_running: OrderedDict[int, tuple[Match, list[Seat]]] = OrderedDict()

# Matches that were read and locked by this transaction, so that memory and database agree until it ends.
_in_hand: set[int] = set()


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
    kept = _kept.get(seat.id)
    if kept is not None and kept[0] == seat.rows:
        _kept.move_to_end(seat.id)
        return kept[1]
    board = replayed(seat) if seat.rows else Board(seat.match.deal.laid_out())
    keep(seat, board)
    return board


def rows_known(seat: Seat) -> int | None:
    """For how many rows of the seat its board is kept; None where it is not."""
    kept = _kept.get(seat.id)
    return None if kept is None else kept[0]


def play_on(seat: Seat, rows: Iterable[str]) -> None:
    """Bring the kept board to the number of rows the seat has now, by those that were written elsewhere."""
    board = _kept[seat.id][1].copy()
    for row in rows:
        if row == Move.TAKE_BACK:
            board.take_back()
        else:
            board.play(BoardMove.parse(row))
    keep(seat, board)


def keep(seat: Seat, board: Board) -> None:
    """Remember the board for the number of rows the seat has now."""
    _kept[seat.id] = (seat.rows, board)
    _kept.move_to_end(seat.id)
    while len(_kept) > SEATS_KEPT:
        _kept.popitem(last=False)


def seen[T](seat: Seat, board: Board, known_by: tuple[object, ...], look: Callable[[], T]) -> T:
    """What is seen of that very board, looked at once as long as `known_by` stays the same."""
    kept = _seen.get(seat.id)
    if kept is not None and kept[0] is board and kept[1] == known_by:
        return kept[2]  # type: ignore[return-value] # each seat's is looked at in one way
    found = look()
    if len(_seen) >= SEATS_KEPT:
        _seen.clear()
    _seen[seat.id] = board, known_by, found
    return found


def position_of(seat: Seat, look: Callable[[], Position]) -> Position:
    """The seat's position, looked at once for the number of rows it has now."""
    kept = _positions.get(seat.id)
    if kept is not None and kept[0] == seat.rows:
        return kept[1]
    position = look()
    if len(_positions) >= SEATS_KEPT:
        _positions.clear()
    _positions[seat.id] = seat.rows, position
    return position


def running(match_id: int) -> tuple[Match, list[Seat]] | None:
    """The kept rows of that match."""
    return _running.get(match_id)


def keep_running(match: Match, seats: list[Seat]) -> None:
    _running[match.id] = (match, seats)
    _running.move_to_end(match.id)
    while len(_running) > MATCHES_KEPT:
        _running.popitem(last=False)


def forget_running(match_id: int) -> None:
    _running.pop(match_id, None)
    _in_hand.discard(match_id)


def take_in_hand(match_ids: Iterable[int]) -> None:
    _in_hand.update(match_ids)


def is_in_hand(match_id: int) -> bool:
    return match_id in _in_hand


def let_go() -> None:
    """The transaction has ended, or something else than a table's verb may write in it."""
    _in_hand.clear()


def forget_all() -> None:
    """After a rollback: what was kept may rest on rows that were never stored."""
    _kept.clear()
    _seen.clear()
    _positions.clear()
    _running.clear()
    _in_hand.clear()
