"""Find the better move: the turning points of an ended game as puzzles, and how an answer is judged."""

from dataclasses import dataclass
from enum import StrEnum

from games.analyses import SeatAnalysis
from games.analysis.alike import distinct, same_choice
from games.analysis.decisions import CLEARLY, Judged
from games.analysis.position import Position
from games.analysis.questions import Weighed
from games.ended import EndedGame
from games.engine.board import Board
from games.engine.move import Move
from games.models import Seat


class Verdict(StrEnum):
    """What an answer is worth."""

    BEST = "best"
    # It trails the best by no more than chance would explain.
    AS_GOOD = "as-good"
    BETTER = "better"
    PLAYED = "played"
    WORSE = "worse"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """The board before the standing move of that number, counted from 1, and what the analysis says of it."""

    n: int
    board: Board
    judged: Judged

    @property
    def position(self) -> Position:
        return Position.of(self.board)

    @property
    def choices(self) -> list[Move]:
        """What may be answered, of those that come to the same only the first."""
        return distinct(self.position, self.board.legal_moves())

    def chosen(self, move: Move) -> Weighed:
        """What the analysis says of that legal move."""
        name = str(same_choice(self.position, move))
        return next(choice for choice in self.judged.choices if choice.move == name)

    def judge(self, move: Move) -> Verdict:
        """What that legal move is worth, beside the best and beside what was played."""
        chosen = self.chosen(move)
        if chosen.move == self.judged.best:
            return Verdict.BEST
        if chosen.behind <= CLEARLY * chosen.behind_error:
            return Verdict.AS_GOOD
        if chosen.move == self.judged.choice:
            return Verdict.PLAYED
        return Verdict.BETTER if chosen.behind < self.judged.lost else Verdict.WORSE


def puzzles_of(game: EndedGame, seat: Seat, analysis: SeatAnalysis) -> list[Puzzle]:
    """The seat's turning points in their order. One query."""
    played = game.board(seat)
    by_number = {judged.n: judged for judged in analysis.decisions}
    return [Puzzle(n, Board.replay(played.dealt, played.moves[: n - 1]), by_number[n]) for n in analysis.turning_points]
