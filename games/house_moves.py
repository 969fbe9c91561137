"""The moves of house players: which one is due, what is thought about it, and how the answer is played.

Nothing of it is stored: which moves are due follows from the seats, so that one that was lost is due again.
"""

import datetime as dt
import logging
from collections import Counter
from dataclasses import dataclass
from functools import partial
from hashlib import sha256

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from club.models import Player
from games import boards, clocks, house_pace, often, play, tables
from games.analysis.position import Position
from games.analysis.questions import Answer, Choose, Chosen
from games.engine.cards import RANKS
from games.engine.turn import Turn as OpenTurn
from games.house_pace import RaceClock
from games.messages import EndTurn, PlayMove
from games.models import Match, Seat, SeatQuerySet
from games.tables import At, Told
from games.thoughts import DEATHS, Thought
from games.views import BoardView
from games.views_of import board_view

log = logging.getLogger(__name__)

# Who plays where another one's thinking keeps on failing: it looks at the board once and searches nothing.
PLAINEST = "regular"
# What may lie between a house move and its answer: the match is over, the row was written by an earlier answer.
OVERTAKEN = {"match-over", "number-taken", "number-ahead", "another-turn", "turn-ended", "stopped", "deadline-passed"}

# How often the process has died of a move that is still due.
_died: Counter[str] = Counter()


@dataclass(frozen=True, slots=True)
class _Due:
    """A row that a house player has to write: of which seat, since when, in which position."""

    at: dt.datetime
    seat: Seat
    position: Position


def next_thought(now: dt.datetime) -> Thought | None:
    """What a house player has to think about now, the longest due first; None where no move is due. Three queries
    where the house has nothing open, one more where it races or has open turns each, and one for each row that was
    written since the last look."""
    # Asked for apart, so that the database sees how few they are and looks each of them up.
    # In one order, so that the same are known again.
    house = tuple(sorted(often.ids(_house)))
    if not house:
        return None
    found = [due for due in (_due_in_races(house, now), _due_in_turns(house, now)) if due is not None]
    if not found:
        return None
    due = min(found, key=lambda one: one.at)
    seat = due.seat
    row = play.Row(seat.rows + 1, seat.match.turn or None)
    about = f"house {seat.pk}/{row.n}"
    level = PLAINEST if _died[about] >= DEATHS else _level_of(seat)
    return Thought(
        about=about,
        question=Choose(due.position, level, _seed(about)),
        keep=partial(_keep, At(seat.match_id, seat.place, seat.pk), row, about),
        died=partial(_count_death, about),
    )


def _seed(about: str) -> int:
    """The luck of one move: the same whenever it is thought about again, and of no card."""
    return int.from_bytes(sha256(about.encode()).digest()[:6])


# --- which one is due -------------------------------------------------------------------------------------------------


def _house() -> QuerySet[Player]:
    return Player.objects.filter(house_level__isnull=False)


def _due_in_races(house: tuple[int, ...], now: dt.datetime) -> _Due | None:
    if not often.ids(_racing, house):
        return None
    due: list[_Due] = []
    for seat in _racing(house).select_related("match__deal", "player"):
        position = boards.position_of(seat, partial(_look, seat))
        at = house_pace.race_move_at(seat.pk, seat.rows + 1, _level_of(seat), _clock_of(seat), position)
        if clocks.has_come(at, now) and clocks.in_time(seat.match.deadline, now):
            due.append(_Due(at, seat, position))
    return min(due, key=lambda one: one.at, default=None)


def _racing(house: tuple[int, ...]) -> SeatQuerySet:
    # In the words of the index of seats in live races.
    live = Seat.objects.filter(player__in=house, mode=Match.Mode.RACE, ended_at=None)
    return live.filter(match__phase=Match.Phase.RUNNING, stopped_at=None)


def _level_of(seat: Seat) -> str:
    level = seat.player.house_level
    if level is None:
        raise ValueError(f"seat {seat} is not the house's")
    return level


