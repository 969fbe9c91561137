"""Every worked case comes out as written: deal, commitment, seed, moves, result, legal moves, their count."""

from __future__ import annotations

from itertools import pairwise

import pytest

from games.engine.board import Board
from games.engine.cards import cards_text
from games.engine.deal import commitment, mix
from games.engine.errors import IllegalMove, InvalidMove
from games.engine.move import Move
from games.engine.record import judge
from tests.engine.records import record_of, written
from tests.engine.replays import REPLAYS, Replay

every_replay = pytest.mark.parametrize("replay", REPLAYS, ids=str)


def test_every_layout_and_number_of_redeals_is_among_the_cases() -> None:
    assert len(REPLAYS) == 60
    assert {replay.rules.layout for replay in REPLAYS} == {"classic", "reverse", "broken", "giant"}
    assert {replay.rules.redeals for replay in REPLAYS} == {0, 1, 2}


@every_replay
def test_the_seed_makes_the_deal(replay: Replay) -> None:
    dealt = replay.dealt()
    assert list(dealt.starters) == replay.starters
    assert list(dealt.steps) == replay.steps
    assert list(dealt.stock) == replay.stock


@every_replay
def test_the_secret_makes_commitment_and_seed(replay: Replay) -> None:
    secret = replay.seed if replay.secret is None else replay.secret
    assert commitment(secret) == replay.commitment
    assert replay.secret is None or mix(replay.secret, replay.contributions) == replay.seed


@every_replay
def test_the_moves_lead_to_the_result_and_the_piles(replay: Replay) -> None:
    board = replay.board()
    assert {
        **board.result().to_json(),
        "foundations": [cards_text(cards) for cards in board.foundations],
        "waste": [cards_text(cards) for cards in board.waste],
    } == replay.after


@every_replay
def test_exactly_the_listed_moves_are_legal_on_the_way(replay: Replay) -> None:
    assert [str(move) for move in replay.board(replay.at).legal_moves()] == replay.legal_at


@every_replay
def test_the_listed_moves_are_refused_and_change_nothing(replay: Replay) -> None:
    board = replay.board(replay.at)
    for text in replay.illegal_at:
        with pytest.raises((InvalidMove, IllegalMove)):
            board.play(Move.parse(text))
        assert board == replay.board(replay.at)


@every_replay
def test_as_many_lines_begin_there_as_counted(replay: Replay) -> None:
    board = replay.board(replay.at)
    assert [lines(board, length) for length in range(1, 5)] == replay.perft_at
    assert board == replay.board(replay.at)


def lines(board: Board, length: int) -> int:
    legal = board.legal_moves()
    if length == 1:
        return len(legal)
    count = 0
    for move in legal:
        board.play(move)
        count += lines(board, length - 1)
        board.take_back()
    return count


@every_replay
def test_take_backs_lead_through_every_position_to_the_start(replay: Replay) -> None:
    board = replay.board()
    positions = [replay.board(length) for length in range(len(replay.moves) + 1)]
    for after, before in pairwise(reversed(positions)):
        assert board == after
        assert str(board.take_back()) == str(after.moves[-1])
        assert board == before


@every_replay
def test_its_record_holds(replay: Replay) -> None:
    verdict = judge(written(record_of(replay)))
    assert verdict.holds is True
    assert verdict.results == (replay.board().result(replay.ended_by()),)
