"""A match's record file, made from its rows."""

import json

from games import boards, deals, play
from games.engine.record import Mode, Record, RecordSeat
from games.engine.result import EndedBy, StatedResult
from games.engine.winner import MatchResult, Reason
from games.models import Deal, Match, Move, Seat


def written(match: Match) -> bytes:
    """The record of an ended match whose deal is closed, as a file. The caller has made sure of both."""
    return json.dumps(record_of(match).to_json(), ensure_ascii=False, indent=1).encode() + b"\n"


def record_of(match: Match) -> Record:
    """The lines that stand, the time each move took, the result, and what proves the deal."""
    deal = match.deal
    contributions = deals.contributions_of(deal)
    return Record(
        rules=match.rules,
        seed=match.deal.laid_out().seed,
        commitment=bytes.fromhex(deal.commitment),
        secret=bytes(deal.secret) if deal.kind == Deal.Kind.RANDOM else None,
        contributions=tuple(contributions) if contributions else None,
        mode=Mode(match.mode),
        played_at=match.started_at,
        seats=tuple(_seat(seat) for seat in match.seats.select_related("match__deal", "player").order_by("place")),
        result=MatchResult(match.winner, Reason(match.reason)) if match.reason else None,
    )


def _seat(seat: Seat) -> RecordSeat:
    board = boards.replayed(seat)
    return RecordSeat(
        player=str(seat.player),
        moves=tuple(str(move) for move in board.moves),
        seconds=_seconds(seat),
        ended_by=EndedBy(seat.ended_by) if seat.ended_by else None,
        result=StatedResult.of(play.result_of(seat, board)),
    )


def _seconds(seat: Seat) -> tuple[float, ...]:
    """How long each standing move took since the row before it, in seconds to a tenth."""
    before = seat.started_at
    standing: list[float] = []
    for text, at in seat.moves.order_by("n").values_list("move", "at"):
        if text == Move.TAKE_BACK:
            standing.pop()
        else:
            # The instants are those of arrival, and two sockets of one seat may be written in the other order.
            standing.append(max(0.0, round((at - before).total_seconds(), 1)) if before else 0.0)
        before = at
    return tuple(standing)
