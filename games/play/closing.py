"""Closing a match: its phase, its deal, and what its seats keep of it."""

import datetime as dt

from games import afterword, boards
from games.engine.result import Outcome
from games.engine.winner import MatchResult
from games.models import Deal, Match, Seat
from games.models.matches import Reason
from games.play.table import Table


def close(table: Table, now: dt.datetime) -> None:
    """The match is over at that instant; a random deal is closed by it, the day's by the clock."""
    match = table.match
    match.phase, match.ended_at = Match.Phase.ENDED, now
    table.change_match()
    Deal.objects.filter(pk=match.deal_id, kind=Deal.Kind.RANDOM, closed_at=None).update(closed_at=now)
    match.deal.refresh_from_db(fields=["closed_at"])


def close_for_two(
    table: Table, result: MatchResult, now: dt.datetime, given: dict[int, Seat.EndedBy] | None = None
) -> None:
    """Both boards are frozen, and the result stands. `given` names, by place, what ended a board other than itself."""
    match = table.match
    match.winner = result.winner
    match.reason = Reason(result.reason) if result.reason else Reason.NOT_YET
    close(table, now)
    for seat in table.seats:
        board = boards.board_of(seat)
        seat.ended_by = (given or {}).get(seat.place) or _ended_by_itself(board.outcome)
        seat.ended_at = now
        # Who has left the club since was one: what the other has earned by playing on stays.
        seat.was_member = seat.player.approved_at is not None
        table.put(seat, board)
    # The races of a series have one for all, at its end; with the house there is nobody to talk to.
    if match.series_id is None and not table.is_against_the_house:
        afterword.open_for(match, now)


def _ended_by_itself(outcome: Outcome) -> Seat.EndedBy:
    return Seat.EndedBy.DECIDED if outcome is Outcome.PLAYING else Seat.EndedBy(outcome.value)
