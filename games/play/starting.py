"""How a board is opened: alone at once, in a race for both at the same instant."""

import datetime as dt

from games import boards, clocks, deals
from games.engine.board import Board
from games.models import Match, Seat
from games.play import away
from games.play.table import Table
from games.refusals import Refused

NO_CONTRIBUTION = bytes(deals.CONTRIBUTION_BYTES)


def start_alone(table: Table, contribution: bytes | None, now: dt.datetime) -> None:
    """Mix the contribution into a random deal and turn the first card."""
    match = table.match
    if match.deal.seed is None:
        deals.mix_in(match.deal, [contribution or NO_CONTRIBUTION])
    _open_boards(table, now)


def get_ready(table: Table, seat: Seat, contribution: bytes | None, now: dt.datetime) -> None:
    """One of two is ready; when both are, and here, the deal is mixed and the countdown begins."""
    match, other = table.match, table.other(seat)
    if seat.contribution is None:
        seat.contribution = contribution or NO_CONTRIBUTION
        table.change(seat)
        table.show_all()
    if other.contribution is not None and away.is_away(match, other, now):
        # Ready and gone is not ready: they press again when they are back.
        other.contribution = None
        table.change(other)
        table.show_all()
    if other.contribution is not None:
        deals.mix_in(match.deal, [bytes(each.contribution or NO_CONTRIBUTION) for each in table.seats])
        match.phase, match.starts_at = Match.Phase.STARTING, now + clocks.COUNTDOWN
        match.deadline = None
        table.change_match()


def begin(table: Table, now: dt.datetime) -> None:
    """The countdown is over: both boards open. Before that harmless."""
    match = table.match
    if match.starts_at is None or not clocks.has_come(match.starts_at, now):
        return
    # A club that was not served at that instant takes nothing from the clock.
    begun_at = now if clocks.is_past(match.starts_at, now) else match.starts_at
    if match.minutes is not None:
        match.deadline = begun_at + dt.timedelta(minutes=match.minutes)
    _open_boards(table, begun_at)


def _open_boards(table: Table, at: dt.datetime) -> None:
    match = table.match
    match.phase, match.started_at = Match.Phase.RUNNING, at
    table.change_match()
    for seat in table.seats:
        seat.started_at = at
        if table.is_race:
            seat.moved_at = at
        table.put(seat, Board(match.deal.laid_out()))


def refuse_late(match: Match, now: dt.datetime) -> None:
    """Too late to open it: the day is over, or the other has waited for long enough."""
    if not clocks.in_time(match.deadline, now):
        raise Refused("match-over")


def opened_board(seat: Seat) -> Board | None:
    """The seat's board; None before it lies open."""
    return None if seat.started_at is None else boards.board_of(seat)
