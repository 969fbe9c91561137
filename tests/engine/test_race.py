"""Who has won a race, from its two boards."""

import pytest

from games.engine.race import compared, decided
from games.engine.result import Outcome, Result
from games.engine.winner import MatchResult, Reason

PLAYING, BLOCKED, WON = Outcome.PLAYING, Outcome.BLOCKED, Outcome.WON


def board(cards: int, outcome: Outcome = PLAYING, direct: int = 10) -> Result:
    return Result(outcome, cards, direct, False, 5, 0)


def after(one: Result, two: Result) -> MatchResult | None:
    return decided((one, two), (one.outcome is BLOCKED, two.outcome is BLOCKED))


def test_it_goes_on_while_both_play_however_far_apart() -> None:
    assert after(board(4), board(51)) is None


@pytest.mark.parametrize("seat", [1, 2])
def test_the_first_board_won_wins_the_race(seat: int) -> None:
    boards = (board(52, WON), board(51)) if seat == 1 else (board(51), board(52, WON))
    assert after(*boards) == MatchResult(seat, Reason.FIRST_TO_WIN)


def test_a_win_beats_a_board_that_stopped() -> None:
    assert after(board(52, WON), board(51, BLOCKED)) == MatchResult(1, Reason.FIRST_TO_WIN)


@pytest.mark.parametrize(("other", "ends"), [(39, False), (40, False), (41, True)])
def test_a_stopped_board_loses_when_the_other_passes_it_and_not_when_it_only_comes_level(
    other: int, ends: bool
) -> None:
    assert after(board(40, BLOCKED), board(other)) == (MatchResult(2, Reason.MORE_CARDS) if ends else None)
    assert after(board(other), board(40, BLOCKED)) == (MatchResult(1, Reason.MORE_CARDS) if ends else None)


def test_two_stopped_boards_are_compared_at_once() -> None:
    assert after(board(40, BLOCKED), board(38, BLOCKED)) == MatchResult(1, Reason.MORE_CARDS)


@pytest.mark.parametrize(
    ("one", "two", "result"),
    [
        (board(30), board(29, direct=20), MatchResult(1, Reason.MORE_CARDS)),
        (board(29, direct=20), board(30), MatchResult(2, Reason.MORE_CARDS)),
        (board(30, direct=11), board(30), MatchResult(1, Reason.MORE_DIRECT_POINTS)),
        (board(30), board(30, direct=11), MatchResult(2, Reason.MORE_DIRECT_POINTS)),
        (board(30), board(30, BLOCKED), MatchResult(None, Reason.EQUAL)),
    ],
)
def test_boards_played_no_further_compare_by_cards_then_direct_points(
    one: Result, two: Result, result: MatchResult
) -> None:
    assert compared((one, two)) == result
