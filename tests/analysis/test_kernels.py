"""The kernels play by the engine's rules, and play out games as the plain way does."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from games.analysis import kernels
from games.analysis.kernel_arrays import Cards, Real, cards_of, room_for
from games.analysis.playouts import code_of, legal_moves, placement_weights
from games.analysis.position import Position
from games.engine.board import Board
from games.engine.cards import RANK_OF
from games.engine.deal import deal, numbered_seed
from games.engine.move import REDEAL
from games.engine.rules import REDEALS, WASTE_PILES, Layout, Rules
from tests.analysis import plain_playouts

EVERY_RULES = [Rules(layout, piles, redeals) for layout in Layout for piles in WASTE_PILES for redeals in REDEALS]


def test_legal_moves_and_what_they_lead_to_are_the_engines_in_ten_thousand_positions() -> None:
    random = Random(1)
    positions = sum(_play_beside_the_engine(rules, random) for rules in EVERY_RULES for _ in range(2))
    assert positions >= 10_000


def _play_beside_the_engine(rules: Rules, random: Random) -> int:
    """A game of random moves on both; how many positions were compared."""
    board = Board(deal(rules, random.randbytes(32)))
    cards = cards_of(Position.of(board))
    positions = 0
    while True:
        position = Position.of(board)
        legal = board.legal_moves()
        assert legal_moves(position) == legal
        assert _shown(cards) == _shown(cards_of(position))
        positions += 1
        if not legal:
            return positions
        upward = [move for move in legal if move.foundation]
        move = random.choice(upward if upward and random.random() < 0.5 else legal)
        showed = board.stock_ahead[:1] if move.places else ()
        board.play(move)
        following = board.turned if move is REDEAL else (showed[0] if showed else None)
        kernels.play(cards, code_of(move), RANK_OF[following] if following else 0)


def _shown(cards: Cards) -> tuple[list[int], list[list[int]], list[int], list[int]]:
    piles = [pile[:height].tolist() for pile, height in zip(cards.piles, cards.heights, strict=True)]
    return cards.progress.tolist(), piles, cards.unseen.tolist(), cards.counts.tolist()


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("piles", [3, 4, 6])
def test_a_playout_ends_as_the_plain_one_does(layout: Layout, piles: int) -> None:
    rules = Rules(layout, piles)
    weights = placement_weights(layout)
    boards = [Board(deal(rules, numbered_seed(number))) for number in range(1, 11)]
    by_kernels = [_played_out(board, weights) for board in boards]
    assert by_kernels == [plain_playouts.play_out(board, weights.tolist()) for board in boards]
    assert len(set(by_kernels)) > 1


def _played_out(board: Board, weights: Real) -> int:
    position = Position.of(board)
    room = room_for(position)
    stock = [RANK_OF[card] for card in board.stock_ahead]
    room.stock[: len(stock)] = stock
    return kernels.play_out(cards_of(position), weights, room, 0, len(stock), False)


def test_an_order_of_the_unseen_cards_depends_on_seed_and_sample_alone() -> None:
    position = Position.of(Board(deal(Rules(Layout.CLASSIC), numbered_seed(1))))
    cards, room = cards_of(position), room_for(position)
    orders = {}
    for sample in range(50):
        for seed in (1, 2):
            size = kernels.draw_order(cards, sample, seed, room)
            orders[sample, seed] = room.order[:size].tolist()
    assert len({tuple(order) for order in orders.values()}) == 100
    assert all(np.bincount(order, minlength=14)[1:].tolist() == list(position.unseen) for order in orders.values())
    kernels.draw_order(cards, 7, 2, room)
    assert room.order[:47].tolist() == orders[7, 2]


def test_the_next_card_of_the_orders_is_each_unseen_card_equally_often() -> None:
    position = Position.of(Board(deal(Rules(Layout.CLASSIC), numbered_seed(1))))
    cards, room = cards_of(position), room_for(position)
    nexts = []
    for sample in range(47 * 3):
        kernels.draw_order(cards, sample, 5, room)
        nexts.append(int(room.order[0]))
    assert np.bincount(nexts, minlength=14)[1:].tolist() == [3 * count for count in position.unseen]
