"""Who won a match: whether what a record states follows from its boards, where cards and points decide it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from games.engine.result import EndedBy, Outcome, Result
from games.engine.strict_json import Json


class Reason(StrEnum):
    """What decided a match."""

    FIRST_TO_WIN = "first_to_win"
    MORE_CARDS = "more_cards"
    MORE_DIRECT_POINTS = "more_direct_points"
    FEWER_REDEALS = "fewer_redeals"
    EARLIER_TURN = "earlier_turn"
    EQUAL = "equal"
    RESIGNED = "resigned"
    LEFT = "left"
    TIME = "time"


# Decided by what a player did or did not do, whatever the boards say.
_BY_CONDUCT = {
    Reason.RESIGNED: EndedBy.RESIGNED,
    Reason.LEFT: EndedBy.LEFT,
    Reason.TIME: EndedBy.TIME,
}


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The winner, a seat counted from 1 or None for a draw, and what decided it where that is stated."""

    winner: int | None
    reason: Reason | None = None

    def to_json(self) -> dict[str, Json]:
        winner: dict[str, Json] = {"winner": self.winner}
        return winner if self.reason is None else {**winner, "reason": self.reason.value}


def contradiction(stated: MatchResult, results: Sequence[Result], ended_by: Sequence[EndedBy | None]) -> str | None:
    """Why the stated result cannot be, given the results of one or two boards; None if it can.

    Turns are not in a record, so which of two wins came in an earlier turn is not judged.
    """
    winner = stated.winner
    if winner is not None and not 1 <= winner <= len(results):
        return f"the winner is none of the {len(results)} seats"
    winners = [seat for seat, result in enumerate(results, start=1) if result.outcome is Outcome.WON]
    if len(winners) == 1 and winner != winners[0]:
        return f"seat {winners[0]} alone won its board, but not the match"
    if len(results) == 1 and winner is not None and not winners:
        return "the only board is not won, but its seat won"
    if stated.reason in _BY_CONDUCT:
        if winner is not None and ended_by[winner - 1] is _BY_CONDUCT[stated.reason]:
            return f"seat {winner} won by what ended its own board: {stated.reason}"
        return None
    if stated.reason is None or _follows(stated.reason, winner, results, winners):
        return None
    return f"the boards do not bear out winner {winner} by {stated.reason}"


def _follows(reason: Reason, winner: int | None, results: Sequence[Result], winners: list[int]) -> bool:
    if reason is Reason.EQUAL:
        return winner is None and len({_standing(result) for result in results}) == 1
    if reason is Reason.FIRST_TO_WIN:
        return winner is not None and winners == [winner]
    if winner is None or len(results) == 1:
        return False
    own, other = results[winner - 1], results[2 - winner]
    both_won = len(winners) == 2
    if reason is Reason.MORE_CARDS:
        return own.foundation_cards > other.foundation_cards
    if reason is Reason.FEWER_REDEALS:
        return both_won and own.redeals_used < other.redeals_used
    if reason is Reason.EARLIER_TURN:
        return both_won and own.redeals_used == other.redeals_used
    return _standing(own)[:2] == _standing(other)[:2] and own.direct_points > other.direct_points


def _standing(result: Result) -> tuple[int, int, int]:
    # Redeals tell two wins apart and nothing else.
    redeals = result.redeals_used if result.outcome is Outcome.WON else 0
    return result.foundation_cards, redeals, result.direct_points
