"""The club's own statistics: what people and house players win, by variant, and how hard the last days' deals were.

Only of closed deals, only of what counts, and counted at most once an hour over the latest boards: however long the
club has been played in, that reads the same number of rows, and a share over so many is sure enough.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.core.cache import cache
from django.db.models import Avg, Case, CharField, Count, F, Q, Value, When
from django.utils.translation import gettext

from club.names import HOUSE_NAMES
from games import clocks, day_difficulty, statistics, variants
from games.day_difficulty import UNPLAYED, UNTRIED, DayDifficulty, Fared
from games.deals import DAILY_RULES
from games.engine.rules import Rules
from games.mine import DAILY
from games.models import Match, Seat
from games.overdue import end_overdue
from games.partnering import TWO_PLAYERS
from games.statistics import Share

# So many of the latest boards are looked through, those that do not count among them.
BOARDS = 100_000
KEPT_SECONDS = 3600
DAYS_SHOWN = 7
PLAYED_OUT = (Seat.EndedBy.WON, Seat.EndedBy.BLOCKED)

# Who played: people alone, people in matches of two, or a level of the house.
ALONE = "alone"
TOGETHER = "together"
# As the page has them.
PLAYERS = (ALONE, TOGETHER, *HOUSE_NAMES)


@dataclass(frozen=True, slots=True)
class Sum:
    """The boards of one kind of player in one variant, or of the deals of the day."""

    kind: str
    player: str
    games: int
    won: int
    near_wins: int
    mean_cards: float


@dataclass(frozen=True, slots=True)
class Counted:
    """What was counted at that instant."""

    at: dt.datetime
    sums: list[Sum]
    fared: dict[dt.date, Fared]


@dataclass(frozen=True, slots=True)
class Line:
    """One kind of player in one variant; `low`, `width` and `middle` draw the interval, in tenths of a per cent."""

    player: str
    won: int
    share: Share
    near_wins: int
    mean_cards: float
    low: int
    width: int
    middle: int


@dataclass(frozen=True, slots=True)
class VariantLines:
    """Who wins how much of one variant; `cards_total` is what a won board holds."""

    name: str
    games: int
    cards_total: int
    lines: list[Line]


def counted(now: dt.datetime) -> Counted:
    """The figures of the last hour, or of this instant: a day that is over since is in them. Four queries at most."""
    last = clocks.last_day_over(now)
    key = f"club-statistics.{last}"
    found: Counted | None = cache.get(key)
    if found is None:
        end_overdue(Seat.objects.filter(day=last, practice=""), now)
        found = Counted(now, _sums(last), day_difficulty.fared_on(_last_days(now)))
        cache.set(key, found, KEPT_SECONDS)
    return found


def _last_days(now: dt.datetime) -> list[dt.date]:
    last = clocks.last_day_over(now)
    return [last - dt.timedelta(days=back) for back in range(DAYS_SHOWN)]


def last_days(of: Counted, now: dt.datetime) -> list[DayDifficulty]:
    """The last days of which anything is known, the latest first, with what is known of the house just now. One
    query."""
    days = _last_days(now)
    tried = day_difficulty.tried_on(days)
    return [
        DayDifficulty(day, tried.get(day, UNTRIED), of.fared.get(day, UNPLAYED))
        for day in days
        if day in tried or day in of.fared
    ]


def _sums(last_day: dt.date) -> list[Sum]:
    newest = Seat.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    alone = Q(mode=Match.Mode.SOLO, rows__gt=0)
    # What two play may end before a board does, and such a board tells nothing of how it would have ended.
    together = Q(mode__in=TWO_PLAYERS, ended_by__in=PLAYED_OUT)
    rows = (
        Seat.objects.filter(pk__gt=newest - BOARDS)
        .ended()
        .filter(alone | together, Q(day=None) | Q(day__lte=last_day), practice="", match__voided_at=None)
        .annotate(
            kind=Case(When(day=None, then=F("variant")), default=Value(DAILY), output_field=CharField()),
            by=Case(
                When(Q(player__house_level__isnull=False), then=F("player__house_level")),
                When(mode=Match.Mode.SOLO, then=Value(ALONE)),
                default=Value(TOGETHER),
                output_field=CharField(),
            ),
        )
        .values_list("kind", "by")
        .annotate(
            games=Count("pk"),
            wins=Count("pk", filter=Q(won=True)),
            near=Count("pk", filter=Q(near_win=True)),
            cards=Avg("foundation_cards"),
        )
        .order_by("kind", "by")
    )
    return [Sum(*row) for row in rows]


def by_variant(sums: Iterable[Sum]) -> list[VariantLines]:
    """The variant with the most games first, in each the people before the house."""
    found: dict[str, list[Sum]] = defaultdict(list)
    for one in sums:
        found[one.kind].append(one)
    kinds = sorted(found, key=lambda kind: (-sum(one.games for one in found[kind]), kind))
    return [_variant(kind, found[kind]) for kind in kinds]


def _variant(kind: str, sums: list[Sum]) -> VariantLines:
    rules = DAILY_RULES if kind == DAILY else Rules.parse(kind)
    name = gettext("Deal of the day") if kind == DAILY else variants.name_of(rules)
    in_order = sorted(sums, key=lambda one: PLAYERS.index(one.player))
    games = sum(one.games for one in sums)
    return VariantLines(name, games, rules.cards_total, [_line(one) for one in in_order])


def _line(one: Sum) -> Line:
    share = statistics.share(one.won, one.games)
    low, high, middle = (round(10 * (percent or 0.0)) for percent in (share.low, share.high, share.percent))
    return Line(
        player=_name_of(one.player),
        won=one.won,
        share=share,
        near_wins=one.near_wins,
        mean_cards=one.mean_cards,
        low=low,
        width=high - low,
        middle=middle,
    )


def _name_of(player: str) -> str:
    if player == ALONE:
        return gettext("People, alone")
    return gettext("People, against others") if player == TOGETHER else HOUSE_NAMES[player]
