"""What the analysis of a game costs, and how soon the first one after a start of the club begins to show.

`analysis_game_cpu_s`: processor seconds of the thinking process for one Classic game, warm, every choice's chance sure
to two points; the mean of some games of a house player. `analysis_first_s`: from asking, right after a start of the
server, to the first decision on the page; starting the thinking process and loading its kernels is part of it.
"""

import asyncio
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import mean, median

import orjson

from bench.figure import Figure
from games.analysis import decisions, worker
from games.analysis.decisions import Looked
from games.analysis.house import Level, choose
from games.analysis.position import Position
from games.analysis.questions import Answer, Compared, Question, Solved, read_answer, write_question
from games.analysis.warm import compile_kernels
from games.engine.board import Board
from games.engine.deal import deal, numbered_seed
from games.engine.rules import Layout, Rules
from tests.protocol_client import Table, Visitor
from tests.served import ServedClub

NAMES = ("analysis_game_cpu_s", "analysis_first_s")

GAMES = 5
STARTS = 3
MOVES = 30
LOOK_EVERY_SECONDS = 0.02
PATIENCE_SECONDS = 120


def figures() -> Iterator[Figure]:
    compile_kernels()
    yield Figure("analysis_game_cpu_s", mean(_cpu_of(_played(number)) for number in range(1, GAMES + 1)), "s")
    yield Figure("analysis_first_s", median(asyncio.run(_first()) for _ in range(STARTS)), "s")


def _played(number: int) -> Board:
    board = Board(deal(Rules(Layout.CLASSIC), numbered_seed(number)))
    while board.legal_moves():
        board.play(choose(Position.of(board), Level.REGULAR, seed=number))
    return board


def _cpu_of(board: Board) -> float:
    game = decisions.played_game(board.dealt, tuple(board.moves))
    began = time.process_time()
    for decision in game.decisions:
        answer = _answer(decisions.compare_question(decision))
        assert isinstance(answer, Compared)
        assert all(choice.error <= decisions.STANDARD_ERROR for choice in answer.choices)
    looked: list[Looked] = []
    while (search := decisions.solve_question(game, looked)) is not None:
        answer = _answer(search[1])
        assert isinstance(answer, Solved)
        looked.append(Looked(search[0], answer.found))
    return time.process_time() - began


def _answer(question: Question) -> Answer:
    """With all that crosses the pipe."""
    return read_answer(orjson.loads(orjson.dumps(worker.reply(orjson.dumps(write_question(question))))))


async def _first() -> float:
    with tempfile.TemporaryDirectory() as folder, ServedClub(Path(folder)) as club:
        async with Visitor(club.url) as visitor:
            key = await _ended(visitor)
            club.restart()
            began = time.perf_counter()
            await visitor.post(f"/table/{key}/analysis/")
            async with asyncio.timeout(PATIENCE_SECONDS):
                while not await _has_begun(visitor, key):  # noqa: ASYNC110 # a page asks again and again too
                    await asyncio.sleep(LOOK_EVERY_SECONDS)
            return time.perf_counter() - began


async def _ended(visitor: Visitor) -> str:
    """A game of some moves, given up; its key."""
    key = await visitor.deal()
    table = Table(visitor, key)
    await table.connect()
    for _ in range(MOVES):
        await table.play(table.choice())
    await table.resign()
    await table.close()
    return key


async def _has_begun(visitor: Visitor, key: str) -> bool:
    seats = (await visitor.http.get(f"/table/{key}/analysis.json")).json()["seats"]
    return any(seat["decisions"] for seat in seats)
