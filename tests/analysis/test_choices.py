"""Choices compared: the best first, what each trails by, with errors that mean something."""

from __future__ import annotations

from dataclasses import replace
from math import hypot

import pytest

from games.analysis.choices import Choice, compare
from games.analysis.limit import Limit
from games.analysis.position import Position
from games.engine.board import Board
from games.engine.deal import deal, numbered_seed
from games.engine.move import REDEAL, Move
from games.engine.rules import Layout, Rules
from tests.analysis.positions import FIVE_BEFORE_NINE, JACK_QUEEN_JACK, classic

CLASSIC = Rules(Layout.CLASSIC)


def start(rules: Rules = CLASSIC, number: int = 1) -> Position:
    return Position.of(Board(deal(rules, numbered_seed(number))))


def by_move(choices: list[Choice]) -> dict[str, Choice]:
    return {str(choice.move): choice for choice in choices}


def test_a_sure_win_is_a_chance_of_one_and_a_card_laid_on_what_must_go_first_is_none() -> None:
    choices = compare(FIVE_BEFORE_NINE, Limit(playouts=100), seed=1)
    assert [str(choice.move) for choice in choices] == ["W1F4", "W2", "W1"]
    assert [choice.chance for choice in choices] == [1, 1, 0]
    assert [choice.behind for choice in choices] == [0, 0, 1]
    assert choices[-1].playouts == 100


def test_the_last_cards_are_searched_through_and_known_without_playouts() -> None:
    choices = by_move(compare(JACK_QUEEN_JACK, Limit(playouts=100), seed=1))
    assert (choices["W1F1"].chance, choices["W1F1"].behind) == (1, 0)
    assert (choices["W1F2"].chance, choices["W1F2"].behind) == (0, 1)
    assert all((choice.error, choice.behind_error, choice.playouts) == (0, 0, 0) for choice in choices.values())


def test_a_lost_end_has_nothing_to_give_away() -> None:
    # The queen lies on the jack that must go first, and kings are all that still goes up.
    lost = classic((10, 12, 12, 12), (11, 12), (13, 13, 13), (13,), ())
    choices = compare(lost, Limit(playouts=1), seed=1)
    assert [(choice.chance, choice.behind) for choice in choices] == [(0, 0)] * len(choices)


def test_equal_piles_are_one_choice_under_the_first_ones_name() -> None:
    position = replace(start(), turned=13)
    assert [str(choice.move) for choice in compare(position, Limit(playouts=8), seed=1)] == ["W1"]


def test_foundations_with_equal_needs_are_one_choice() -> None:
    last_kings = classic((12, 12, 12, 12), (13,), (13,), (13,), (13,))
    assert [str(choice.move) for choice in compare(last_kings, Limit(playouts=8), seed=1)] == ["W1F1"]


def test_the_same_question_has_the_same_answer_and_another_seed_nearly() -> None:
    limit = Limit(playouts=600)
    once, again, other = (compare(start(number=3), limit, seed) for seed in (1, 1, 2))
    assert once == again != other
    others = by_move(other)
    for choice in once:
        another = others[str(choice.move)]
        assert abs(choice.chance - another.chance) < 4 * hypot(choice.error, another.error)


def test_it_stops_once_the_errors_are_small_enough() -> None:
    choices = compare(start(), Limit(playouts=100_000, standard_error=0.02), seed=1)
    assert all(0 < choice.error <= 0.02 for choice in choices)
    assert all(choice.playouts < 1_000 for choice in choices)


def test_without_an_error_to_reach_it_plays_them_all() -> None:
    assert {choice.playouts for choice in compare(start(), Limit(playouts=77), seed=1)} == {77}


def test_choices_are_played_out_on_the_same_orders_so_that_their_difference_is_known_better_than_each() -> None:
    board = Board(deal(CLASSIC, numbered_seed(5)))
    for move in ("W1", "W2", "W3", "W4"):
        board.play(Move.parse(move))
    best, *others = compare(Position.of(board), Limit(playouts=500), seed=1)
    paired = [choice.behind_error for choice in others]
    unpaired = [hypot(best.error, choice.error) for choice in others]
    assert sum(paired) < 0.9 * sum(unpaired)


def test_best_choices_come_first() -> None:
    choices = compare(start(Rules(Layout.REVERSE), 7), Limit(playouts=200), seed=1)
    assert [choice.chance for choice in choices] == sorted((choice.chance for choice in choices), reverse=True)
    assert all(choice.behind >= 0 for choice in choices)
    assert choices[0].behind == choices[0].behind_error == 0


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("redeals", [0, 1, 2])
def test_every_layout_is_played_out_and_a_redeal_helps(layout: Layout, redeals: int) -> None:
    chances = [compare(start(Rules(layout, 4, count)), Limit(playouts=200), 1)[0].chance for count in (0, redeals)]
    assert 0 < chances[0] < 1
    assert chances[1] > chances[0] if redeals else chances[1] == chances[0]


def test_a_redeal_is_a_choice_like_others() -> None:
    covered = classic((10, 12, 12, 12), (11, 12), (13, 13, 13), (13,), (), redeals_left=1)
    choices = by_move(compare(covered, Limit(playouts=50), seed=1))
    assert choices[str(REDEAL)].chance == choices["W2F2"].chance == 1


def test_a_board_that_is_over_has_no_choices() -> None:
    over = classic((13, 13, 13, 13), (), (), (), ())
    assert compare(over, Limit(playouts=8), seed=1) == []
