"""The record of a finished game: read strictly, written, and verified against the rules and the secret."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final

from games.engine.board import Board
from games.engine.deal import CONTRIBUTION_BYTES, SECRET_BYTES, Dealt, commitment, deal, mix
from games.engine.errors import IllegalMove, InvalidMove, InvalidRecord, InvalidRules
from games.engine.move import Move
from games.engine.result import EndedBy, Outcome, Result, StatedResult
from games.engine.rules import Rules
from games.engine.strict_json import (
    Json,
    array_of,
    as_object,
    duration,
    hex_of,
    one_of,
    optional,
    parse_object,
    required,
    text_up_to,
    true_or_false,
    whole_number,
    whole_number_or_null,
)
from games.engine.winner import MatchResult, Reason, contradiction

FORMAT: Final = "calculation-record/1"

# Ten times what the longest match of two players takes.
SIZE_LIMIT: Final = 256 * 1024
# The longest game that the rules allow, two packs and two redeals, has fewer than 400.
_MOST_MOVES: Final = 1_000
_MOST_SEATS: Final = 2
_LONGEST_NAME: Final = 200
_LONGEST_MOVE: Final = 40

_UTC_INSTANT: Final = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?(Z|[+-]00:00)", re.IGNORECASE
)


class Mode(StrEnum):
    """How the match was played."""

    SOLO = "solo"
    RACE = "race"
    CORRESPONDENCE = "correspondence"

    @property
    def seats(self) -> int:
        return 1 if self is Mode.SOLO else 2


@dataclass(frozen=True, slots=True)
class RecordSeat:
    """One seat: the line that stands, as written, and what may be known of it besides."""

    moves: tuple[str, ...]
    player: str | None = None
    # The time each move took.
    seconds: tuple[float, ...] | None = None
    ended_by: EndedBy | None = None
    result: StatedResult | None = None

    def to_json(self) -> dict[str, Json]:
        return _without_nones(
            {
                "player": self.player,
                "moves": list(self.moves),
                "seconds": None if self.seconds is None else list(self.seconds),
                "ended_by": self.ended_by,
                "result": None if self.result is None else self.result.to_json(),
            }
        )


@dataclass(frozen=True, slots=True)
class Record:
    """A record as it was read: every type and size is right, nothing is judged yet."""

    rules: Rules
    seed: bytes
    seats: tuple[RecordSeat, ...]
    commitment: bytes | None = None
    secret: bytes | None = None
    contributions: tuple[bytes, ...] | None = None
    mode: Mode | None = None
    played_at: datetime | None = None
    result: MatchResult | None = None

    @classmethod
    def parse(cls, content: bytes) -> Record:
        """The record in a file's bytes; InvalidRecord if they are none. Keys not known are passed over."""
        record = parse_object(content, SIZE_LIMIT)
        if required(record, "format", text_up_to(_LONGEST_NAME)) != FORMAT:
            raise InvalidRecord(f"format is not {FORMAT}")
        return cls(
            rules=required(record, "rules", _rules),
            seed=required(record, "seed", hex_of(SECRET_BYTES)),
            seats=required(record, "seats", array_of(_seat, most=_MOST_SEATS, least=1)),
            commitment=optional(record, "commitment", hex_of(SECRET_BYTES)),
            secret=optional(record, "secret", hex_of(SECRET_BYTES)),
            contributions=optional(record, "contributions", array_of(hex_of(CONTRIBUTION_BYTES), most=_MOST_SEATS)),
            mode=optional(record, "mode", one_of(Mode)),
            played_at=optional(record, "played_at", _utc_instant),
            result=optional(record, "result", _match_result),
        )

    def to_json(self) -> dict[str, Json]:
        """The object to write into a file, without what is not known."""
        return _without_nones(
            {
                "format": FORMAT,
                "rules": self.rules.to_json(),
                "seed": self.seed.hex(),
                "commitment": None if self.commitment is None else self.commitment.hex(),
                "secret": None if self.secret is None else self.secret.hex(),
                "contributions": (None if self.contributions is None else [each.hex() for each in self.contributions]),
                "mode": self.mode,
                "played_at": None if self.played_at is None else _utc_text(self.played_at),
                "seats": [seat.to_json() for seat in self.seats],
                "result": None if self.result is None else self.result.to_json(),
            }
        )


def _rules(value: Json, where: str) -> Rules:
    try:
        return Rules.from_json(value)
    except InvalidRules as error:
        raise InvalidRecord(f"{where}: {error}") from None


def _seat(value: Json, where: str) -> RecordSeat:
    seat = as_object(value, where)
    return RecordSeat(
        moves=required(seat, "moves", array_of(text_up_to(_LONGEST_MOVE), most=_MOST_MOVES)),
        player=optional(seat, "player", text_up_to(_LONGEST_NAME)),
        seconds=optional(seat, "seconds", array_of(duration, most=_MOST_MOVES)),
        ended_by=optional(seat, "ended_by", one_of(EndedBy)),
        result=optional(seat, "result", _stated_result),
    )


