"""The replay of an ended game: every board in order, for whoever may see it, and nothing its player has not seen."""

import datetime as dt
from random import Random

import pytest

from club.models import Player
from games import replays
from games.ended import EndedGame, ended_game
from games.engine.board import Board
from games.engine.rules import Rules
from games.play import SoloWish
from games.replays import Step
from tests.games.conftest import NOON
from tests.games.racing import EASIEST, Race
from tests.games.table import AtTable

SECOND = dt.timedelta(seconds=1)


def seen(key: str, player: Player, now: dt.datetime = NOON) -> EndedGame:
    game = ended_game(key, player, now)
    assert game is not None
    return game


def assert_shows(step: Step, board: Board) -> None:
    """The step is this board, card by card."""
    assert [step.tops[i : i + 2] for i in range(0, len(step.tops), 2)] == [pile[-1] for pile in board.foundations]
    assert step.counts == [len(pile) for pile in board.foundations]
    assert step.waste == ["".join(pile) for pile in board.waste]
    assert (step.turned, step.left) == (board.turned, board.stock_left)
    assert step.redeals_left == board.rules.redeals - board.redeals_used
    ranks = ["-A23456789TJQK".index(rank) for rank in step.wants]
    assert ranks == [board.wants(i) for i in range(len(board.foundations))]


@pytest.mark.parametrize("rules", ["classic-4-0", "reverse-5-1", "broken-4-2", "giant-8-2"])
def test_its_boards_are_those_of_the_engine_from_the_deal_to_the_end(alice: Player, rules: str) -> None:
    table = AtTable.solo(alice, SoloWish(Rules.parse(rules)))
    table.ready()
    chance = Random(rules)
    while (view := table.look()).legal and view.rows < 120:
        table.move(chance.choice(view.legal))
    table.resign()
    game = seen(table.key, alice)
    (replay,) = replays.replay_of(game).seats
    moves = game.board(game.seats[0]).moves
    assert [step.move for step in replay.steps] == [None, *map(str, moves)]
    board = Board(game.match.deal.laid_out())
    assert_shows(replay.steps[0], board)
    for step, move in zip(replay.steps[1:], moves, strict=True):
        before = board.copy()
        board.play(move)
        assert_shows(step, board)
        if move.places:
            assert step.card == before.turned
        elif move.pile:
            assert step.card == before.waste[move.pile - 1][-1]
        else:
            assert step.card is None
    assert replay.step_sizes == list(board.steps)
    assert [len(order) for order in replay.orders] == [13] * len(board.foundations)


def test_placed_cards_are_counted_on_over_a_redeal(alice: Player) -> None:
    table = AtTable.solo(alice, SoloWish(EASIEST))
    table.ready()
    while (view := table.look()).board is not None and view.board.redeals_left == EASIEST.redeals:
        held_back = [move for move in view.legal if move.startswith("W") and "F" not in move]
        table.move("R" if "R" in view.legal else held_back[0])
    table.move("W1")
    table.resign()
    steps = replays.replay_of(seen(table.key, alice)).seats[0].steps
    assert [step.placed for step in steps] == [
        *range(EASIEST.stock_size + 1),
        EASIEST.stock_size,
        EASIEST.stock_size + 1,
    ]
    assert steps[-2].move == "R"


def test_what_was_taken_back_is_left_out_and_time_never_runs_backwards(alice: Player) -> None:
    table = AtTable.solo(alice)
    table.ready()
    for act in (
        lambda: table.move("W1"),
        lambda: table.move("W2"),
        lambda: table.take_back(as_practice=True),
        lambda: table.move("W3"),
    ):
        table.now += 2 * SECOND
        act()
    table.resign()
    steps = replays.replay_of(seen(table.key, alice, table.now)).seats[0].steps
    assert [(step.move, step.at) for step in steps] == [(None, 0.0), ("W1", 2.0), ("W3", 8.0)]


def test_a_board_is_played_on_from_its_end_only_where_moves_are_left(alice: Player, bob: Player) -> None:
    race = Race.begun(alice, bob)
    race.one.play_out()
    race.two.resign()
    replay = replays.replay_of(seen(race.key, alice))
    assert [seat.can_play_on for seat in replay.seats] == [False, True]
