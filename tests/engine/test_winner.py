"""A stated winner must follow from the boards wherever cards and points decide."""

from __future__ import annotations

import pytest

from games.engine.result import EndedBy, Outcome, Result
from games.engine.winner import MatchResult, Reason, contradiction


def lost(cards: int, points: int = 0, redeals: int = 0) -> Result:
    return Result(Outcome.BLOCKED, cards, points, cards >= 45, 0, redeals)


def won(points: int = 0, redeals: int = 0) -> Result:
    return Result(Outcome.WON, 52, points, False, 0, redeals)


def objection(
    results: list[Result],
    winner: int | None,
    reason: Reason | None = None,
    ended_by: tuple[EndedBy | None, ...] = (None, None),
) -> str | None:
    return contradiction(MatchResult(winner, reason), results, ended_by)


BORNE_OUT = [
    ("a solo game is won", [won()], 1, Reason.FIRST_TO_WIN),
    ("a solo game is lost", [lost(30)], None, Reason.EQUAL),
    ("a solo game is lost, and nobody says why", [lost(30)], None, None),
    ("the first to win", [lost(51, 40), won(2)], 2, Reason.FIRST_TO_WIN),
    ("a win is more cards too", [won(2), lost(51, 40)], 1, Reason.MORE_CARDS),
    ("more cards", [lost(30), lost(31)], 2, Reason.MORE_CARDS),
    ("more cards beat more points", [lost(31, 0), lost(30, 20)], 1, Reason.MORE_CARDS),
    ("equal cards, more points", [lost(30, 5), lost(30, 4)], 1, Reason.MORE_DIRECT_POINTS),
    ("redeals do not part boards that are not won", [lost(30, 5, 2), lost(30, 5, 0)], None, Reason.EQUAL),
    ("points part them", [lost(30, 5, 2), lost(30, 4, 0)], 1, Reason.MORE_DIRECT_POINTS),
    ("two wins, fewer redeals", [won(0, 0), won(30, 1)], 1, Reason.FEWER_REDEALS),
    ("two wins in different turns", [won(30, 1), won(0, 1)], 2, Reason.EARLIER_TURN),
    ("two wins, more points", [won(30, 1), won(29, 1)], 1, Reason.MORE_DIRECT_POINTS),
    ("two equal wins", [won(30, 1), won(30, 1)], None, Reason.EQUAL),
    ("the better board may resign", [lost(50), lost(20)], 2, Reason.RESIGNED),
    ("both out of time", [lost(50), lost(20)], None, Reason.TIME),
    ("a winner without a reason", [lost(50), lost(20)], 2, None),
]


@pytest.mark.parametrize(
    ("results", "winner", "reason"), [case[1:] for case in BORNE_OUT], ids=[c[0] for c in BORNE_OUT]
)
def test_the_boards_bear_it_out(results: list[Result], winner: int | None, reason: Reason | None) -> None:
    assert objection(results, winner, reason) is None


CONTRADICTED = [
    ("seat 0", [lost(30), lost(31)], 0, Reason.MORE_CARDS),
    ("seat 3 of 2", [lost(30), lost(31)], 3, Reason.RESIGNED),
    ("seat 2 of 1", [won()], 2, Reason.FIRST_TO_WIN),
    ("a won solo game without a winner", [won()], None, Reason.EQUAL),
    ("a lost solo game with a winner", [lost(30)], 1, None),
    ("a lost solo game won by more cards", [lost(30)], 1, Reason.MORE_CARDS),
    ("a won solo game won by more cards", [won()], 1, Reason.MORE_CARDS),
    ("a lost solo game that was the first to win", [lost(30)], None, Reason.FIRST_TO_WIN),
    ("the other board is won", [won(), lost(51)], 2, Reason.RESIGNED),
    ("one board is won, yet a draw", [won(), lost(51)], None, None),
    ("first to win with neither board won", [lost(50), lost(20)], 1, Reason.FIRST_TO_WIN),
    ("first to win with both boards won", [won(), won()], 1, Reason.FIRST_TO_WIN),
    ("fewer cards", [lost(30), lost(31)], 1, Reason.MORE_CARDS),
    ("as many cards", [lost(30), lost(30)], 1, Reason.MORE_CARDS),
    ("more cards for nobody", [lost(30), lost(31)], None, Reason.MORE_CARDS),
    ("more points with other cards", [lost(31, 5), lost(30, 4)], 1, Reason.MORE_DIRECT_POINTS),
    ("as many points", [lost(30, 5), lost(30, 5)], 1, Reason.MORE_DIRECT_POINTS),
    ("more points, but a redeal more", [won(30, 1), won(29, 0)], 1, Reason.MORE_DIRECT_POINTS),
    ("as many redeals", [won(30, 1), won(29, 1)], 1, Reason.FEWER_REDEALS),
    ("fewer redeals without a win", [lost(30, 0, 0), lost(30, 0, 1)], 1, Reason.FEWER_REDEALS),
    ("an earlier turn without a win", [lost(30), lost(30)], 1, Reason.EARLIER_TURN),
    ("an earlier turn, but a redeal more", [won(30, 1), won(30, 0)], 1, Reason.EARLIER_TURN),
    ("equal with a winner", [lost(30), lost(30)], 1, Reason.EQUAL),
    ("equal with other cards", [lost(30), lost(31)], None, Reason.EQUAL),
    ("equal with other points", [lost(30, 5), lost(30, 4)], None, Reason.EQUAL),
]


@pytest.mark.parametrize(
    ("results", "winner", "reason"), [case[1:] for case in CONTRADICTED], ids=[c[0] for c in CONTRADICTED]
)
def test_the_boards_contradict_it(results: list[Result], winner: int | None, reason: Reason | None) -> None:
    assert objection(results, winner, reason)


@pytest.mark.parametrize(
    ("reason", "ended_by"),
    [(Reason.RESIGNED, EndedBy.RESIGNED), (Reason.LEFT, EndedBy.LEFT), (Reason.TIME, EndedBy.TIME)],
)
def test_nobody_wins_by_resigning_leaving_or_running_out_of_time(reason: Reason, ended_by: EndedBy) -> None:
    boards = [lost(30), lost(31)]
    assert objection(boards, 1, reason, (None, ended_by)) is None
    assert objection(boards, 2, reason, (None, ended_by)) == f"seat 2 won by what ended its own board: {reason}"


def test_a_result_is_written_without_what_is_not_stated() -> None:
    assert MatchResult(None).to_json() == {"winner": None}
    assert MatchResult(2, Reason.TIME).to_json() == {"winner": 2, "reason": "time"}
