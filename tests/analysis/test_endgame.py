"""The end of a game with all cards open: the best that can still be had, found and not guessed."""

from __future__ import annotations

from itertools import product

import pytest

from games.analysis import endgame
from games.analysis.endgame import best_ends, lies_open
from games.analysis.playouts import legal_moves
from games.analysis.position import Position
from games.engine.board import Board
from games.engine.deal import deal, numbered_seed
from games.engine.move import REDEAL, Move
from games.engine.rules import Layout, Rules
from tests.analysis.positions import JACK_QUEEN_JACK, classic


def test_all_lies_open_once_the_last_card_is_turned_and_no_redeal_is_left() -> None:
    last_turned = classic((12, 12, 12, 12), (13,), (13,), (13,), (), turned=13)
    one_hidden = classic((12, 12, 12, 12), (13,), (13,), (), (), turned=13)
    redeal_left = classic((12, 12, 12, 12), (13,), (13,), (13,), (13,), redeals_left=1)
    assert [lies_open(position) for position in (last_turned, one_hidden, redeal_left)] == [True, False, False]


def test_the_one_order_that_wins_is_found() -> None:
    assert best_ends(JACK_QUEEN_JACK, [Move.parse("W1F1"), Move.parse("W1F2")]) == [52, 49]


def test_the_last_turned_card_is_tried_on_every_pile() -> None:
    # The fours want the ten, then the ace: laid on the ten, it keeps both down.
    position = classic((13, 13, 13, 8), (10,), (9, 5), (13,), turned=1)
    ends = dict(zip(map(str, legal_moves(position)), best_ends(position, legal_moves(position)) or [], strict=True))
    assert ends == {"W1": 47, "W1F4": 52, "W2": 52, "W3": 52}


@pytest.mark.parametrize("layout", Layout)
def test_the_search_agrees_with_trying_everything(layout: Layout) -> None:
    compared = 0
    for number, shift in product(range(1, 25), range(2)):
        board = Board(deal(Rules(layout, 5), numbered_seed(number)))
        while board.stock_left > 1 or (board.turned and board.legal_moves()[0].pile == 0 and shift):
            upward = [move for move in board.legal_moves() if move.foundation]
            legal = board.legal_moves()
            board.play(upward[0] if upward else legal[(number + shift) % len(legal)])
        position = Position.of(board)
        moves = legal_moves(position)
        if moves:
            assert best_ends(position, moves) == [_most_cards(board, move) for move in moves]
            compared += 1
    assert compared > 10


def _most_cards(board: Board, move: Move) -> int:
    """By the engine alone, position after position."""
    known: dict[Position, int] = {}

    def most(board: Board) -> int:
        position = Position.of(board)
        if position not in known:
            ends = [board.foundation_cards]
            for following in board.legal_moves():
                board.play(following)
                ends.append(most(board))
                board.take_back()
            known[position] = max(ends)
        return known[position]

    after = board.copy()
    after.play(move)
    return most(after)


def test_too_many_positions_are_not_guessed_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endgame, "POSITIONS_LIMIT", 2)
    assert best_ends(JACK_QUEEN_JACK, [Move.parse("W1F1")]) is None


def test_a_redeal_is_no_end() -> None:
    position = classic((12, 12, 12, 12), (13,), (13,), (13,), (13,), redeals_left=1)
    with pytest.raises(ValueError, match="hides"):
        best_ends(position, [REDEAL])
