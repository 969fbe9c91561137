"""Analyses of ended games: asked for once, done piece by piece in the background, kept, and shown as they come."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.conf import settings
from django.db.models import QuerySet

from club.models import Player
from games import boards, clocks
from games.analysis import decisions
from games.analysis.decisions import Game, Judged, LastWinnable, Looked
from games.analysis.found import Found
from games.analysis.questions import Answer, Compared, Question, Solved, Weighed
from games.ended import EndedGame
from games.models import Analysis, Move, Seat
from games.refusals import Refused
from games.tables import Told
from games.thoughts import DEATHS, Thought

# Shares are kept to a hundredth of a point: less than any of them is sure to.
DIGITS = 4

# A piece as it is stored: what a decision's choices come to, or what a search found after so many moves.
type Stored = dict[str, Any]


class State(StrEnum):
    """How far the analysis of a game, or of one seat's, has come."""

    # Nobody has asked for it.
    NONE = "none"
    QUEUED = "queued"
    DONE = "done"
    FAILED = "failed"
    # The club analyses no games just now.
    OFF = "off"
    # The deal is still open to somebody.
    NOT_YET = "not-yet"


@dataclass(frozen=True, slots=True)
class SeatAnalysis:
    """What is known of one seat's game so far: `done` of `pieces`, the decisions compared, by their numbers those that
    gave away the most, and the last winnable moment once it is found."""

    seat: int
    state: State
    pieces: int
    done: int
    decisions: list[Judged]
    turning_points: list[int]
    last_winnable: LastWinnable | None


@dataclass(frozen=True, slots=True)
class GameAnalysis:
    """The analysis of every seat, in seat order; `ahead` games come before it, and the viewer may still ask for
    `left_today` of them."""

    state: State
    ahead: int
    left_today: int
    seats: list[SeatAnalysis]


def ask(game: EndedGame, player: Player, now: dt.datetime) -> None:
    """Have every seat of the game analysed, in the writer's transaction; harmless where it is, or was. Raises Refused.

    What failed before is tried again from where it stopped.
    """
    if not game.closed:
        raise Refused("deal-not-closed")
    rows = {one.seat_id: one for one in Analysis.objects.select_for_update().filter(seat__in=game.seats)}
    wanted = [seat for seat in game.seats if seat.pk not in rows or rows[seat.pk].state == Analysis.State.FAILED]
    if not wanted:
        return
    if not settings.ANALYSIS:
        raise Refused("analysis-off")
    if left_today(player, now) <= 0:
        raise Refused("analyses-today")
    if _games(_queued()) >= settings.ANALYSES_QUEUED:
        raise Refused("analyses-queued")
    lines = _lines(wanted)
    for seat in wanted:
        _enter(seat, rows.get(seat.pk), _game(seat, lines[seat.pk]), player, now)


def _enter(seat: Seat, failed: Analysis | None, game: Game, player: Player, now: dt.datetime) -> None:
    pieces = decisions.pieces(game)
    entered = {
        "asked_by": player,
        "asked_at": now,
        "state": Analysis.State.QUEUED if pieces else Analysis.State.DONE,
        "pieces": pieces,
        "deaths": 0,
        "ended_at": None if pieces else now,
    }
    if failed is None:
        # Another process may have entered it just now.
        Analysis.objects.bulk_create([Analysis(seat=seat, **entered)], ignore_conflicts=True)
    else:
        Analysis.objects.filter(pk=failed.pk).update(**entered)


def left_today(player: Player, now: dt.datetime) -> int:
    """For how many more games the player may ask before the day is over. One query."""
    asked = Analysis.objects.filter(asked_by=player, asked_at__gte=clocks.start_of_day(clocks.day_of(now)))
    return max(0, settings.ANALYSES_A_DAY - _games(asked))


def _queued() -> QuerySet[Analysis]:
    return Analysis.objects.filter(state=Analysis.State.QUEUED)


def _games(analyses: QuerySet[Analysis]) -> int:
    return analyses.values("seat__match").distinct().count()


def next_thought(now: dt.datetime) -> Thought | None:
    """The next piece of the analysis that has waited longest. One query where there is none, else two."""
    if not settings.ANALYSIS:
        return None
    analysis = _queued().select_related("seat__match__deal").order_by("asked_at", "pk").first()
    if analysis is None:
        return None
    seat = analysis.seat
    game = _game(seat, _lines([seat])[seat.pk])
    done = len(analysis.found)
    after, question = _question(game, analysis.found)
    piece = _Piece(analysis.pk, done, game, after, now)
    return Thought(f"analysis {analysis.pk}/{done}", question, piece.keep, piece.died)


