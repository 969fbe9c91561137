"""What a run's logs tell against what the database holds: promise by promise, what was looked at and what is wrong."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import batched, pairwise

from django.utils import timezone

from club.models import Outage
from games import boards, clocks, records
from games.engine.board import Board
from games.engine.errors import IllegalMove
from games.engine.record import judge
from games.models import Match, Move, Seat, Turn
from load.log import board_digest
from load.told import Told, ToldSeat

# So many matches a question.
AT_ONCE = 200

# What each promise says that is looked at here.
SAYS = {
    1: "an acknowledged move is stored, once, under its number, and nothing is stored that nobody said",
    2: "a number counts once, in one order, by the rules",
    3: "one version of a view is one view, its board is that of the stored rows, an end is the same for both",
    5: "what somebody holds when all is quiet is what a fresh view shows",
    6: "nobody loses by a clock that was not up, or by an absence that was none",
    9: "the record of every closed deal verifies",
}


@dataclass(slots=True)
class Findings:
    """How much of each promise was looked at, in words, and every fault."""

    looked_at: dict[int, dict[str, int]] = field(default_factory=lambda: {promise: {} for promise in SAYS})
    faults: dict[int, list[str]] = field(default_factory=lambda: {promise: [] for promise in SAYS})

    def count(self, promise: int, what: str, many: int = 1) -> None:
        counts = self.looked_at[promise]
        counts[what] = counts.get(what, 0) + many

    def fault(self, promise: int, where: str, what: str) -> None:
        self.faults[promise].append(f"{where}: {what}")

    @property
    def holds(self) -> bool:
        return not any(self.faults.values())


@dataclass(frozen=True, slots=True)
class _Stored:
    """A match as the database holds it."""

    match: Match
    seats: dict[int, Seat]
    moves: dict[int, list[Move]]
    turns: dict[int, list[Turn]]


def compare(told: Told) -> Findings:
    """Everything that the logs tell, looked up in the database of the club that was played at."""
    findings = Findings()
    outages = list(Outage.objects.order_by("began_at"))
    found = set()
    for stored in _stored(told):
        found.add(stored.match.key)
        _compare_table(findings, told.tables[stored.match.key], stored, outages)
    for key, seats in told.tables.items():
        if key not in found and any(seat.acknowledged for seat in seats.values()):
            findings.fault(1, key, "the whole table is gone")
    return findings


def _stored(told: Told) -> Iterator[_Stored]:
    for keys in batched(told.tables, AT_ONCE):
        matches = Match.objects.filter(key__in=keys).select_related("deal").prefetch_related("seats")
        seats = {seat.pk: seat for match in matches for seat in match.seats.all()}
        moves: dict[int, list[Move]] = {pk: [] for pk in seats}
        turns: dict[int, list[Turn]] = {pk: [] for pk in seats}
        for move in Move.objects.filter(seat__in=seats).order_by("seat_id", "n"):
            moves[move.seat_id].append(move)
        for turn in Turn.objects.filter(seat__in=seats).order_by("seat_id", "number"):
            turns[turn.seat_id].append(turn)
        for match in matches:
            own = {seat.place: seat for seat in match.seats.all()}
            yield _Stored(
                match,
                own,
                {place: moves[seat.pk] for place, seat in own.items()},
                {place: turns[seat.pk] for place, seat in own.items()},
            )


def _compare_table(findings: Findings, told: dict[int, ToldSeat], stored: _Stored, outages: list[Outage]) -> None:
    key = stored.match.key
    for place, seat in sorted(told.items()):
        where = f"table {key}, seat {place}" if place else f"table {key}, watching"
        for promise, fault in seat.faults:
            findings.fault(promise, where, fault)
        _views_in_order(findings, where, seat)
        if place:
            _rows(findings, where, seat, stored, place)
            _order(findings, where, seat, stored, place)
    ends = [seat.ends() for place, seat in told.items() if seat.ends()]
    if len(ends) > 1:
        findings.count(3, "ends that several were shown")
        if len(set.union(*ends)) > 1:
            findings.fault(3, f"table {key}", "its end was shown in different ways")
    _clock(findings, told, stored, outages)
    _record(findings, stored.match)


def _views_in_order(findings: Findings, where: str, seat: ToldSeat) -> None:
    findings.count(3, "versions of views", len(seat.views))
    by_version = [seat.views[v] for v in sorted(seat.views)]
    for before, after in pairwise(by_version):
        if after.rows < before.rows or (before.phase == "ended" and after.phase != "ended"):
            findings.fault(3, where, f"version {after.v} shows an earlier state than version {before.v}")
    findings.count(5, "sockets that held a fresh view in the end", len(seat.settled))
    findings.count(5, "of them at the first look", seat.settled.count(1))
    if seat.unsettled:
        findings.fault(5, where, "what was held differed from a fresh view again and again")


def _rows(findings: Findings, where: str, seat: ToldSeat, stored: _Stored, place: int) -> None:
    if place not in stored.seats:
        findings.fault(1, where, "there is no such seat")
        return
    moves = stored.moves[place]
    numbers = [move.n for move in moves]
    if numbers != list(range(1, len(moves) + 1)) or len(moves) != stored.seats[place].rows:
        findings.fault(1, where, f"its rows are numbered {numbers}, and there are to be {stored.seats[place].rows}")
    held = {move.n: move.move for move in moves}
    findings.count(1, "acknowledged moves and take-backs", len(seat.acknowledged))
    for n, move in sorted(seat.acknowledged.items()):
        if n not in held:
            findings.fault(1, where, f"row {n}, {move}, was acknowledged and is gone")
        elif held[n] != move:
            findings.fault(1, where, f"row {n} was acknowledged as {move} and is stored as {held[n]}")
    for n, move in sorted(held.items()) if seat.sent else ():
        if move not in seat.sent.get(n, ()):
            findings.fault(1, where, f"row {n}, {move}, is stored and was never said")
    ended = [turn.number for turn in stored.turns[place]]
    findings.count(1, "acknowledged ends of turns", len(seat.turns_ended))
    for number in sorted(seat.turns_ended):
        if ended.count(number) != 1:
            findings.fault(1, where, f"the end of turn {number} was acknowledged and is gone")


def _order(findings: Findings, where: str, seat: ToldSeat, stored: _Stored, place: int) -> None:
    """The rows one after the other: each as the rules allow it, none before the one before it, each as it was shown."""
    moves = stored.moves.get(place, [])
    if stored.match.deal.seed is None:
        return
    shown: dict[int, list[str]] = {}
    for seen in seat.views.values():
        if seen.board is not None:
            shown.setdefault(seen.rows, []).append(seen.board)
    board = Board(stored.match.deal.laid_out())
    findings.count(2, "stored rows in their order", len(moves))
    for row in (None, *moves):
        try:
            if row is not None:
                _play(board, row.move)
        except (IllegalMove, ValueError) as error:
            findings.fault(2, where, f"row {row.n if row else 0} cannot follow the one before it: {error}")
            return
        _as_shown(findings, where, board, row.n if row else 0, shown)
    for before, after in pairwise(moves):
        if after.at < before.at:
            findings.fault(2, where, f"row {after.n} arrived before row {before.n}")


def _play(board: Board, move: str) -> None:
    if move == Move.TAKE_BACK:
        board.take_back()
    else:
        board.play(*boards.standing_line([move]))


def _as_shown(findings: Findings, where: str, board: Board, n: int, shown: dict[int, list[str]]) -> None:
    views = shown.get(n)
    if not views:
        return
    is_so = board_digest([len(pile) for pile in board.foundations], ["".join(pile) for pile in board.waste])
    findings.count(3, "boards that were shown", len(views))
    if any(view != is_so for view in views):
        findings.fault(3, where, f"the board after row {n} was shown otherwise than it is stored")


def _clock(findings: Findings, told: dict[int, ToldSeat], stored: _Stored, outages: list[Outage]) -> None:
    """No seat has lost by time or by being away, unless it was so."""
    match = stored.match
    if match.mode == Match.Mode.SOLO or match.ended_at is None or match.started_at is None:
        return
    findings.count(6, "ended matches of two")
    where = f"table {match.key}"
    reasons = {seat.ended_by for seat in stored.seats.values()}
    if Seat.EndedBy.TIME in reasons and match.mode == Match.Mode.RACE:
        lived_through = [o for o in outages if match.started_at < o.began_at and o.ended_at <= match.ended_at]
        due = match.started_at + sum(
            (outage.lasted + clocks.OUTAGE_EXTRA for outage in lived_through), dt.timedelta(minutes=match.minutes or 0)
        )
        if match.minutes is None or match.ended_at < due:
            findings.fault(6, where, f"was ended by the clock at {match.ended_at}, before {due}")
    elif Seat.EndedBy.TIME in reasons:
        opened = match.turn_opened_at
        if opened is None or match.ended_at < clocks.turn_deadline(opened):
            findings.fault(6, where, f"was lost on time at {match.ended_at}, in a turn that was opened at {opened}")
    for place, seat in stored.seats.items():
        if seat.ended_by == Seat.EndedBy.LEFT and place in told:
            ended = match.ended_at.timestamp()
            if told[place].was_heard_between(ended - clocks.CLAIM_AFTER.total_seconds(), ended):
                findings.fault(6, where, f"seat {place} was called away and was heard in the last minute")


def _record(findings: Findings, match: Match) -> None:
    if match.phase != Match.Phase.ENDED or match.started_at is None or not match.deal.is_closed(timezone.now()):
        return
    findings.count(9, "records")
    verdict = judge(records.written(match))
    if not verdict.holds:
        findings.fault(9, f"table {match.key}", f"its record does not hold: {verdict.reason}")
