"""An analysis as the summary tells it: turning points and the last winnable moment in words, decisions in rows."""

import datetime as dt
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from club.audience import Viewer
from club.models import Player
from games import analyses
from games.analyses import GameAnalysis, SeatAnalysis, State
from games.analysis.decisions import Decision, Game, Judged, LastWinnable
from games.analysis.found import Found
from games.coach_words import move_in_words
from games.ended import EndedGame
from games.engine.move import Move
from games.models import Seat
from games.templatetags.calculation import rank


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A decision that gave away much; `n` is the standing move's number, `before` the moves made by then."""

    n: int
    before: int
    words: str


@dataclass(frozen=True, slots=True)
class DecisionRow:
    """A decision in a table; shares in points, 0 to 100. `lost` is empty where nothing was given away."""

    n: int
    before: int
    card: str
    played: str
    best: str
    lost: str
    chance: int


@dataclass(frozen=True, slots=True)
class SeatPanel:
    """One seat's analysis; `last_winnable` is empty before it is found."""

    seat: Seat
    turning_points: list[TurningPoint]
    is_done: bool
    last_winnable: str
    rows: list[DecisionRow]


@dataclass(frozen=True, slots=True)
class Panel:
    """The analysis of a game; `done` of `pieces` of all seats together, and whether the viewer may ask for it."""

    state: State
    said: str
    done: int
    pieces: int
    left_today: int
    is_player: bool
    seats: list[SeatPanel]

    @property
    def has_rows(self) -> bool:
        return any(seat.rows for seat in self.seats)

    @property
    def has_puzzles(self) -> bool:
        """Whether there is a turning point of an analysis that is done."""
        return any(seat.is_done and seat.turning_points for seat in self.seats)


def panel(game: EndedGame, viewer: Viewer, now: dt.datetime) -> Panel:
    """What the page shows just now. Five queries at most."""
    player = viewer if isinstance(viewer, Player) else None
    analysis = analyses.shown(game, player, now)
    return in_words(game, analysis, player is not None)


def in_words(game: EndedGame, analysis: GameAnalysis, is_player: bool) -> Panel:
    """The same of an analysis that has been read already. One query at most."""
    played = analyses.played_games(game) if analysis.seats else []
    return Panel(
        state=analysis.state,
        said=_said(analysis),
        done=sum(seat.done for seat in analysis.seats),
        pieces=sum(seat.pieces for seat in analysis.seats),
        left_today=analysis.left_today,
        is_player=is_player,
        seats=[_seat(game.seats[one.seat - 1], one, played[one.seat - 1]) for one in analysis.seats],
    )


def _said(analysis: GameAnalysis) -> str:
    match analysis.state:
        case State.QUEUED if analysis.ahead:
            return ngettext(
                "Waiting: %(ahead)s game comes before this one.",
                "Waiting: %(ahead)s games come before this one.",
                analysis.ahead,
            ) % {"ahead": analysis.ahead}
        case State.QUEUED:
            return gettext("This game is being analysed.")
        case State.DONE:
            return gettext("The analysis is done.")
        case State.FAILED:
            return gettext("The analysis of this game failed half-way. What was found until then is kept.")
        case State.OFF:
            return gettext("Games are not analysed at this club just now.")
        case State.NOT_YET:
            return gettext("This game can be analysed once its deal is closed.")
        case State.NONE:
            return ""


def _seat(seat: Seat, analysis: SeatAnalysis, game: Game) -> SeatPanel:
    by_n = {decision.n: decision for decision in game.decisions}
    turning = [one for one in analysis.decisions if one.n in analysis.turning_points]
    last = analysis.last_winnable
    return SeatPanel(
        seat=seat,
        turning_points=[TurningPoint(one.n, one.n - 1, _turning_words(by_n[one.n], one)) for one in turning],
        is_done=analysis.state is State.DONE,
        last_winnable=_last_winnable_words(last, len(game.moves)) if last is not None else "",
        rows=[_row(by_n[one.n], one) for one in analysis.decisions],
    )


def _turning_words(decision: Decision, judged: Judged) -> str:
    points = _points(judged.lost)
    named: dict[str, object] = {
        "card": _card(decision),
        "played": _where(decision, judged.move),
        "best": _where(decision, judged.best),
        "points": points,
        "error": _points(judged.error),
    }
    if not judged.error:
        sentence = ngettext(
            "%(card)s: %(played)s instead of %(best)s gave away %(points)s point, for certain.",
            "%(card)s: %(played)s instead of %(best)s gave away %(points)s points, for certain.",
            points,
        )
    else:
        sentence = ngettext(
            "%(card)s: %(played)s instead of %(best)s gave away %(points)s point (± %(error)s).",
            "%(card)s: %(played)s instead of %(best)s gave away %(points)s points (± %(error)s).",
            points,
        )
    return sentence % named


def _card(decision: Decision) -> str:
    """Which card lay open: after redeals it is not counted from the start of the stock."""
    turned = decision.position.turned
    if not turned:
        return gettext("With the stock used up")
    return gettext("Card %(number)s, the %(rank)s") % {"number": decision.shown + 1, "rank": rank(turned)}


def _where(decision: Decision, text: str) -> str:
    """Where the card went that the sentence has named already; of another card, which one went where."""
    move = Move.parse(text)
    if not move.places:
        return move_in_words(decision.position, move)
    if move.pile:
        return gettext("pile %(pile)s") % {"pile": move.pile}
    return gettext("foundation %(foundation)s") % {"foundation": move.foundation}


def _words(decision: Decision, move: str) -> str:
    return move_in_words(decision.position, Move.parse(move))


def _points(share: float) -> int:
    return round(100 * share)


def _last_winnable_words(last: LastWinnable, moves: int) -> str:
    match last.found:
        case Found.WINNABLE if last.after == moves:
            return gettext("With all cards known it could be won to the very end.")
        case Found.WINNABLE if last.is_last:
            return gettext(
                "With all cards known it could still be won after move %(n)s, and after the next it could not."
            ) % {"n": last.after}
        case Found.WINNABLE:
            return gettext(
                "With all cards known it could still be won after move %(n)s. Later on no way to win was found, "
                "which proves nothing: there may be one."
            ) % {"n": last.after}
        case Found.LOST:
            return gettext("With all cards known it is proven: this deal cannot be won.")
        case Found.UNKNOWN:
            return gettext("No way to win this deal was found with all cards known. Whether there is one is unknown.")


def _row(decision: Decision, judged: Judged) -> DecisionRow:
    lost = ""
    if _points(judged.lost):
        lost = gettext("%(points)s ± %(error)s") % {"points": _points(judged.lost), "error": _points(judged.error)}
    return DecisionRow(
        n=judged.n,
        before=judged.n - 1,
        card=rank(decision.position.turned) if decision.position.turned else "",
        played=_words(decision, judged.move),
        best=_words(decision, judged.best),
        lost=lost,
        chance=_points(judged.choices[0].chance),
    )
