"""How a match ends: once, in one transaction, with the first thing that ends it."""

import datetime as dt

from games import boards, clocks
from games.engine.race import compared, decided
from games.engine.result import Outcome, Result
from games.engine.winner import MatchResult
from games.engine.winner import Reason as Why
from games.models import Match, Seat
from games.models.matches import Reason
from games.play import away, races, turns
from games.play.closing import close, close_for_two
from games.play.starting import begin
from games.play.table import Table, result_of
from games.refusals import Refused


def judge(table: Table, seat: Seat, now: dt.datetime) -> None:
    """After a row of that seat: whether its board, or both boards together, end the match."""
    outcome = boards.board_of(seat).outcome
    if table.is_by_turns:
        turns.judge(table, seat, now)
        return
    if not table.is_race:
        if outcome is not Outcome.PLAYING:
            end_solo(table, Seat.EndedBy(outcome.value), now)
        return
    if outcome is Outcome.BLOCKED:
        seat.stopped_at = now
    if outcome is Outcome.PLAYING and not any(each.stopped_at for each in table.seats):
        # As after nearly every move: nothing to compare.
        return
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
    if match.mode == Match.Mode.SOLO:
        refuse_unless_running(table, now)
        end_solo(table, Seat.EndedBy.RESIGNED, now)
        return
    if table.is_by_turns:
        turns.resign(table, seat, now)
        return
    refuse_unless_running(table, now)
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
    if table.is_by_turns:
        turns.catch_up(table, now)
        return
    deadline, gone = table.match.deadline, away.both_gone_at(table)
    if deadline is not None and clocks.is_past(deadline, now):
        if table.is_race:
            _end_as_if_stopped(table, deadline, Seat.EndedBy.TIME)
        else:
            end_solo(table, Seat.EndedBy.DAY_OVER, deadline)
    elif gone is not None and clocks.is_past(gone, now):
        _end_as_if_stopped(table, gone, Seat.EndedBy.LEFT)


def _end_as_if_stopped(table: Table, at: dt.datetime, ended_by: Seat.EndedBy) -> None:
    """Nobody plays on: the boards decide as they stand; those that had stopped before keep their own reason, and the
    house never leaves."""
    stays = {seat.place for seat in table.seats if seat.player.is_house and ended_by is Seat.EndedBy.LEFT}
    given = {seat.place: ended_by for seat in table.seats if seat.stopped_at is None and seat.place not in stays}
    end_race(table, compared(_results(table)), at, given)


def end_solo(table: Table, ended_by: Seat.EndedBy, now: dt.datetime) -> None:
    """End a match of one seat at that instant."""
    close(table, now)
    seat = table.seat(1)
    seat.ended_by, seat.ended_at = ended_by, now
    table.put(seat, boards.board_of(seat))


def end_race(table: Table, result: MatchResult, now: dt.datetime, given: dict[int, Seat.EndedBy] | None = None) -> None:
    """End a race at that instant: counts frozen, deal closed, and whatever follows of its series."""
    close_for_two(table, result, now, given)
    races.go_on(table, now)


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
