"""What the charts and tables of a summary show, worked out so far that a template only writes it down."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from games import drawing
from games.analyses import GameAnalysis
from games.analysis.decisions import Judged
from games.analysis.summary import DeadCard, Step, longest
from games.move_words import card_name, move_name
from games.summaries import SeatSummary, Summary

LONGEST_SHOWN = 5
# A thought that is named took this long at least, in seconds.
A_THOUGHT = 5.0
DEAD_SHOWN = 10
# Bars of time end at one of these, in seconds: beside a long pause all others would have no height.
CUTS = (5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, *(hours * 3600 for hours in (1, 2, 3, 6, 12, 24, 48, 168)))
BARS_WITHIN = 0.9
BARS_HIGH = 30


@dataclass(frozen=True, slots=True)
class CourseRow:
    """Both boards once so many turned cards were placed, in the summary's order; None where a board ended before.

    Each cell holds the cards on the foundations and the seconds since the boards were opened.
    """

    placed: int
    cells: tuple[tuple[int, float] | None, ...]


@dataclass(frozen=True, slots=True)
class PileChart:
    """The height of one waste pile over the placed cards."""

    number: int
    most: int
    path: str


@dataclass(frozen=True, slots=True)
class DeadRow:
    """One dead card; `spans` as x and width of bars over the placed cards."""

    name: str
    pile: int
    lasted: int
    when: str
    spans: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Thought:
    """A move or a turn that took long."""

    # The number of the move or of the turn, from 1.
    n: int
    name: str
    seconds: float


@dataclass(frozen=True, slots=True)
class TimeChart:
    """A bar for each move, or for each turn by correspondence; one taller than `cut` seconds is cut off there."""

    path: str
    bars: int
    high: int
    cut: int
    any_cut: bool
    median: float
    longest: tuple[Thought, ...]


@dataclass(frozen=True, slots=True)
class Way:
    """What one seat did at the last position that both had in common."""

    summary: SeatSummary
    step: Step
    # What it gave away, as soon as the analysis knows.
    cost: str


@dataclass(frozen=True, slots=True)
class Parted:
    """Where the two boards parted, the viewer's own way first; and by how many cards who was ahead in the end."""

    # Turned cards placed by then, and the one that lay open, empty with the stock used up.
    placed: int
    turned: str
    ways: tuple[Way, ...]
    ahead: str
    own_ahead: bool
    by: int


@dataclass(frozen=True, slots=True)
class SeatCharts:
    """What is drawn of one board."""

    summary: SeatSummary
    # The most turned cards placed and the tallest pile of any board: all are drawn on one scale.
    placed: int
    tallest: int
    piles: tuple[PileChart, ...]
    dead: tuple[DeadRow, ...]
    dead_more: int
    # Of all dead cards, in turned cards.
    dead_lasted: int
    times: TimeChart | None
    # The time of all moves, or of all turns.
    thought: float


def course_rows(summary: Summary) -> list[CourseRow]:
    """One row for each number of placed cards, from none."""
    last = max(one.course.placed for one in summary.seats)
    columns = [_column(one) for one in summary.seats]
    return [CourseRow(placed, tuple(column.get(placed) for column in columns)) for placed in range(last + 1)]


def _column(one: SeatSummary) -> dict[int, tuple[int, float]]:
    """The board just before each next card was placed."""
    column = {0: (one.course.cards_at_first, 0.0)}
    for step, at in zip(one.course.steps, one.timed.at, strict=True):
        column[step.placed] = (step.cards, at)
    return column


def course_chart(summary: Summary) -> str:
    """What the script draws cards over time from, as JSON: for each board its moves' instants, in seconds, the turned
    cards placed by then, and the cards on the foundations."""
    lines = [
        {
            "name": one.name,
            "at": [0, *(round(at, 1) for at in one.timed.at), round(summary.lasted, 1)],
            "placed": [0, *(step.placed for step in one.course.steps), one.course.placed],
            "cards": [
                one.course.cards_at_first,
                *(step.cards for step in one.course.steps),
                one.course.steps[-1].cards if one.course.steps else one.course.cards_at_first,
            ],
        }
        for one in summary.seats
    ]
    match = summary.game.match
    return json.dumps({"lines": lines, "total": match.rules.cards_total, "turn": match.turn_cards or 0})


