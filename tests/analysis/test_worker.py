"""The thinking process: what it answers, the same each time, and that it ends with whoever started it."""

import subprocess
import sys

import orjson
import pytest

from games.analysis import worker
from games.analysis.found import Found
from games.analysis.house import Level
from games.analysis.position import Position
from games.analysis.questions import (
    Answer,
    Choose,
    Chosen,
    Compare,
    Compared,
    Question,
    Solve,
    Solved,
    Tried,
    Try,
    read_answer,
    write_question,
)
from games.engine.board import Board
from games.engine.deal import deal, numbered_seed
from games.engine.move import Move
from games.engine.rules import Rules
from load.process import ROOT
from tests.engine.laid_out import winning

EVERY_LAYOUT = ["classic-4-0", "classic-3-1", "reverse-5-0", "broken-4-2", "giant-6-0"]
SECONDS = 300


def board_by(rules: str = "classic-4-0", number: int = 1) -> Board:
    return Board(deal(Rules.parse(rules), numbered_seed(number)))


def asked(question: Question) -> Answer:
    """As it is asked through the pipe."""
    return read_answer(orjson.loads(orjson.dumps(worker.reply(orjson.dumps(write_question(question))))))


@pytest.mark.parametrize("rules", EVERY_LAYOUT)
def test_it_compares_the_choices_of_every_layout(rules: str) -> None:
    board = board_by(rules)
    answer = asked(Compare(Position.of(board), playouts=64, standard_error=0.0, seed=1))
    assert isinstance(answer, Compared)
    assert {Move.parse(one.move) for one in answer.choices} <= set(board.legal_moves())
    assert answer.choices[0].behind == 0
    assert all(0 <= one.chance <= 1 and 0 < one.playouts <= 64 for one in answer.choices)


@pytest.mark.parametrize("level", list(Level))
def test_it_chooses_for_every_house_player(level: Level) -> None:
    board = board_by()
    answer = asked(Choose(Position.of(board), level, seed=5))
    assert isinstance(answer, Chosen)
    assert Move.parse(answer.move) in board.legal_moves()


def test_the_same_question_has_the_same_answer() -> None:
    question = Compare(Position.of(board_by()), playouts=64, standard_error=0.0, seed=1)
    assert asked(question) == asked(question)


def test_it_finds_out_whether_a_game_is_winnable() -> None:
    board = board_by()
    question = Solve("classic-4-0", board.dealt.seed.hex(), (), positions=1_000_000)
    assert asked(question) == Solved(Found.WINNABLE)


def test_it_tries_a_deal_with_a_house_player() -> None:
    board = board_by("classic-8-2")
    question = Try("classic-8-2", board.dealt.seed.hex(), Level.REGULAR, seed=3)
    assert asked(question) == Tried(won=True, cards=52)
    blocked = asked(Try("classic-3-0", board.dealt.seed.hex(), Level.REGULAR, seed=3))
    assert isinstance(blocked, Tried)
    assert not blocked.won
    assert blocked.cards < 52


def test_a_position_that_lies_open_is_not_guessed_at() -> None:
    dealt, line = winning(last=3)
    board = Board.replay(dealt, line)
    while board.stock_left > 1:
        board.play(Move.parse("W1"))
    answer = asked(Compare(Position.of(board), playouts=64, standard_error=0.02, seed=1))
    assert isinstance(answer, Compared)
    assert (answer.choices[0].chance, answer.choices[0].error) == (1.0, 0.0)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{}",
        b'{"do": "nothing"}',
        b'{"do": "choose"}',
        b'{"do": "solve", "rules": "classic-4-0", "deal": "00", "moves": [], "positions": 1}',
        orjson.dumps(write_question(Solve("classic-4-0", numbered_seed(1).hex(), ("W1F1",), 10))),
    ],
)
def test_what_it_cannot_answer_is_answered_by_the_reason(line: bytes) -> None:
    assert list(worker.reply(line)) == ["error"]


def test_as_a_process_it_is_ready_answers_each_line_and_ends_with_its_input() -> None:
    question = orjson.dumps(write_question(Choose(Position.of(board_by()), Level.REGULAR, seed=5)))
    lines = b"\n".join([question, b"nonsense", question]) + b"\n"
    done = subprocess.run(
        [sys.executable, "-m", worker.__name__], cwd=ROOT, input=lines, capture_output=True, check=True, timeout=SECONDS
    )
    ready, first, refused, second = map(orjson.loads, done.stdout.splitlines())
    assert ready == worker.READY
    assert "error" in refused
    assert first == second == {"is": "chosen", "move": first["move"]}


def loaded(code: str, among: set[str]) -> str:
    """Which of these packages are in memory once the code has run."""
    code = f"{code}; import sys; print(sorted({among!r} & {{name.split('.')[0] for name in sys.modules}}))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_it_loads_neither_the_club_nor_anything_that_reaches_its_database_or_layer() -> None:
    assert loaded(f"import {worker.__name__}", {"asgiref", "channels", "club", "django"}) == "[]"


def test_the_serving_process_loads_no_kernels() -> None:
    """It would compile them in a request, and hold their memory for good."""
    code = "import django; django.setup(); import games.urls, games.sockets, games.thinking"
    assert loaded(code, {"llvmlite", "numba", "numpy"}) == "[]"
