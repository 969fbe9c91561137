"""The pieces of analyses: which is thought about next, what is kept of it, and how it is read again."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db.models import QuerySet

from games import boards, often
from games.analysis import decisions
from games.analysis.decisions import Game, Looked
from games.analysis.found import Found
from games.analysis.questions import Answer, Compared, Question, Solved, Weighed
from games.models import Analysis, AnalysisPiece, Move, Seat
from games.tables import Told
from games.thoughts import DEATHS, Thought

# Shares are kept to a hundredth of a point: less than any of them is sure to.
DIGITS = 4

# A piece as it is stored: what a decision's choices come to, or what a search found after so many moves.
type Stored = dict[str, Any]

# The game whose analysis goes on, by the analysis's id; one at most, so that it is not read again before each piece.
# Touched by the thread that thinks.
_in_hand: dict[int, Game] = {}


def next_thought(now: dt.datetime) -> Thought | None:
    """The next piece of the analysis that has waited longest. One query where there is none, else two; two more for an
    analysis that is begun or gone back to, and one for a search."""
    if not settings.ANALYSIS:
        return None
    for analysis_id in often.ids(_oldest):
        game = _in_hand.get(analysis_id) or _take_in_hand(analysis_id)
        if game is None:
            # Deleted just now.
            continue
        done = next((n + 1 for n in often.numbers("n", _last_piece, analysis_id)), 0)
        looked = _searches(analysis_id, game) if done > len(game.decisions) else []
        after, question = _question(game, done, looked)
        piece = _Piece(analysis_id, done, game, looked, after, now)
        return Thought(f"analysis {analysis_id}/{done}", question, piece.keep, piece.died)
    put_down()
    return None


def put_down() -> None:
    """Forget the game that is in hand: it is read again where its analysis goes on."""
    _in_hand.clear()


def _oldest() -> QuerySet[Analysis]:
    return queued().order_by("asked_at", "pk")[:1]


def _take_in_hand(analysis_id: int) -> Game | None:
    put_down()
    seat = Seat.objects.select_related("match__deal").filter(analysis=analysis_id).first()
    if seat is None:
        return None
    return _in_hand.setdefault(analysis_id, game_of(seat, lines_of([seat])[seat.pk]))


def _last_piece(analysis_id: int) -> QuerySet[AnalysisPiece]:
    return AnalysisPiece.objects.filter(analysis=analysis_id).order_by("-n")[:1]


def _searches(analysis_id: int, game: Game) -> list[Looked]:
    pieces = AnalysisPiece.objects.filter(analysis=analysis_id, n__gte=len(game.decisions)).order_by("n")
    return looked_of(list(pieces.values_list("found", flat=True)))


def _question(game: Game, done: int, looked: Sequence[Looked]) -> tuple[int, Question]:
    """The next question, and how many standing moves come before what it asks about."""
    if done < len(game.decisions):
        decision = game.decisions[done]
        return decision.n - 1, decisions.compare_question(decision)
    search = decisions.solve_question(game, looked)
    if search is None:
        raise ValueError("an analysis that has no question left is done")
    return search


@dataclass(frozen=True, slots=True)
class _Piece:
    """One piece of an analysis, asked at `now` when `done` others were there, of which the searches found `looked`:
    about `after` so many standing moves."""

    analysis_id: int
    done: int
    game: Game
    looked: Sequence[Looked]
    after: int
    now: dt.datetime

    def keep(self, answer: Answer) -> list[Told]:
        found = _stored(self.after, answer)
        is_last = self._is_last(found)
        deaths = self._deaths()
        if deaths is None or ((is_last or deaths) and self._is_kept()):
            return []
        # Where it was thought twice, the first one stays.
        piece = AnalysisPiece(analysis_id=self.analysis_id, n=self.done, found=found)
        AnalysisPiece.objects.bulk_create([piece], ignore_conflicts=True)
        if is_last:
            self._change(deaths=0, state=Analysis.State.DONE, ended_at=self.now)
        elif deaths:
            self._change(deaths=0)
        return []

    def died(self) -> None:
        deaths = self._deaths()
        if deaths is None or self._is_kept():
            return
        if deaths + 1 < DEATHS:
            self._change(deaths=deaths + 1)
        else:
            self._change(deaths=deaths + 1, state=Analysis.State.FAILED, ended_at=self.now)

    def _deaths(self) -> int | None:
        """How many there were, the analysis locked; None where it waits for nothing any more."""
        return next(iter(often.numbers("deaths", _locked, self.analysis_id)), None)

    def _is_kept(self) -> bool:
        return AnalysisPiece.objects.filter(analysis=self.analysis_id, n=self.done).exists()

    def _is_last(self, found: Stored) -> bool:
        if self.done + 1 < len(self.game.decisions):
            return False
        return decisions.solve_question(self.game, [*self.looked, *looked_of([found])]) is None

    def _change(self, **to: object) -> None:
        Analysis.objects.filter(pk=self.analysis_id).update(**to)


def _locked(analysis_id: int) -> QuerySet[Analysis]:
    return queued().select_for_update().filter(pk=analysis_id)


def _stored(after: int, answer: Answer) -> Stored:
    match answer:
        case Compared(choices):
            return {"choices": [_weighed(one) for one in choices]}
        case Solved(found):
            return {"after": after, "found": found}
        case _:
            raise TypeError(f"{answer!r} answers no question about a played game")


def _weighed(one: Weighed) -> list[str | float]:
    shares = (one.chance, one.error, one.behind, one.behind_error)
    return [one.move, *(round(share, DIGITS) for share in shares), one.playouts]


def queued() -> QuerySet[Analysis]:
    """The analyses that are not all there yet."""
    return Analysis.objects.filter(state=Analysis.State.QUEUED)


def found_of(analyses: list[Analysis]) -> dict[int, list[Stored]]:
    """What the pieces of each have found, in their order, by the analysis's id. One query."""
    found: dict[int, list[Stored]] = {one.pk: [] for one in analyses}
    pieces = AnalysisPiece.objects.filter(analysis__in=analyses).order_by("analysis", "n")
    for analysis_id, piece in pieces.values_list("analysis", "found"):
        found[analysis_id].append(piece)
    for one in analyses:
        # What the version before has gone on with while this one was put up.
        found[one.pk] += one.found[len(found[one.pk]) :]
    return found


def choices_of(piece: Stored) -> tuple[Weighed, ...]:
    """The choices of a decision, from its piece; best first."""
    return tuple(Weighed(*choice) for choice in piece["choices"])


def looked_of(found: Sequence[Stored]) -> list[Looked]:
    """What the searches among these pieces have found."""
    return [Looked(piece["after"], Found(piece["found"])) for piece in found if "after" in piece]


def lines_of(seats: Sequence[Seat]) -> dict[int, list[str]]:
    """The rows of these seats in order. One query."""
    lines: dict[int, list[str]] = {seat.pk: [] for seat in seats}
    rows = Move.objects.filter(seat__in=seats).order_by("seat", "n").values_list("seat", "move")
    for seat_id, move in rows:
        lines[seat_id].append(move)
    return lines


def game_of(seat: Seat, rows: list[str]) -> Game:
    """The game that the seat has played by these rows."""
    return decisions.played_game(seat.match.deal.laid_out(), tuple(boards.standing_line(rows)))
