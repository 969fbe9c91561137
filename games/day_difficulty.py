"""How hard the deal of a past day was: how the members fared, and how often House Expert wins it."""

import datetime as dt
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from django.db.models import Avg, Count, Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games import statistics, trials
from games.models import Seat, Trial
from games.statistics import Share

# What House Expert wins of all Classic deals, in per cent, and how surely that is known: `make bench` plays a thousand.
USUAL_PERCENT = 70
KNOWN_WITHIN = 3
# From fewer games nothing is said.
ENOUGH_TRIES = 30


class Verdict(StrEnum):
    """How hard a deal was for House Expert."""

    EASIER = "easier"
    USUAL = "usual"
    HARDER = "harder"
    NOT_YET = "not-yet"


VERDICTS: dict[Verdict, Promise] = {
    Verdict.EASIER: _("easier than usual"),
    Verdict.USUAL: _("about as hard as usual"),
    Verdict.HARDER: _("harder than usual"),
    Verdict.NOT_YET: _("not enough games yet"),
}


@dataclass(frozen=True, slots=True)
class Tried:
    """How often House Expert has won a deal, of so many games with other luck."""

    won: int
    share: Share
    usual_percent: ClassVar = USUAL_PERCENT

    @property
    def verdict(self) -> Verdict:
        """Against what it wins of all deals: said only where the whole interval lies beyond that."""
        if self.share.of < ENOUGH_TRIES or self.share.low is None or self.share.high is None:
            return Verdict.NOT_YET
        if self.share.low > USUAL_PERCENT + KNOWN_WITHIN:
            return Verdict.EASIER
        if self.share.high < USUAL_PERCENT - KNOWN_WITHIN:
            return Verdict.HARDER
        return Verdict.USUAL

    @property
    def words(self) -> Promise:
        """The verdict as the pages say it."""
        return VERDICTS[self.verdict]


@dataclass(frozen=True, slots=True)
class Fared:
    """The members' tries of one day: how many there were, won and nearly won, and the mean of the cards placed."""

    won: int
    share: Share
    near_wins: int
    mean_cards: float


UNTRIED = Tried(0, statistics.share(0, 0))
UNPLAYED = Fared(0, statistics.share(0, 0), 0, 0.0)


@dataclass(frozen=True, slots=True)
class DayDifficulty:
    """What is known of one closed day's deal."""

    day: dt.date
    tried: Tried
    fared: Fared


def of_day(day: dt.date) -> DayDifficulty:
    """Of that day, which is closed. Two queries."""
    return DayDifficulty(day, tried_on([day]).get(day, UNTRIED), fared_on([day]).get(day, UNPLAYED))


def tried_on(days: Collection[dt.date]) -> dict[dt.date, Tried]:
    """The trials of those of these days that have any. One query."""
    rows = Trial.objects.filter(deal__day__in=days, level=trials.LEVEL).values_list("deal__day", "won", "tries")
    return {day: Tried(won, statistics.share(won, tries)) for day, won, tries in rows if day is not None}


def fared_on(days: Collection[dt.date]) -> dict[dt.date, Fared]:
    """The members' tries of those of these days that were played, all of them closed. One query."""
    sums = (
        Seat.objects.counted()
        .filter(day__in=days)
        .values_list("day")
        .annotate(
            games=Count("pk"),
            wins=Count("pk", filter=Q(won=True)),
            near_wins=Count("pk", filter=Q(near_win=True)),
            cards=Avg("foundation_cards"),
        )
    )
    return {day: Fared(won, statistics.share(won, games), near, cards) for day, games, won, near, cards in sums if day}