def _question(game: Game, found: Sequence[Stored]) -> tuple[int, Question]:
    """The next question, and how many standing moves come before what it asks about."""
    if len(found) < len(game.decisions):
        decision = game.decisions[len(found)]
        return decision.n - 1, decisions.compare_question(decision)
    search = decisions.solve_question(game, _looked(found))
    if search is None:
        raise ValueError("an analysis that has no question left is done")
    return search


@dataclass(frozen=True, slots=True)
class _Piece:
    """One piece of an analysis, asked at `now` when `done` others were there: about `after` so many standing moves."""

    analysis_id: int
    done: int
    game: Game
    after: int
    now: dt.datetime

    def keep(self, answer: Answer) -> list[Told]:
        analysis = self._waiting()
        if analysis is None:
            return []
        analysis.found.append(_stored(self.after, answer))
        analysis.deaths = 0
        compared = len(analysis.found) >= len(self.game.decisions)
        if compared and decisions.solve_question(self.game, _looked(analysis.found)) is None:
            analysis.state, analysis.ended_at = Analysis.State.DONE, self.now
        analysis.save(update_fields=["found", "deaths", "state", "ended_at"])
        return []

    def died(self) -> None:
        analysis = self._waiting()
        if analysis is None:
            return
        analysis.deaths += 1
        if analysis.deaths >= DEATHS:
            analysis.state, analysis.ended_at = Analysis.State.FAILED, self.now
        analysis.save(update_fields=["deaths", "state", "ended_at"])

    def _waiting(self) -> Analysis | None:
        """The analysis, if it still waits for this piece: it may have been thought twice."""
        analysis = _queued().select_for_update().filter(pk=self.analysis_id).first()
        return analysis if analysis is not None and len(analysis.found) == self.done else None


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


def shown(game: EndedGame, viewer: Player | None, now: dt.datetime) -> GameAnalysis:
    """The analysis as it is now. Four queries at most."""
    left = left_today(viewer, now) if viewer is not None else 0
    if not game.closed:
        return GameAnalysis(State.NOT_YET, 0, left, [])
    rows = {one.seat_id: one for one in Analysis.objects.filter(seat__in=game.seats)}
    if not rows:
        return GameAnalysis(State.NONE if settings.ANALYSIS else State.OFF, 0, left, [])
    seats = [
        _seat_shown(rows[seat.pk], seat, played)
        for seat, played in zip(game.seats, played_games(game), strict=True)
        if seat.pk in rows
    ]
    return GameAnalysis(_together(seats), _ahead(list(rows.values())), left, seats)


def played_games(game: EndedGame) -> list[Game]:
    """What each seat played, in seat order. One query."""
    lines = _lines(game.seats)
    return [_game(seat, lines[seat.pk]) for seat in game.seats]


def _together(seats: list[SeatAnalysis]) -> State:
    states = {seat.state for seat in seats}
    if State.QUEUED in states:
        return State.QUEUED if settings.ANALYSIS else State.OFF
    return State.FAILED if State.FAILED in states else State.DONE


def _ahead(rows: list[Analysis]) -> int:
    waiting = [one.asked_at for one in rows if one.state == Analysis.State.QUEUED]
    if not waiting:
        return 0
    return _games(_queued().filter(asked_at__lt=min(waiting)))


def _seat_shown(analysis: Analysis, seat: Seat, game: Game) -> SeatAnalysis:
    judged = decisions.judge(game, [_choices(piece) for piece in analysis.found if "choices" in piece])
    done = analysis.state == Analysis.State.DONE
    return SeatAnalysis(
        seat=seat.place,
        state=State(analysis.state),
        pieces=analysis.pieces,
        done=analysis.pieces if done else len(analysis.found),
        decisions=judged,
        turning_points=[one.n for one in decisions.turning_points(judged)],
        last_winnable=decisions.last_winnable(game, _looked(analysis.found)) if done else None,
    )


def _choices(piece: Stored) -> tuple[Weighed, ...]:
    return tuple(Weighed(*choice) for choice in piece["choices"])


def _looked(found: Sequence[Stored]) -> list[Looked]:
    return [Looked(piece["after"], Found(piece["found"])) for piece in found if "after" in piece]


def _lines(seats: Sequence[Seat]) -> dict[int, list[str]]:
    """The rows of these seats in order. One query."""
    lines: dict[int, list[str]] = {seat.pk: [] for seat in seats}
    rows = Move.objects.filter(seat__in=seats).order_by("seat", "n").values_list("seat", "move")
    for seat_id, move in rows:
        lines[seat_id].append(move)
    return lines


def _game(seat: Seat, rows: list[str]) -> Game:
    return decisions.played_game(seat.match.deal.laid_out(), tuple(boards.standing_line(rows)))
