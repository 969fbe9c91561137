"""Analyses of ended games: asked for once, done piece by piece in the background, kept, and shown as they come."""

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum

from django.conf import settings
from django.db.models import QuerySet

from club.models import Player
from games import analysing, clocks
from games.analysing import Stored
from games.analysis import decisions
from games.analysis.decisions import Game, Judged, LastWinnable
from games.ended import EndedGame
from games.models import Analysis, Seat
from games.refusals import Refused


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
    if _games(analysing.queued()) >= settings.ANALYSES_QUEUED:
        raise Refused("analyses-queued")
    lines = analysing.lines_of(wanted)
    for seat in wanted:
        _enter(seat, rows.get(seat.pk), analysing.game_of(seat, lines[seat.pk]), player, now)


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


def _games(analyses: QuerySet[Analysis]) -> int:
    return analyses.values("seat__match").distinct().count()


def shown(game: EndedGame, viewer: Player | None, now: dt.datetime) -> GameAnalysis:
    """The analysis as it is now. Five queries at most."""
    left = left_today(viewer, now) if viewer is not None else 0
    if not game.closed:
        return GameAnalysis(State.NOT_YET, 0, left, [])
    rows = {one.seat_id: one for one in Analysis.objects.filter(seat__in=game.seats)}
    if not rows:
        return GameAnalysis(State.NONE if settings.ANALYSIS else State.OFF, 0, left, [])
    found = analysing.found_of(list(rows.values()))
    seats = [
        _seat_shown(rows[seat.pk], found[rows[seat.pk].pk], seat, played)
        for seat, played in zip(game.seats, played_games(game), strict=True)
        if seat.pk in rows
    ]
    return GameAnalysis(_together(seats), _ahead(list(rows.values())), left, seats)


def played_games(game: EndedGame) -> list[Game]:
    """What each seat played, in seat order. One query."""
    lines = analysing.lines_of(game.seats)
    return [analysing.game_of(seat, lines[seat.pk]) for seat in game.seats]


def _together(seats: list[SeatAnalysis]) -> State:
    states = {seat.state for seat in seats}
    if State.QUEUED in states:
        return State.QUEUED if settings.ANALYSIS else State.OFF
    return State.FAILED if State.FAILED in states else State.DONE


def _ahead(rows: list[Analysis]) -> int:
    waiting = [one.asked_at for one in rows if one.state == Analysis.State.QUEUED]
    if not waiting:
        return 0
    return _games(analysing.queued().filter(asked_at__lt=min(waiting)))


def _seat_shown(analysis: Analysis, found: list[Stored], seat: Seat, game: Game) -> SeatAnalysis:
    judged = decisions.judge(game, [analysing.choices_of(piece) for piece in found if "choices" in piece])
    done = analysis.state == Analysis.State.DONE
    return SeatAnalysis(
        seat=seat.place,
        state=State(analysis.state),
        pieces=analysis.pieces,
        done=analysis.pieces if done else len(found),
        decisions=judged,
        turning_points=[one.n for one in decisions.turning_points(judged)],
        last_winnable=decisions.last_winnable(game, analysing.looked_of(found)) if done else None,
    )
