"""Whether a board's player may have a hint, and what that does to the game."""

import datetime as dt

from games.models import Match, Seat
from games.play.ending import refuse_unless_running
from games.play.table import Table
from games.refusals import Refused


def take_hint(table: Table, seat: Seat, rows: int, as_practice: bool, now: dt.datetime) -> None:
    """A hint for the board as it stands after so many rows; a game that counted is practice from then on, where its
    player agrees. Refused (`no-hints-here`) in matches and in the counted try at the deal of the day."""
    if table.match.mode != Match.Mode.SOLO or seat.day is not None:
        raise Refused("no-hints-here")
    refuse_unless_running(table, now)
    if rows != seat.rows:
        raise Refused("board-has-changed")
    if seat.practice != Seat.Practice.NO:
        return
    if not as_practice:
        raise Refused("hint-makes-practice")
    seat.practice = Seat.Practice.HINT
    table.change(seat)
    table.show(seat)
