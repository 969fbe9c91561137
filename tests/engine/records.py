"""Records of the worked cases, to be verified as they are or tampered with."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from games.engine.record import Mode, Record, RecordSeat
from games.engine.result import Outcome, StatedResult
from games.engine.strict_json import Json
from games.engine.winner import MatchResult, Reason
from tests.engine.replays import Replay


def record_of(replay: Replay) -> Record:
    """The record of a worked case as a solo game, with everything in it that a record can hold."""
    board = replay.board()
    won = board.outcome is Outcome.WON
    seat = RecordSeat(
        player="alice",
        moves=replay.moves,
        seconds=tuple(0.5 * number for number in range(len(replay.moves))),
        ended_by=replay.ended_by(),
        result=StatedResult.of(board.result(replay.ended_by())),
    )
    return Record(
        rules=replay.rules,
        seed=replay.seed,
        commitment=bytes.fromhex(replay.commitment),
        secret=replay.secret,
        contributions=replay.contributions or None,
        mode=Mode.SOLO,
        played_at=datetime(2026, 3, 29, 1, 30, 15, 250_000, tzinfo=UTC),
        seats=(seat,),
        result=MatchResult(1, Reason.FIRST_TO_WIN) if won else MatchResult(None, Reason.EQUAL),
    )


def written(record: Record | dict[str, Json]) -> bytes:
    """The bytes of a record's file."""
    return json.dumps(record.to_json() if isinstance(record, Record) else record).encode()
