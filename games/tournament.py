"""House players at numbered deals: one game played to its end, and what many games come to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from statistics import fmean
from time import process_time

from games.analysis.house import Level, choose
from games.analysis.position import Position
from games.engine.board import Board
from games.engine.deal import deal, numbered_seed
from games.engine.result import Outcome
from games.engine.rules import Rules
from games.statistics import Share, share

# More moves than a game has, so that no two decisions share their luck.
_SEEDS_A_GAME = 1_000


@dataclass(frozen=True, slots=True)
class Played:
    """One game of a house player."""

    won: bool
    # On the foundations at the end.
    cards: int
    decisions: int
    # Of processor time, for all of them.
    seconds: float


@dataclass(frozen=True, slots=True)
class Standing:
    """What a level's games come to."""

    won: Share
    # Means, of cards a game and of milliseconds of processor time a decision.
    cards: float
    decision_ms: float


def play_deals(rules: Rules, level: Level, numbers: Iterable[int], processes: int) -> Iterator[Played]:
    """A house player's games at these numbered deals, in their order, played side by side by so many processes."""
    # Begun afresh: a fork of a process with threads may never end.
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        yield from pool.map(partial(play_deal, rules, level), numbers)


def play_deal(rules: Rules, level: Level, number: int) -> Played:
    """The game of a house player at the numbered deal, the same every time but for the seconds."""
    board = Board(deal(rules, numbered_seed(number)))
    began = process_time()
    while board.legal_moves():
        board.play(choose(Position.of(board), level, number * _SEEDS_A_GAME + len(board.moves)))
    seconds = process_time() - began
    return Played(board.outcome is Outcome.WON, board.foundation_cards, len(board.moves), seconds)


def standing(games: Iterable[Played]) -> Standing:
    """What these games, at least one, come to."""
    played = list(games)
    seconds = sum(game.seconds for game in played)
    return Standing(
        share(sum(game.won for game in played), len(played)),
        fmean(game.cards for game in played),
        1000 * seconds / sum(game.decisions for game in played),
    )
