"""How a match ends: once, in one transaction, with the first thing that ends it."""

import datetime as dt

from games import boards, clocks
from games.engine.race import compared, decided
from games.engine.result import Outcome, Result
from games.engine.winner import MatchResult
from games.engine.winner import Reason as Why
from games.models import Deal, Match, Seat
from games.models.matches import Reason
from games.play import away, races
from games.play.starting import begin
from games.play.table import Table, result_of
from games.refusals import Refused


def judge(table: Table, seat: Seat, now: dt.datetime) -> None:
    """After a row of that seat: whether its board, or both boards together, end the match."""
    outcome = boards.board_of(seat).outcome
    if not table.is_race:
        if outcome is not Outcome.PLAYING:
            end_solo(table, Seat.EndedBy(outcome.value), now)
        return
    if outcome is Outcome.BLOCKED:
        seat.stopped_at = now
    result = decided(_results(table), (_has_stopped(table, 1), _has_stopped(table, 2)))
    if result is not None:
        end_race(table, result, now)


def resign(table: Table, seat: Seat, now: dt.datetime) -> None:
    """Give the game up as it stands. Before a race began: call it off, or give the series. Again harmless."""
    match = table.match
    if match.phase == Match.Phase.CALLED_OFF:
        return
    if match.phase == Match.Phase.ENDED and seat.ended_by == Seat.EndedBy.RESIGNED:
        return
    if table.is_race and match.phase == Match.Phase.OPENING:
        if match.round > 1:
            races.give_series(table, table.other(seat).place, Reason.RESIGNED, now)
        else:
            races.call_off(table, now)
        return
    refuse_unless_running(table, now)
    if not table.is_race:
        end_solo(table, Seat.EndedBy.RESIGNED, now)
        return
    result = MatchResult(table.other(seat).place, Why.RESIGNED)
    end_race(table, result, now, {seat.place: Seat.EndedBy.RESIGNED})


def claim(table: Table, seat: Seat, now: dt.datetime) -> None:
    """The opponent has been away for too long: the race, or between two races the series, goes to this seat."""
    if not table.is_race:
        raise Refused("not-a-race")
    match, other = table.match, table.other(seat)
    if match.phase == Match.Phase.ENDED and match.winner == seat.place and match.reason == Reason.LEFT:
        return
    if match.phase != Match.Phase.OPENING:
        refuse_unless_running(table, now)
    claimable = away.claim_from(match, other)
    if claimable is None or not clocks.has_come(claimable, now):
        raise Refused("not-away")
    if match.phase == Match.Phase.OPENING:
        races.give_series(table, seat.place, Reason.LEFT, now)
    else:
        end_race(table, MatchResult(seat.place, Why.LEFT), now, {other.place: Seat.EndedBy.LEFT})


def catch_up(table: Table, now: dt.datetime) -> None:
    """What the clock alone does to a match by then; sweep, look and move all come through here (promise 6)."""
    match = table.match
    if match.phase == Match.Phase.STARTING:
        begin(table, now)
    if match.phase == Match.Phase.OPENING and table.is_race:
        _catch_up_opening(table, now)
    if match.phase == Match.Phase.RUNNING:
        _catch_up_running(table, now)


def _catch_up_opening(table: Table, now: dt.datetime) -> None:
    deadline, gone = table.match.deadline, away.both_gone_at(table)
    if deadline is not None and clocks.is_past(deadline, now):
        races.call_off(table, deadline)
    elif gone is not None and clocks.is_past(gone, now):
        races.break_off_series(table, gone)


def _catch_up_running(table: Table, now: dt.datetime) -> None:
    deadline, gone = table.match.deadline, away.both_gone_at(table)
    if deadline is not None and clocks.is_past(deadline, now):
        if table.is_race:
            _end_as_if_stopped(table, deadline, Seat.EndedBy.TIME)
        else:
            end_solo(table, Seat.EndedBy.DAY_OVER, deadline)
    elif gone is not None and clocks.is_past(gone, now):
        _end_as_if_stopped(table, gone, Seat.EndedBy.LEFT)


def _end_as_if_stopped(table: Table, at: dt.datetime, ended_by: Seat.EndedBy) -> None:
    """Nobody plays on: the boards decide as they stand; those that had stopped before keep their own reason."""
    given = {seat.place: ended_by for seat in table.seats if seat.stopped_at is None}
    end_race(table, compared(_results(table)), at, given)


def end_solo(table: Table, ended_by: Seat.EndedBy, now: dt.datetime) -> None:
    """End a match of one seat at that instant; a random deal is closed by it, the day's by the clock."""
    _close(table, now)
    seat = table.seat(1)
    seat.ended_by, seat.ended_at = ended_by, now
    table.put(seat, boards.board_of(seat))


def end_race(table: Table, result: MatchResult, now: dt.datetime, given: dict[int, Seat.EndedBy] | None = None) -> None:
    """End a race at that instant: counts frozen, deal closed, and whatever follows of its series.

    `given` names, by place, what ended a board other than the board itself.
    """
    match = table.match
    match.winner = result.winner
    match.reason = Reason(result.reason) if result.reason else Reason.NOT_YET
    _close(table, now)
    for seat in table.seats:
        board = boards.board_of(seat)
        seat.ended_by = (given or {}).get(seat.place) or _ended_by_itself(seat, board.outcome)
        seat.ended_at = now
        seat.was_member = not seat.player.is_guest
        table.put(seat, board)
    races.go_on(table, now)


def _ended_by_itself(seat: Seat, outcome: Outcome) -> Seat.EndedBy:
    if outcome is Outcome.WON:
        return Seat.EndedBy.WON
    return Seat.EndedBy.DECIDED if seat.stopped_at is None else Seat.EndedBy.BLOCKED


def _close(table: Table, now: dt.datetime) -> None:
    match = table.match
    match.phase, match.ended_at = Match.Phase.ENDED, now
    table.change_match()
    Deal.objects.filter(pk=match.deal_id, kind=Deal.Kind.RANDOM, closed_at=None).update(closed_at=now)
    match.deal.refresh_from_db(fields=["closed_at"])


def _results(table: Table) -> tuple[Result, Result]:
    one, two = (result_of(seat, boards.board_of(seat)) for seat in table.seats)
    return one, two


def _has_stopped(table: Table, place: int) -> bool:
    return table.seat(place).stopped_at is not None


def refuse_unless_running(table: Table, now: dt.datetime) -> None:
    """Refuses what comes before the start, at or after the deadline, or after the end."""
    match = table.match
    if match.phase == Match.Phase.CALLED_OFF:
        raise Refused("called-off")
    if match.phase == Match.Phase.ENDED:
        raise Refused("match-over")
    if match.phase != Match.Phase.RUNNING:
        raise Refused("not-started")
    # The sweep ends the match once what came before the deadline is written.
    if not clocks.in_time(match.deadline, now):
        raise Refused("match-over")
