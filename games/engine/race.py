"""Who has won a race, from how its two boards stand."""

from __future__ import annotations

from games.engine.result import Outcome, Result
from games.engine.winner import MatchResult, Reason


def decided(results: tuple[Result, Result], stopped: tuple[bool, bool]) -> MatchResult | None:
    """The end that two boards make by themselves; None while the race goes on.

    `stopped` tells which boards have no move left. The boards may both have changed since the last look: a win counts
    before anything else, and of two wins the first seat's; a caller that looks after every move never sees two.
    """
    for seat, result in enumerate(results, start=1):
        if result.outcome is Outcome.WON:
            return MatchResult(seat, Reason.FIRST_TO_WIN)
    if all(stopped):
        return compared(results)
    for seat, other in ((1, 2), (2, 1)):
        if stopped[other - 1] and results[seat - 1].foundation_cards > results[other - 1].foundation_cards:
            return MatchResult(seat, Reason.MORE_CARDS)
    return None


def compared(results: tuple[Result, Result]) -> MatchResult:
    """The result of two boards that are played no further: more cards, then more direct points, else a draw."""
    one, two = results
    if one.foundation_cards != two.foundation_cards:
        return MatchResult(1 if one.foundation_cards > two.foundation_cards else 2, Reason.MORE_CARDS)
    if one.direct_points != two.direct_points:
        return MatchResult(1 if one.direct_points > two.direct_points else 2, Reason.MORE_DIRECT_POINTS)
    return MatchResult(None, Reason.EQUAL)