def parted(summary: Summary, analysis: GameAnalysis) -> Parted | None:
    """None in solo, and where the boards never parted."""
    found = summary.parting
    if found is None:
        return None
    judged = {(one.seat, each.n): each for one in analysis.seats for each in one.decisions}
    ways = []
    for one in summary.seats:
        step = found.steps[one.seat.place - 1]
        ways.append(Way(one, step, _cost(judged.get((one.seat.place, step.n)))))
    more, less = sorted(summary.seats, key=lambda one: -one.seat.foundation_cards)
    by = more.seat.foundation_cards - less.seat.foundation_cards
    return Parted(found.placed, card_name(found.turned) if found.turned else "", tuple(ways), more.name, more.own, by)


def _cost(judged: Judged | None) -> str:
    """In the same words as the page's script says it once the analysis comes."""
    if judged is None:
        return ""
    points, plus = round(100 * judged.lost), round(100 * judged.error)
    if points <= 0:
        return gettext("(gave nothing away, by the analysis)")
    gave_away = ngettext(
        "(gave away %(points)s point ± %(plus)s, by the analysis)",
        "(gave away %(points)s points ± %(plus)s, by the analysis)",
        points,
    )
    return gave_away % {"points": points, "plus": plus}


def seat_charts(summary: Summary) -> list[SeatCharts]:
    """Of each board, on one scale."""
    placed = max(1, *(one.course.placed for one in summary.seats))
    tallest = max(1, *(one.course.tallest for one in summary.seats))
    return [_charts(one, placed, tallest, by_turns=summary.is_by_turns) for one in summary.seats]


def _charts(one: SeatSummary, placed: int, tallest: int, *, by_turns: bool) -> SeatCharts:
    dead = one.course.dead
    seconds = one.turns if by_turns else one.timed.took
    names = [gettext("turn %(number)s") % {"number": n} for n in range(1, len(seconds) + 1)] if by_turns else []
    return SeatCharts(
        summary=one,
        placed=placed,
        tallest=tallest,
        piles=_piles(one, tallest),
        dead=tuple(_dead_row(card) for card in dead[:DEAD_SHOWN]),
        dead_more=len(dead[DEAD_SHOWN:]),
        dead_lasted=sum(card.lasted for card in dead),
        times=_times(seconds, names or [move_name(step) for step in one.course.steps]) if seconds else None,
        thought=sum(seconds),
    )


def _piles(one: SeatSummary, tallest: int) -> tuple[PileChart, ...]:
    heights = _heights(one.course.steps, one.seat.match.rules.waste_piles)
    return tuple(
        PileChart(number, max(over_time), drawing.area(over_time, tallest))
        for number, over_time in enumerate(zip(*heights, strict=True), start=1)
    )


def _heights(steps: Sequence[Step], piles: int) -> list[tuple[int, ...]]:
    """The piles' heights just before each card but the first was placed, and at the end."""
    after = {step.placed: step.heights for step in steps}
    return [after[placed] for placed in sorted(after) if placed] or [(0,) * piles]


def _dead_row(card: DeadCard) -> DeadRow:
    return DeadRow(
        name=card_name(card.card),
        pile=card.pile,
        lasted=card.lasted,
        when=_when(card),
        spans=tuple((since, until - since) for since, until in card.spans),
    )


def _when(card: DeadCard) -> str:
    """`cards 13 to 18, 46 to the end`."""
    written = [gettext("%(since)s to %(until)s") % {"since": since, "until": until} for since, until in card.spans]
    if card.to_the_end:
        written[-1] = gettext("%(since)s to the end") % {"since": card.spans[-1][0]}
    return gettext("cards %(spans)s") % {"spans": ", ".join(written)}


def _times(seconds: Sequence[float], names: Sequence[str]) -> TimeChart:
    in_order = sorted(seconds)
    most = in_order[-1]
    usual = in_order[min(len(in_order) - 1, int(BARS_WITHIN * len(in_order)))]
    cut = next((cut for cut in CUTS if cut >= usual), CUTS[-1])
    return TimeChart(
        path=drawing.bars([BARS_HIGH * took / cut for took in seconds], BARS_HIGH),
        bars=len(seconds),
        high=BARS_HIGH,
        cut=cut,
        any_cut=most > cut,
        median=in_order[len(in_order) // 2],
        longest=tuple(
            Thought(at + 1, names[at], seconds[at]) for at in longest(seconds, LONGEST_SHOWN, least=A_THOUGHT)
        ),
    )
