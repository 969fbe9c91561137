"""Figures over finished games: pure functions of counts and lists."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

# The normal quantile of a 95 % interval.
Z = 1.959964


@dataclass(frozen=True, slots=True)
class Share:
    """A share of games in per cent, with its 95 % interval by Wilson; None where there is no game."""

    of: int
    percent: float | None
    low: float | None
    high: float | None


def share(won: int, games: int) -> Share:
    """How many of the games were won. Wilson's interval stays within 0 and 100 and means something for few games."""
    if games == 0:
        return Share(0, None, None, None)
    rate = won / games
    centre = (rate + Z * Z / (2 * games)) / (1 + Z * Z / games)
    half = Z / (1 + Z * Z / games) * sqrt(rate * (1 - rate) / games + Z * Z / (4 * games * games))
    return Share(games, 100 * rate, max(0.0, 100 * (centre - half)), min(100.0, 100 * (centre + half)))


@dataclass(frozen=True, slots=True)
class Streaks:
    """Wins in a row: up to the last game, and the longest there was."""

    current: int
    longest: int


def streaks(won: Iterable[bool]) -> Streaks:
    """From the games in the order in which they ended."""
    current = longest = 0
    for one in won:
        current = current + 1 if one else 0
        longest = max(longest, current)
    return Streaks(current, longest)


@dataclass(frozen=True, slots=True)
class Point:
    """One game in the chart: its cards, and the share won up to it in per cent."""

    cards: int
    won: bool
    running_percent: float


def over_time(games: Iterable[tuple[int, bool]]) -> list[Point]:
    """Cards and result of each game, oldest first, with the share won so far."""
    points: list[Point] = []
    wins = 0
    for count, (cards, won) in enumerate(games, start=1):
        wins += won
        points.append(Point(cards, won, 100 * wins / count))
    return points


def places(keys: Iterable[object], row: int = 1, place: int = 1) -> list[int]:
    """The places of rows sorted best first: equals share one, the next counts all before it.

    For a page of a longer table: the row of it that the first key is in, counted from 1, and that one's place.
    """
    given: list[int] = []
    last: object = None
    for at, key in enumerate(keys, start=row):
        given.append(place if not given else given[-1] if key == last else at)
        last = key
    return given
