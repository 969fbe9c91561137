"""A turn by correspondence: what it still takes, when it may be ended, and who has won in the end."""

import pytest

from games.engine.board import Board
from games.engine.cards import cards_text, pack
from games.engine.deal import Dealt
from games.engine.move import REDEAL, Move
from games.engine.result import Outcome, Result
from games.engine.turn import Turn, decided_by_turns, turn_sizes
from games.engine.winner import MatchResult, Reason
from tests.engine.laid_out import classic, moves, winning

# King, queen and 10 of clubs are wanted by nobody at first, the 2 of diamonds by the aces' foundation.
DEALT = classic("KCQCTC2D")


def turn_after(line: str, *, cards: int, opened_after: int = 0, dealt: Dealt = DEALT) -> Turn:
    """The turn that was opened when so many of these moves stood."""
    return Turn(Board.replay(dealt, moves(line)), opened_after, cards)


def used_up(redeals: int, left_for_the_turn: int) -> Turn:
    """A turn of four cards with the whole stock on the waste piles, so many of its cards not placed."""
    placed = Board(classic(redeals=redeals))
    while placed.turned is not None:
        placed.play(Move.parse("W1"))
    return Turn(placed, len(placed.moves) - 4 + left_for_the_turn, 4)


def texts(turn: Turn) -> list[str]:
    return [str(move) for move in turn.legal_moves()]


@pytest.mark.parametrize(("packs", "sizes"), [(1, (1, 2, 4, 8)), (2, (4, 8))])
def test_a_turn_takes_more_cards_of_two_packs(packs: int, sizes: tuple[int, ...]) -> None:
    assert turn_sizes(packs) == sizes


# --- while it is played -----------------------------------------------------------------------------------------------


def test_a_new_turn_takes_all_its_cards_and_shows_the_first() -> None:
    turn = turn_after("", cards=4)
    assert (turn.left, turn.shows_a_card, turn.may_be_ended, turn.is_complete, turn.can_take_back) == (
        4,
        True,
        False,
        False,
        False,
    )
    assert turn.legal_moves() == turn.board.legal_moves()


def test_placing_counts_and_moving_from_the_waste_does_not() -> None:
    assert turn_after("W1 W2 W3", cards=4).left == 1
    assert turn_after("W1 W2 W3 W4", cards=4).left == 0
    assert turn_after("W1 W2 W3 W4 W4F1", cards=4).left == 0


def test_moves_before_the_turn_do_not_count() -> None:
    assert turn_after("W1 W2 W3", cards=2, opened_after=2).left == 1


def test_when_its_cards_are_placed_no_card_lies_open_and_only_waste_moves_are_left() -> None:
    turn = turn_after("W1 W2 W3 W4", cards=4)
    assert (turn.shows_a_card, turn.may_be_ended, turn.is_complete) == (False, True, True)
    assert turn.board.turned is not None
    assert texts(turn) == ["W4F1"]
    assert turn.allows(Move.parse("W1F1"))
    assert not any(turn.allows(move) for move in moves("F1 W1 R"))


def test_with_a_card_left_it_can_be_ended_neither_by_its_player_nor_by_the_clock() -> None:
    turn = turn_after("W1 W2 W3", cards=4)
    assert (turn.may_be_ended, turn.is_complete, turn.ending_stops) == (False, False, False)


# --- taking back ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "opened_after", "can"),
    [
        ("W1 W2 W3", 0, False),  # it showed the fourth card
        ("W1 W2 W3 W4", 0, True),  # the turn's last: what came after it is not shown
        ("W1 W2 W3 W4 W4F1", 0, True),
        ("W1 W2 W3 W4 W4F1", 1, True),  # a move from the waste shows nothing, whatever is left
        ("W1 W2 W3 W4", 1, False),
        ("W1 W2 W3 W4", 4, False),  # of the turn before
        ("W1 W2 W3 W4 W4F1", 5, False),
    ],
)
def test_what_showed_no_new_card_in_this_turn_can_be_taken_back(line: str, opened_after: int, can: bool) -> None:
    assert turn_after(line, cards=4, opened_after=opened_after).can_take_back is can


def test_the_last_card_of_the_stock_can_be_taken_back_though_the_turn_takes_more() -> None:
    assert used_up(0, left_for_the_turn=2).can_take_back


def test_a_redeal_stands() -> None:
    turn = used_up(1, left_for_the_turn=2)
    turn.board.play(REDEAL)
    assert not turn.can_take_back