def _look(seat: Seat) -> Position:
    return position_of(board_view(boards.replayed(seat)))


def _clock_of(seat: Seat) -> RaceClock:
    started_at = play.running_since(seat.match)
    return RaceClock(started_at, seat.moved_at or started_at, seat.match.deadline)


def _due_in_turns(house: tuple[int, ...], now: dt.datetime) -> _Due | None:
    """Of a turn all moves are due at once."""
    if not often.ids(_with_open_turn, house):
        return None
    stopped = Seat.objects.filter(match=OuterRef("match"), stopped_at__isnull=False)
    due: list[tuple[dt.datetime, Seat]] = []
    for seat in _with_open_turn(house).select_related("match__deal", "player").annotate(alone=Exists(stopped)):
        # An annotation of the question.
        at = _turn_at(seat, alone=seat.alone)  # type: ignore[attr-defined]
        if clocks.has_come(at, now) and clocks.in_time(seat.turn_deadline, now):
            due.append((at, seat))
    if not due:
        return None
    at, seat = min(due, key=lambda one: one[0])
    turn = OpenTurn(boards.replayed(seat), seat.turn_line, seat.match.turn_cards or 0)
    return _Due(at, seat, position_of(board_view(turn.board, shows_turned=turn.shows_a_card)))


def _with_open_turn(house: tuple[int, ...]) -> SeatQuerySet:
    return Seat.objects.filter(player__in=house, turn_deadline__isnull=False)


def _turn_at(seat: Seat, *, alone: bool) -> dt.datetime:
    match = seat.match
    return house_pace.turn_at(seat.pk, match.turn, match.turn_opened_at or play.running_since(match), alone=alone)


def position_of(view: BoardView) -> Position:
    """What a house player is given to think about: what the view of its seat shows, and nothing else."""
    return Position(
        orders=tuple(tuple(map(_rank, foundation.order)) for foundation in view.foundations),
        progress=tuple(foundation.count for foundation in view.foundations),
        # A card is two characters, its rank the first.
        waste=tuple(tuple(map(_rank, pile[::2])) for pile in view.waste),
        turned=_rank(view.turned[0]) if view.turned else 0,
        stock_left=view.stock_left,
        redeals_left=view.redeals_left,
    )


def _rank(letter: str) -> int:
    return RANKS.index(letter) + 1


# --- the answer -------------------------------------------------------------------------------------------------------


def _keep(at: At, row: play.Row, about: str, answer: Answer) -> list[Told]:
    """Play the move by the door that people come through; one that was thought about too long ago is dropped there."""
    if not isinstance(answer, Chosen):
        raise TypeError(f"{about}: {answer} is no move")
    now = timezone.now()
    said = tables.say(at, PlayMove(row.n, answer.move, row.turn), now)
    if said.refused is not None and said.refused.code not in OVERTAKEN:
        log.error("%s: %s is refused, %s", about, answer.move, said.refused.code)
        _count_death(about)
        return said.told
    _died.pop(about, None)
    if row.turn is None:
        return said.told
    return [*said.told, *_told_of_end(at, row.turn, now)]


def _told_of_end(at: At, number: int, now: dt.datetime) -> list[Told]:
    """End the turn of that number where it holds nothing more for the house: it is not thought about again."""
    table = play.load(at.match_id)
    turn = play.open_turn(table.seat(at.place))
    if turn is None or table.match.turn != number or not _is_played(turn):
        return []
    return tables.say(at, EndTurn(number), now).told


def _is_played(turn: OpenTurn) -> bool:
    """With its cards placed: what can still go up can as well in the next turn, unless there is none."""
    if turn.left <= 0 and not turn.ending_stops:
        return True
    return not turn.legal_moves()


def _count_death(about: str) -> None:
    """After three the move is left to a plainer player: it is due until it is made."""
    _died[about] += 1