def _stated_result(value: Json, where: str) -> StatedResult:
    stated = as_object(value, where)
    return StatedResult(
        outcome=optional(stated, "outcome", one_of(Outcome)),
        foundation_cards=optional(stated, "foundation_cards", whole_number),
        direct_points=optional(stated, "direct_points", whole_number),
        near_win=optional(stated, "near_win", true_or_false),
        stock_left=optional(stated, "stock_left", whole_number),
        redeals_used=optional(stated, "redeals_used", whole_number),
    )


def _utc_instant(value: Json, where: str) -> datetime:
    text = text_up_to(_LONGEST_NAME)(value, where).upper()
    try:
        if _UTC_INSTANT.fullmatch(text):
            return datetime.fromisoformat(text)
    except ValueError:
        pass
    raise InvalidRecord(f"{where} is no instant in UTC as RFC 3339 writes it")


def _match_result(value: Json, where: str) -> MatchResult | None:
    stated = as_object(value, where)
    reason = optional(stated, "reason", one_of(Reason))
    if "winner" not in stated:
        # Null is a winner too, a draw; a reason alone states nothing that could be wrong.
        return None
    return MatchResult(whole_number_or_null(stated["winner"], "winner"), reason)


def _utc_text(instant: datetime) -> str:
    return instant.astimezone(UTC).isoformat().removesuffix("+00:00") + "Z"


def _without_nones(pairs: dict[str, Json]) -> dict[str, Json]:
    return {key: value for key, value in pairs.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a record holds; None if the file is no record at all."""

    holds: bool | None
    # What the replay gives for each seat of a record that holds.
    results: tuple[Result, ...] = ()
    reason: str = ""
    # The number of the first wrong move, counted from 1.
    at: int | None = None

    def to_json(self, file: str) -> dict[str, Json]:
        """The line that `verify` prints about this file."""
        if self.holds:
            return {"file": file, "holds": True, "seats": [result.to_json() for result in self.results]}
        return {"file": file, "holds": self.holds, "reason": self.reason, "at": self.at}


class _Fault(Exception):
    """The first thing in a record that does not hold."""

    def __init__(self, reason: str, at: int | None = None) -> None:
        super().__init__(reason)
        self.at = at


def judge(content: bytes) -> Verdict:
    """The verdict on a file's bytes, whatever they are."""
    try:
        record = Record.parse(content)
    except InvalidRecord as error:
        return Verdict(None, reason=str(error))
    return verify(record)


def verify(record: Record) -> Verdict:
    """Check commitment, seed, every move, every stated result, and the winner where the boards decide it."""
    try:
        _check_seed(record)
        dealt = deal(record.rules, record.seed)
        results = [_replayed(dealt, number, seat) for number, seat in enumerate(record.seats, start=1)]
        for number, (seat, result) in enumerate(zip(record.seats, results, strict=True), start=1):
            _check_seat(number, seat, result)
        _check_match(record, results)
    except _Fault as fault:
        return Verdict(False, reason=str(fault), at=fault.at)
    return Verdict(True, results=tuple(results))


def _check_seed(record: Record) -> None:
    if record.secret is None and record.contributions:
        raise _Fault("contributions prove nothing without the secret they were mixed with")
    secret = record.seed if record.secret is None else record.secret
    if record.commitment is not None and commitment(secret) != record.commitment.hex():
        raise _Fault("the commitment is not to this secret")
    # Without contributions the seed is itself the secret.
    if record.seed != (mix(secret, record.contributions) if record.contributions else secret):
        raise _Fault("the seed does not come from this secret and these contributions")


def _replayed(dealt: Dealt, number: int, seat: RecordSeat) -> Result:
    board = Board(dealt)
    for at, text in enumerate(seat.moves, start=1):
        try:
            board.play(Move.parse(text))
        except (InvalidMove, IllegalMove) as error:
            raise _Fault(f"seat {number}, move {at}: {error}", at) from None
    return board.result(seat.ended_by)


def _check_seat(number: int, seat: RecordSeat, result: Result) -> None:
    outcome = result.outcome
    for ending, needed in ((EndedBy.WON, Outcome.WON), (EndedBy.BLOCKED, Outcome.BLOCKED)):
        if seat.ended_by is ending and outcome is not needed:
            raise _Fault(f"seat {number}: ended by {ending}, but the board is {outcome}")
    if outcome is Outcome.WON and seat.ended_by not in (EndedBy.WON, None):
        raise _Fault(f"seat {number}: ended by {seat.ended_by}, but the board is won")
    if seat.result is not None and (wrong := seat.result.contradicts(result)):
        raise _Fault(f"seat {number}: the result states another {wrong} than the replay")
    if seat.seconds is not None and len(seat.seconds) != len(seat.moves):
        raise _Fault(f"seat {number}: {len(seat.seconds)} times for {len(seat.moves)} moves")


def _check_match(record: Record, results: list[Result]) -> None:
    if record.mode is not None and len(results) != record.mode.seats:
        raise _Fault(f"{record.mode} is not played by {len(results)}")
    if record.result is not None:
        reason = contradiction(record.result, results, [seat.ended_by for seat in record.seats])
        if reason is not None:
            raise _Fault(reason)
