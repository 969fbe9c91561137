"""`python -m games.analysis.worker`: the thinking process. Lines of JSON come in as questions and go out as answers.

It knows nothing from one line to the next, touches neither database nor network, and ends when its input is closed:
so it does not outlive whoever started it, killed or not.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import Final

import orjson

from games.analysis.choices import compare
from games.analysis.house import Level, choose
from games.analysis.limit import Limit
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
    Weighed,
    Written,
    read_question,
    write_answer,
)
from games.analysis.solver import solve
from games.analysis.warm import compile_kernels
from games.engine.board import Board
from games.engine.deal import deal
from games.engine.move import Move
from games.engine.result import Outcome
from games.engine.rules import Rules

# What it says once its kernels are loaded, compiled first where they were not.
READY: Final = {"is": "ready"}
# As low as there is: what the club serves comes first.
NICENESS: Final = 19
# Of processor time for one question. The system ends a process that needs more, also where nobody is left to do it.
CPU_SECONDS: Final = 60.0
# More than a game has, so that no two tries of a deal share the luck of a move.
_SEEDS_A_GAME: Final = 1_000


def main() -> None:
    """Answer until the input is closed."""
    os.nice(NICENESS)
    compile_kernels()
    _write(READY)
    for line in sys.stdin.buffer:
        signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS)
        answer = reply(line)
        signal.setitimer(signal.ITIMER_PROF, 0)
        _write(answer)


def _write(said: Written) -> None:
    sys.stdout.buffer.write(orjson.dumps(said) + b"\n")
    sys.stdout.buffer.flush()


def reply(line: bytes) -> Written:
    """The answer to a line; an object with `error` where the question could not be read or answered."""
    try:
        return write_answer(think(read_question(orjson.loads(line))))
    except Exception as error:
        # Whatever it was, the next question has nothing to do with it.
        return {"error": f"{type(error).__name__}: {error}"}


def think(question: Question) -> Answer:
    """The answer, the same for the same question."""
    match question:
        case Choose(position, level, seed):
            return Chosen(str(choose(position, Level(level), seed)))
        case Compare(position, playouts, standard_error, seed):
            return _compared(position, Limit(playouts=playouts, standard_error=standard_error), seed)
        case Solve(rules, seed, moves, positions):
            dealt = deal(Rules.parse(rules), bytes.fromhex(seed))
            board = Board.replay(dealt, map(Move.parse, moves))
            return Solved(solve(board, Limit(positions=positions)).found)
        case Try(rules, deal_seed, level, seed):
            return _tried(Board(deal(Rules.parse(rules), bytes.fromhex(deal_seed))), Level(level), seed)


def _compared(position: Position, limit: Limit, seed: int) -> Compared:
    return Compared(
        tuple(
            Weighed(str(one.move), one.chance, one.error, one.behind, one.behind_error, one.playouts)
            for one in compare(position, limit, seed)
        )
    )


def _tried(board: Board, level: Level, seed: int) -> Tried:
    while board.legal_moves():
        board.play(choose(Position.of(board), level, seed * _SEEDS_A_GAME + len(board.moves)))
    return Tried(board.outcome is Outcome.WON, board.foundation_cards)


if __name__ == "__main__":
    main()
