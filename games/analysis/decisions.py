"""The analysis of a played game, cut into small questions: first its decisions, then how long it could be won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot
from typing import Final

from games.analysis.alike import distinct, same_choice
from games.analysis.found import Found
from games.analysis.position import Position
from games.analysis.questions import Compare, Solve, Weighed
from games.engine.board import Board
from games.engine.deal import Dealt
from games.engine.move import REDEAL, Move
from games.engine.result import Outcome

# Two points of a hundred, which takes at most so many playouts of each choice.
STANDARD_ERROR: Final = 0.02
PLAYOUTS: Final = 640
# Of one search with all cards known: some tenths of a second.
POSITIONS: Final = 100_000
TURNING_POINTS: Final = 3
# So many standard errors a loss has to be, to be more than chance.
CLEARLY: Final = 2.0
# Games whose decisions are remembered, since a game is asked about piece by piece.
_REMEMBERED: Final = 16


@dataclass(frozen=True, slots=True)
class Decision:
    """A standing move that was played where there was more than one choice; `n` counts them from 1.

    `choice` is the name that the choice goes by, `move` being what was played. `shown` counts the moves before it that
    showed a card: decisions with the same one were taken before the same cards.
    """

    n: int
    shown: int
    position: Position
    move: Move
    choice: Move


@dataclass(frozen=True, slots=True)
class Game:
    """A played game: its standing moves, those of them that were decisions, and what the cards say of its end."""

    dealt: Dealt
    moves: tuple[Move, ...]
    decisions: tuple[Decision, ...]
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision with its choices compared, best first: what the one that was played gave away against the best, in
    shares of games won, and the standard error of that.

    Where the best could still be made up for before the next card, that much was not given away by this move.
    """

    n: int
    move: str
    choice: str
    best: str
    lost: float
    error: float
    choices: tuple[Weighed, ...]

    @property
    def is_clear(self) -> bool:
        """Whether more was given away than chance would explain."""
        return self.lost > CLEARLY * self.error


@dataclass(frozen=True, slots=True)
class Looked:
    """What a search with all cards known found after so many standing moves."""

    after: int
    found: Found


@dataclass(frozen=True, slots=True)
class LastWinnable:
    """The last moment, `after` so many standing moves, at which the game was winnable, if fully known.

    Lost: it never was. Unknown: no way to win was found, which proves nothing. `is_last` says that it is proven that
    the game could not be won later, or that there is no later.
    """

    found: Found
    after: int | None
    is_last: bool


@lru_cache(maxsize=_REMEMBERED)
def played_game(dealt: Dealt, moves: tuple[Move, ...]) -> Game:
    """The game of these standing moves; IllegalMove where they are none."""
    board = Board(dealt)
    decisions = []
    shown = 0
    for n, move in enumerate(moves, start=1):
        legal = board.legal_moves()
        if len(legal) > 1:
            position = Position.of(board)
            if len(distinct(position, legal)) > 1:
                decisions.append(Decision(n, shown, position, move, same_choice(position, move)))
        board.play(move)
        shown += move.places or move is REDEAL
    return Game(dealt, moves, tuple(decisions), board.outcome)


def pieces(game: Game) -> int:
    """How many questions there are at most."""
    first, last = _searched(game)
    return len(game.decisions) + (last - first - 1).bit_length()


def compare_question(decision: Decision) -> Compare:
    """How the choices of this decision compare."""
    return Compare(decision.position, PLAYOUTS, STANDARD_ERROR, seed=decision.n)


def solve_question(game: Game, looked: Sequence[Looked]) -> tuple[int, Solve] | None:
    """The next search for the last winnable moment, by halves, and after how many moves; None when it is found.

    By halves, since a game that is lost stays lost. Where nothing was found the search goes on before.
    """
    first, last = _searched(game)
    for one in looked:
        if one.found is Found.WINNABLE:
            first = max(first, one.after)
        else:
            last = min(last, one.after)
    if last - first <= 1:
        return None
    after = (first + last) // 2
    moves = tuple(map(str, game.moves[:after]))
    return after, Solve(str(game.dealt.rules), game.dealt.seed.hex(), moves, POSITIONS)


def _searched(game: Game) -> tuple[int, int]:
    """After more moves than the first and fewer than the last the game may be winnable, or not, for all that is known
    without a search."""
    end = len(game.moves)
    if game.outcome is Outcome.WON:
        return end, end + 1
    return -1, end if game.outcome is Outcome.BLOCKED else end + 1


def judge(game: Game, compared: Sequence[tuple[Weighed, ...]]) -> list[Judged]:
    """What was given away at the game's first decisions, whose choices have been compared."""
    judged = []
    for place, choices in enumerate(compared):
        decision = game.decisions[place]
        chosen = next(one for one in choices if one.move == str(decision.choice))
        best = choices[0]
        lost, error = chosen.behind, chosen.behind_error
        if place + 1 < len(compared) and game.decisions[place + 1].shown == decision.shown:
            # The playouts go on by a rule from the next move on, but the player could still choose.
            after = compared[place + 1][0]
            if best.chance - after.chance < lost:
                lost, error = max(0.0, best.chance - after.chance), hypot(best.error, after.error)
        judged.append(Judged(decision.n, str(decision.move), chosen.move, best.move, lost, error, choices))
    return judged


def turning_points(decisions: Sequence[Judged]) -> list[Judged]:
    """The three decisions that clearly gave away the most, in the order in which they were taken."""
    clear = sorted((one for one in decisions if one.is_clear), key=lambda one: -one.lost)
    return sorted(clear[:TURNING_POINTS], key=lambda one: one.n)


def last_winnable(game: Game, looked: Sequence[Looked]) -> LastWinnable:
    """What the searches have found."""
    end = len(game.moves)
    winnable = [one.after for one in looked if one.found is Found.WINNABLE]
    lost = [one.after for one in looked if one.found is Found.LOST]
    if game.outcome is Outcome.WON:
        winnable.append(end)
    elif game.outcome is Outcome.BLOCKED:
        lost.append(end)
    if winnable:
        after = max(winnable)
        return LastWinnable(Found.WINNABLE, after, is_last=after == end or after + 1 in lost)
    return LastWinnable(Found.LOST if 0 in lost else Found.UNKNOWN, None, is_last=False)
