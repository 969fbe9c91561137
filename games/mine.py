"""What somebody has played: the questions behind "My games" and its statistics, each bounded."""

from dataclasses import dataclass
from typing import TypedDict

from django.db.models import Avg, Case, CharField, Count, F, Q, Value, When
from django.utils.translation import gettext

from games import statistics, variants
from games.deals import DAILY_RULES
from games.engine.rules import Rules
from games.models import Seat

# The deal of the day is counted in a row of its own.
DAILY = "daily"
CHARTED = 200
# Streaks and chart look at so many of the last games.
REMEMBERED = 5_000


class Counts(TypedDict):
    """One row of the database's sums."""

    kind: str
    games: int
    wins: int
    near_wins: int
    cards: float
    direct_points: float


@dataclass(frozen=True, slots=True)
class Row:
    """The figures of one variant, or of the deals of the day."""

    kind: str
    name: str
    cards_total: int
    won: int
    share: statistics.Share
    near_wins: int
    mean_cards: float
    mean_direct_points: float
    streaks: statistics.Streaks


@dataclass(frozen=True, slots=True)
class Played:
    """Everything the statistics page shows; `chart` is the course of one kind, oldest game first."""

    rows: list[Row]
    practice_games: int
    charted: Row | None
    chart: list[statistics.Point]


def played(player_id: int, wanted: str) -> Played:
    """Figures by kind of game, most played first, and the course of the wanted one over time. Three queries."""
    counted = (
        Seat.objects.of(player_id)
        .counted()
        .annotate(kind=Case(When(day=None, then=F("variant")), default=Value(DAILY), output_field=CharField()))
    )
    sums = (
        counted.values("kind")
        .annotate(
            games=Count("pk"),
            wins=Count("pk", filter=Q(won=True)),
            near_wins=Count("pk", filter=Q(near_win=True)),
            cards=Avg("foundation_cards"),
            direct_points=Avg("direct_points"),
        )
        .order_by("-games", "kind")
    )
    ended: dict[str, list[tuple[int, bool]]] = {}
    latest_first = counted.order_by("-ended_at", "-pk").values_list("kind", "foundation_cards", "won")[:REMEMBERED]
    for kind, cards, won in reversed(latest_first):
        ended.setdefault(kind, []).append((cards, won))
    rows = [_row(Counts(**found), [won for _, won in ended.get(found["kind"], [])]) for found in sums]
    charted = next((row for row in rows if row.kind == wanted), rows[0] if rows else None)
    return Played(
        rows=rows,
        practice_games=Seat.objects.of(player_id).ended().filter(rows__gt=0).exclude(practice="").count(),
        charted=charted,
        chart=statistics.over_time(ended[charted.kind])[-CHARTED:] if charted else [],
    )


def _row(counts: Counts, won_in_order: list[bool]) -> Row:
    kind = counts["kind"]
    rules = DAILY_RULES if kind == DAILY else Rules.parse(kind)
    return Row(
        kind=kind,
        name=gettext("Deal of the day") if kind == DAILY else variants.name_of(rules),
        cards_total=rules.cards_total,
        won=counts["wins"],
        share=statistics.share(counts["wins"], counts["games"]),
        near_wins=counts["near_wins"],
        mean_cards=counts["cards"],
        mean_direct_points=counts["direct_points"],
        streaks=statistics.streaks(won_in_order),
    )
