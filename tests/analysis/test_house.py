"""House players play legal moves at every game, from what a player sees and nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.analysis.house import Level, choose
from games.analysis.position import Position
from games.engine.board import Board
from games.engine.deal import deal, numbered_seed
from games.engine.rules import Layout, Rules
from tests.analysis.positions import FIVE_BEFORE_NINE, JACK_QUEEN_JACK, classic
from tests.engine import laid_out

every_level = pytest.mark.parametrize("level", Level)


@every_level
@pytest.mark.parametrize(("layout", "piles", "redeals"), [("classic", 4, 1), ("reverse", 5, 0), ("broken", 3, 2)])
def test_a_level_plays_a_whole_game_of_legal_moves(level: Level, layout: str, piles: int, redeals: int) -> None:
    board = Board(deal(Rules(Layout(layout), piles, redeals), numbered_seed(2)))
    # The last twenty cards are enough for those that think.
    first = Level.REGULAR if level in {Level.EXPERT, Level.MASTER} else level
    while board.legal_moves():
        board.play(choose(Position.of(board), first if board.stock_left > 20 else level, len(board.moves)))
    assert board.foundation_cards > 10


@every_level
def test_a_level_plays_giant_with_eight_piles(level: Level) -> None:
    board = Board(deal(Rules(Layout.GIANT, 8), numbered_seed(1)))
    for _ in range(3):
        board.play(choose(Position.of(board), level, 1))
    assert len(board.moves) == 3


@every_level
def test_boards_that_differ_only_in_what_is_to_come_are_one_position_and_get_the_same_move(level: Level) -> None:
    stock = laid_out.classic().stock
    one, two = Board(laid_out.classic()), Board(laid_out.classic())
    two = Board(replace(two.dealt, seed=bytes(32), stock=(*stock[:9], *reversed(stock[9:]))))
    for number in range(8):
        assert one.turned == two.turned
        position = Position.of(one)
        assert position == Position.of(two)
        move = choose(position, level, number)
        assert choose(Position.of(two), level, number) is move
        if number < 7:
            pile = laid_out.moves(f"W{number % 4 + 1}")[0]
            one.play(pile)
            two.play(pile)
    assert one.stock_ahead != two.stock_ahead


@every_level
def test_the_same_seed_is_the_same_move(level: Level) -> None:
    position = Position.of(Board(deal(Rules(Layout.CLASSIC), numbered_seed(4))))
    assert choose(position, level, 11) is choose(position, level, 11)


def test_a_novice_does_not_always_do_the_same() -> None:
    board = Board(laid_out.classic("KD7D"))
    board.play(laid_out.moves("W1")[0])
    assert len({choose(Position.of(board), Level.NOVICE, seed) for seed in range(40)}) > 1


def test_a_regular_plays_whatever_is_wanted() -> None:
    board = Board(laid_out.classic("2D"))
    assert str(choose(Position.of(board), Level.REGULAR, 1)) == "F1"


@pytest.mark.parametrize("level", [Level.EXPERT, Level.MASTER])
def test_who_thinks_frees_the_last_card_of_a_rank_before_it_is_covered(level: Level) -> None:
    assert str(choose(FIVE_BEFORE_NINE, level, 1)) == "W1F4"


@pytest.mark.parametrize("level", [Level.EXPERT, Level.MASTER])
def test_who_thinks_finds_the_only_order_of_the_last_cards(level: Level) -> None:
    assert str(choose(JACK_QUEEN_JACK, level, 1)) == "W1F1"


def test_where_nothing_can_move_there_is_no_move_to_choose() -> None:
    over = classic((13, 13, 13, 13), (), (), (), ())
    with pytest.raises(ValueError, match="no move is legal"):
        choose(over, Level.REGULAR, 1)
