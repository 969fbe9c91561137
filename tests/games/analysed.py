"""An analysis whose findings a test has laid down: three turning points, each with an answer of every kind."""

from collections.abc import Sequence

from django.db import transaction

from club.models import Player
from games import analyses, analysing
from games.analysis import decisions
from games.analysis.alike import distinct
from games.analysis.decisions import Decision
from games.analysis.found import Found
from games.analysis.questions import Compare, Compared, Solved, Weighed
from games.ended import ended_game
from games.engine.board import Board
from games.engine.move import Move
from games.models import Seat
from tests.games.conftest import NOON

ERROR = 0.01
# What was given away at the turning points.
LOSSES = (0.3, 0.2, 0.1)


def analyse(key: str, player: Player) -> dict[int, list[int]]:
    """Have the ended game analysed; by seat the numbers of its turning points. Those are its first three decisions
    with four choices or more."""
    game = ended_game(key, player, NOON)
    assert game is not None
    with transaction.atomic():
        analyses.ask(game, player, NOON)
    laid_down: dict[object, Compared] = {}
    turning = {}
    for seat in game.seats:
        board = game.board(seat)
        wide = [one for one in _decisions(board) if len(_choices(board, one)) > len(LOSSES)][: len(LOSSES)]
        turning[seat.place] = [one.n for one in wide]
        losses = dict(zip(turning[seat.place], LOSSES, strict=True))
        for one in _decisions(board):
            laid_down[one.position, one.n] = Compared(_weighed(one, _choices(board, one), losses.get(one.n, 0.0)))
    while (thought := analysing.next_thought(NOON)) is not None:
        question = thought.question
        with transaction.atomic():
            if isinstance(question, Compare):
                thought.keep(laid_down[question.position, question.seed])
            else:
                thought.keep(Solved(Found.UNKNOWN))
    return turning


def _decisions(board: Board) -> Sequence[Decision]:
    return decisions.played_game(board.dealt, tuple(board.moves)).decisions


def _choices(board: Board, decision: Decision) -> list[Move]:
    before = Board.replay(board.dealt, board.moves[: decision.n - 1])
    return distinct(decision.position, before.legal_moves())


def _weighed(decision: Decision, choices: list[Move], lost: float) -> tuple[Weighed, ...]:
    """The played choice trails by the loss; of the others one is best, one as good, one between, the rest behind."""
    others = [move for move in choices if move is not decision.choice]
    trails = [0.0, ERROR, lost / 2, *[lost + 0.1] * len(others)] if lost else [0.2] * len(others)
    behind = {decision.choice: lost} | dict(zip(others, trails, strict=False))
    ranked = sorted(behind, key=lambda move: behind[move])
    best = 0.5 + lost
    return tuple(Weighed(str(move), best - behind[move], 0.02, behind[move], ERROR, 600) for move in ranked)


def answers(key: str, place: int, n: int) -> dict[str, str]:
    """At that turning point one move of each kind, by what it is worth."""
    seat = Seat.objects.select_related("match__deal").get(match__key=key, place=place)
    game = ended_game(key, seat.player, NOON)
    assert game is not None
    board = game.board(seat)
    decision = next(one for one in _decisions(board) if one.n == n)
    others = [str(move) for move in _choices(board, decision) if move is not decision.choice]
    return {"played": str(decision.choice)} | dict(zip(("best", "as-good", "better"), others, strict=False))
