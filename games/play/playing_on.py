"""Playing on: a board of an ended game, from any of its moves, alone and as practice."""

import datetime as dt

from club.models import Player
from games import boards
from games.engine.board import Board
from games.engine.result import Outcome
from games.models import Match, Move, Seat
from games.play.table import Table
from games.refusals import Refused


def play_on(player: Player, match: Match, now: dt.datetime) -> Match:
    """One's own board of an ended match as it stood when the match ended. Again, and not moved on: the same table."""
    seat = Seat.objects.of(player.pk).filter(match=match).first()
    if match.phase != Match.Phase.ENDED or seat is None or not can_play_on(seat):
        raise Refused("nothing-to-play-on")
    seat.match = match
    return _sit_at(player, seat, boards.replayed(seat), now)


def can_play_on(seat: Seat) -> bool:
    """Whether an ended match of two left this seat with a board that has moves."""
    return seat.stopped_at is None and not seat.won


def play_from(player: Player, seat: Seat, n: int, now: dt.datetime) -> Match:
    """The board of that seat after its first `n` standing moves; again, and not moved on: the same table.

    Whether the player may see the seat's game is the caller's to say (games/ended.py). Refused where the match is not
    over, its deal not closed, so many moves were not played, or nothing can be moved there.
    """
    if seat.match.phase != Match.Phase.ENDED:
        raise Refused("nothing-to-play-on")
    if not seat.match.deal.is_closed(now):
        raise Refused("deal-not-closed")
    line = boards.replayed(seat).moves
    if n > len(line):
        raise Refused("no-such-move")
    board = Board.replay(seat.match.deal.laid_out(), line[:n])
    if board.outcome is not Outcome.PLAYING:
        raise Refused("nothing-to-play-on")
    return _sit_at(player, seat, board, now)


def _sit_at(player: Player, seat: Seat, board: Board, now: dt.datetime) -> Match:
    """The player's table with that board on it, which stands there already or is laid out anew."""
    of_the_deal = (
        Seat.objects.of(player.pk)
        .running()
        .filter(practice=Seat.Practice.PLAYED_ON, match__deal=seat.match.deal_id, rows=len(board.moves))
    )
    for begun in of_the_deal.select_related("match__deal"):
        if boards.board_of(begun) == board:
            return begun.match
    return _lay_out(player, seat, board, now)


def _lay_out(player: Player, seat: Seat, board: Board, now: dt.datetime) -> Match:
    alone = Match.objects.create(
        mode=Match.Mode.SOLO,
        phase=Match.Phase.RUNNING,
        deal=seat.match.deal,
        open_stock=seat.match.open_stock,
        created_at=now,
        started_at=now,
    )
    copy = Seat.objects.create(
        match=alone,
        place=1,
        player=player,
        mode=alone.mode,
        variant=seat.variant,
        practice=Seat.Practice.PLAYED_ON,
        rows=len(board.moves),
        started_at=now,
    )
    Move.objects.bulk_create(
        Move(seat=copy, n=n, move=str(move), at=now) for n, move in enumerate(board.moves, start=1)
    )
    table = Table(alone, [copy])
    table.put(copy, board)
    table.store()
    return alone