# --- with the stock used up -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("redeals", "left", "complete", "stops"),
    [
        (0, 0, True, True),
        (0, 2, True, True),
        (1, 0, True, False),  # the next turn opens on an empty stock, to be redealt
        (1, 2, False, True),  # a redeal could still be made in it
        (1, 4, False, True),  # opened on an empty stock
    ],
)
def test_a_used_up_stock_may_be_ended_and_stops_the_board_where_no_redeal_is_made(
    redeals: int, left: int, complete: bool, stops: bool
) -> None:
    turn = used_up(redeals, left)
    assert (turn.may_be_ended, turn.is_complete, turn.ending_stops) == (True, complete, stops)


def test_a_redeal_needs_cards_left_in_the_turn() -> None:
    assert "R" in texts(used_up(1, left_for_the_turn=1))
    placed = used_up(1, left_for_the_turn=0)
    assert placed.board.can_redeal
    assert "R" not in texts(placed)
    assert not placed.allows(REDEAL)


def test_after_a_redeal_the_turn_takes_the_rest_of_its_cards_from_the_new_stock() -> None:
    turn = used_up(1, left_for_the_turn=2)
    turn.board.play(REDEAL)
    assert (turn.left, turn.may_be_ended, turn.ending_stops) == (2, False, False)
    for move in moves("W1 W1"):
        turn.board.play(move)
    assert (turn.left, turn.may_be_ended, turn.ending_stops) == (0, True, False)


def test_the_last_redeal_used_up_stops_the_board_when_the_turn_ends() -> None:
    turn = used_up(1, left_for_the_turn=2)
    turn.board.play(REDEAL)
    while turn.board.turned is not None:
        turn.board.play(Move.parse("W1"))
    assert Turn(turn.board, len(turn.board.moves) - 4, 4).ending_stops


def test_a_board_that_is_won_has_no_moves_and_nothing_to_redeal() -> None:
    dealt, line = winning(redeals=2)
    turn = Turn(Board.replay(dealt, line), len(line) - 4, 4)
    assert turn.board.outcome is Outcome.WON
    assert (turn.legal_moves(), turn.may_be_ended, turn.is_complete, turn.ending_stops) == ([], True, True, True)


def test_every_turn_of_a_stock_takes_as_many_turns_as_its_size_says() -> None:
    dealt = classic(cards_text(card for card in pack(1) if card not in ("AC", "2C", "3C", "4C")))
    for cards in turn_sizes(1):
        board, turns = Board(dealt), 0
        while board.turned is not None:
            turn, turns = Turn(board, len(board.moves), cards), turns + 1
            while turn.left > 0 and board.turned is not None:
                board.play(Move.parse("W1"))
        assert turns == 48 // cards


# --- the result -------------------------------------------------------------------------------------------------------


def board(cards: int, outcome: Outcome = Outcome.PLAYING, direct: int = 10, redeals: int = 0) -> Result:
    return Result(outcome, cards, direct, False, 0, redeals)


def won(direct: int = 10, redeals: int = 0) -> Result:
    return board(52, Outcome.WON, direct, redeals)


@pytest.mark.parametrize(
    ("one", "two", "won_in", "result"),
    [
        (won(), board(51), (9, 9), MatchResult(1, Reason.FIRST_TO_WIN)),
        (board(51, direct=30), won(redeals=2), (3, 30), MatchResult(2, Reason.FIRST_TO_WIN)),
        (won(redeals=1), won(redeals=2), (20, 13), MatchResult(1, Reason.FEWER_REDEALS)),
        (won(redeals=1, direct=30), won(), (12, 13), MatchResult(2, Reason.FEWER_REDEALS)),
        (won(), won(direct=30), (13, 14), MatchResult(1, Reason.EARLIER_TURN)),
        (won(direct=30, redeals=1), won(redeals=1), (15, 14), MatchResult(2, Reason.EARLIER_TURN)),
        (won(direct=11), won(), (12, 12), MatchResult(1, Reason.MORE_DIRECT_POINTS)),
        (won(), won(direct=11), (12, 12), MatchResult(2, Reason.MORE_DIRECT_POINTS)),
        (won(), won(), (12, 12), MatchResult(None, Reason.EQUAL)),
        (board(30), board(31, direct=0), (12, 13), MatchResult(2, Reason.MORE_CARDS)),
        (board(30, redeals=2), board(29), (13, 12), MatchResult(1, Reason.MORE_CARDS)),
        (board(30), board(30, direct=9), (13, 12), MatchResult(1, Reason.MORE_DIRECT_POINTS)),
        (board(30, Outcome.BLOCKED), board(30, redeals=1), (13, 12), MatchResult(None, Reason.EQUAL)),
    ],
)
def test_two_stopped_boards_are_compared_by_wins_redeals_turns_cards_and_direct_points_in_that_order(
    one: Result, two: Result, won_in: tuple[int, int], result: MatchResult
) -> None:
    assert decided_by_turns((one, two), won_in) == result
