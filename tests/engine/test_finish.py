"""The rest is played out at one touch only where every order of the moves from the waste wins."""

from __future__ import annotations

from games.engine.board import Board
from games.engine.finish import STATES_LIMIT, sure_finish
from games.engine.result import Outcome
from games.engine.rules import foundation_order
from tests.engine.laid_out import classic, moves, winning
from tests.engine.replays import REPLAYS

ORDERS = [foundation_order(rank, rank) for rank in range(1, 9)]


def finish(piles: list[list[int]], heights: list[int]) -> list[str]:
    return [str(move) for move in sure_finish(piles, ORDERS[: len(heights)], heights)]


def test_one_pile_in_order_goes_up() -> None:
    dealt, line = winning(last=5)
    board = Board.replay(dealt, [*line, *moves("W2 " * 5)])
    assert [str(move) for move in board.finish()] == ["W2F4"] * 5
    for move in board.finish():
        board.play(move)
    assert board.outcome is Outcome.WON


def test_it_waits_until_the_stock_is_used_up() -> None:
    dealt, line = winning(last=5)
    assert Board.replay(dealt, [*line, *moves("W2 " * 4)]).finish() == []


def test_a_redeal_that_is_left_is_not_needed() -> None:
    dealt, line = winning(redeals=1, last=5)
    assert len(Board.replay(dealt, [*line, *moves("W2 " * 5)]).finish()) == 5


def test_a_won_board_has_nothing_to_finish() -> None:
    dealt, line = winning()
    assert Board.replay(dealt, line).finish() == []


def test_a_blocked_board_has_no_finish() -> None:
    assert Board.replay(classic(), moves("W1 " * 48)).finish() == []


def test_it_takes_no_order_for_sure_that_another_order_gets_stuck_on() -> None:
    # Foundation 1 wants jack, queen and king, foundation 2 jack and king. Here every card comes free in time.
    assert finish([[12, 11], [13, 13, 11]], [10, 11]) != []
    # The open jack on foundation 2 would leave the queen lying on the jack that she waits for.
    assert finish([[13, 13, 11, 12], [11]], [10, 11]) == []


def test_the_kings_go_up_in_any_order_however_many_those_are() -> None:
    assert len(finish([[13]] * 8, [12] * 8)) == 8


def test_beyond_the_limit_it_is_not_known() -> None:
    # Foundations that want no rank in common: every order wins, through (cards left + 1)^4 positions.
    orders = [tuple(range(100 * number, 100 * number + 13)) for number in range(4)]
    for left, known in ((5, True), (6, False)):
        piles = [list(reversed(order[-left:])) for order in orders]
        assert ((left + 1) ** 4 <= STATES_LIMIT) is known
        assert len(sure_finish(piles, orders, [13 - left] * 4)) == (4 * left if known else 0)


def test_it_agrees_with_trying_every_order() -> None:
    judged = 0
    for replay in REPLAYS:
        board = replay.board()
        while board.moves and board.turned is None and board.foundation_cards >= board.rules.cards_total - 9:
            assert bool(board.finish()) is (board.outcome is not Outcome.WON and every_order_wins(board))
            judged += 1
            board.take_back()
    assert judged > 30


def every_order_wins(board: Board) -> bool:
    upward = [move for move in board.legal_moves() if move.foundation]
    if not upward:
        return board.outcome is Outcome.WON
    for move in upward:
        board.play(move)
        wins = every_order_wins(board)
        board.take_back()
        if not wins:
            return False
    return True
