"""Find the better move: the turning points of an analysed game as puzzles; the answers come when they are asked for."""

from typing import TypedDict

import orjson
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from club.errors import NotUnderstood
from games import analyses
from games.analyses import SeatAnalysis, State
from games.coach_words import ChoiceInWords, choices_in_words, move_in_words
from games.ended import EndedGame, ended_game
from games.engine.errors import InvalidMove
from games.engine.move import Move
from games.models import Seat
from games.puzzles import Puzzle, Verdict, puzzles_of
from games.views import BoardView
from games.views_of.cards import board_view

JSON = "application/json"


class NamedMove(TypedDict):
    move: str
    words: str


class PuzzleView(TypedDict):
    """A puzzle without its answer: the board before the standing move `n`, and what may be played there."""

    n: int
    board: BoardView
    legal: list[str]
    choices: list[NamedMove]


class AnswerView(TypedDict):
    """The answer, judged where a move was tried: `found` where nothing better was to be found."""

    n: int
    found: bool
    text: str
    tried: str | None
    played: str
    best: str
    choices: list[ChoiceInWords]


@require_safe
def show(request: HttpRequest, key: str) -> HttpResponse:
    """The page; it fetches the puzzles, and each answer, by itself. `seat`: whose turning points."""
    game = _game(request, key)
    seat = _seat(request, game)
    analysis = analyses.shown(game, None, timezone.now())
    of_seat = _of_seat(analysis.seats, seat)
    shown = {
        "game": game,
        "match_key": key,
        "rules": game.match.rules,
        "seat": seat,
        "state": of_seat.state if of_seat else analysis.state,
        "count": len(of_seat.turning_points) if of_seat and of_seat.state == State.DONE else 0,
    }
    return render(request, "games/better.html", shown)


@require_safe
def puzzles(request: HttpRequest, key: str) -> HttpResponse:
    """The puzzles of that `seat` as JSON; 404 as long as the analysis is not done."""
    found = _puzzles(request, key)
    return _json({"puzzles": [_view(puzzle) for puzzle in found]})


@require_safe
def answer(request: HttpRequest, key: str) -> HttpResponse:
    """What the `move` tried at standing move `n` is worth, and the answer; without a move the answer alone."""
    puzzle = next((one for one in _puzzles(request, key) if str(one.n) == request.GET.get("n")), None)
    if puzzle is None:
        raise Http404
    tried = request.GET.get("move")
    return _json(_answered(puzzle, None if tried is None else _read_move(puzzle, tried)))


def _game(request: HttpRequest, key: str) -> EndedGame:
    """The same answer for no such table, for a game that is not the visitor's to see, and before its deal is closed."""
    game = ended_game(key, request.user, timezone.now())
    if game is None or not game.closed:
        raise Http404
    return game


def _seat(request: HttpRequest, game: EndedGame) -> Seat:
    """The seat that is named, else the visitor's own or the first."""
    place = request.GET.get("seat", str(game.place or 1))
    seat = next((seat for seat in game.seats if str(seat.place) == place), None)
    if seat is None:
        raise Http404
    return seat


def _of_seat(seats: list[SeatAnalysis], seat: Seat) -> SeatAnalysis | None:
    return next((one for one in seats if one.seat == seat.place), None)


def _puzzles(request: HttpRequest, key: str) -> list[Puzzle]:
    game = _game(request, key)
    seat = _seat(request, game)
    analysis = _of_seat(analyses.shown(game, None, timezone.now()).seats, seat)
    if analysis is None or analysis.state != State.DONE:
        raise Http404
    return puzzles_of(game, seat, analysis)


def _view(puzzle: Puzzle) -> PuzzleView:
    return PuzzleView(
        n=puzzle.n,
        board=board_view(puzzle.board),
        legal=[str(move) for move in puzzle.board.legal_moves()],
        choices=[NamedMove(move=str(move), words=move_in_words(puzzle.position, move)) for move in puzzle.choices],
    )


def _read_move(puzzle: Puzzle, text: str) -> Move:
    try:
        move = Move.parse(text)
    except InvalidMove:
        move = None
    if move is None or move not in puzzle.board.legal_moves():
        raise NotUnderstood(gettext("That is not a move that could be played there."))
    return move


def _answered(puzzle: Puzzle, tried: Move | None) -> AnswerView:
    judged = puzzle.judged
    verdict = None if tried is None else puzzle.judge(tried)
    return AnswerView(
        n=puzzle.n,
        found=verdict in (Verdict.BEST, Verdict.AS_GOOD),
        text=_sentence(puzzle, tried, verdict),
        tried=None if tried is None else puzzle.chosen(tried).move,
        played=judged.choice,
        best=judged.best,
        choices=choices_in_words(puzzle.position, judged.choices),
    )


def _sentence(puzzle: Puzzle, tried: Move | None, verdict: Verdict | None) -> str:
    if tried is None or verdict is None:
        best = move_in_words(puzzle.position, Move.parse(puzzle.judged.best))
        return gettext("The best is: %(move)s.") % {"move": best}
    points = round(100 * puzzle.chosen(tried).behind)
    return _verdict_words(verdict, points) % {"points": points}


def _verdict_words(verdict: Verdict, points: int) -> str:
    match verdict:
        case Verdict.BEST:
            return gettext("Found: that is the best.")
        case Verdict.AS_GOOD:
            return gettext("Found: that is as good as the best, as far as can be told.")
        case Verdict.BETTER:
            return ngettext(
                "Better than what was played, and %(points)s point behind the best.",
                "Better than what was played, and %(points)s points behind the best.",
                points,
            )
        case Verdict.PLAYED:
            return ngettext(
                "That is what was played: it gave away %(points)s point.",
                "That is what was played: it gave away %(points)s points.",
                points,
            )
        case Verdict.WORSE:
            return ngettext(
                "No better than what was played: %(points)s point behind the best.",
                "No better than what was played: %(points)s points behind the best.",
                points,
            )


def _json(said: object) -> HttpResponse:
    return HttpResponse(orjson.dumps(said), content_type=JSON)
