"""What a player's page tells of their games: the record by variant and mode, and recent games, of closed deals only."""

import datetime as dt
from dataclasses import dataclass

from django.db.models import Case, CharField, Count, Exists, F, OuterRef, Q, Value, When
from django.utils.translation import gettext

from club import audience
from club.audience import Part, Viewer
from club.models import Player
from games import clocks, statistics, variants
from games.engine.rules import Rules
from games.mine import DAILY
from games.models import Match, Seat, SeatQuerySet
from games.partnering import TWO_PLAYERS, Tally

RECENT = 10
# So many are looked through for ten that may be shown.
LOOKED_THROUGH = 40


@dataclass(frozen=True, slots=True)
class SoloRow:
    """One variant played alone, or the deals of the day."""

    name: str
    share: statistics.Share
    won: int


@dataclass(frozen=True, slots=True)
class TallyRow:
    """One variant played against others."""

    name: str
    tally: Tally


@dataclass(frozen=True, slots=True)
class Record:
    """By variant, the most played first; what was played against house players is counted apart."""

    solo: list[SoloRow]
    races: list[TallyRow]
    turns: list[TallyRow]
    house: list[TallyRow]

    @property
    def is_empty(self) -> bool:
        return not (self.solo or self.races or self.turns or self.house)


@dataclass(frozen=True, slots=True)
class Recent:
    """One ended game: `against` is empty in solo, and where the other does not show their own games to the viewer;
    `has_summary` says whether the viewer may open its summary, as `ended_game` does."""

    seat: Seat
    against: str
    has_summary: bool


def record_of(player: Player, now: dt.datetime) -> Record:
    """Everything that counts, of closed deals. Four queries."""
    people, house = _against_others(player)
    return Record(
        solo=[
            SoloRow(
                gettext("Deal of the day") if kind == DAILY else variants.name_of(Rules.parse(kind)),
                statistics.share(won, played),
                won,
            )
            for kind, played, won in _alone(player, now)
        ],
        races=_tallied(people.filter(mode=Match.Mode.RACE)),
        turns=_tallied(people.filter(mode=Match.Mode.CORRESPONDENCE)),
        house=_tallied(house),
    )


def _alone(player: Player, now: dt.datetime) -> list[tuple[str, int, int]]:
    counted = _of_past_days(Seat.objects.of(player.pk).counted(), now)
    kinds = counted.annotate(
        kind=Case(When(day=None, then=F("variant")), default=Value(DAILY), output_field=CharField())
    )
    sums = kinds.values_list("kind").annotate(played=Count("pk"), won=Count("pk", filter=Q(won=True)))
    return list(sums.order_by("-played", "kind"))


def _of_past_days(seats: SeatQuerySet, now: dt.datetime) -> SeatQuerySet:
    """Without the deals of days that are not over: how somebody fared tells others about the deal."""
    return seats.filter(Q(day=None) | Q(day__lt=clocks.day_of(now)))


def _against_others(player: Player) -> tuple[SeatQuerySet, SeatQuerySet]:
    """The player's sides of ended matches of two: those with people, and those with the house. For a house player all
    are with people."""
    ended = Seat.objects.of(player.pk).filter(mode__in=TWO_PLAYERS).ended().filter(match__voided_at=None)
    house = Seat.objects.filter(match=OuterRef("match"), player__in=Player.objects.filter(house_level__isnull=False))
    with_house = Exists(house.exclude(player=player))
    return ended.filter(~with_house), ended.filter(with_house)


def _tallied(ended: SeatQuerySet) -> list[TallyRow]:
    sums = ended.values_list("variant").annotate(
        played=Count("pk"),
        won=Count("pk", filter=Q(match__winner=F("place"))),
        drawn=Count("pk", filter=Q(match__winner=None)),
    )
    return [
        TallyRow(variants.name_of(Rules.parse(variant)), Tally(won, drawn, played - won - drawn))
        for variant, played, won, drawn in sums.order_by("-played", "variant")
    ]


def recent_of(player: Player, viewer: Viewer, now: dt.datetime) -> list[Recent]:
    """The latest games that count, newest first; whom the player met is named where they too show it to the viewer."""
    counts = Q(mode__in=TWO_PLAYERS, match__voided_at=None) | Q(mode=Match.Mode.SOLO, rows__gt=0)
    ended = _of_past_days(Seat.objects.of(player.pk).ended().filter(counts, practice=""), now)
    seats = list(ended.with_match().order_by("-started_at")[:LOOKED_THROUGH])
    shown = [seat for seat in seats if seat.match.deal.is_closed(now)][:RECENT]
    others = {other.player_id for seat in shown for other in seat.match.seats.all()} - {player.pk}
    named = set(audience.showing(viewer, Part.MATCHES, now).filter(pk__in=others).values_list("pk", flat=True))
    return [_recent(seat, viewer, named) for seat in shown]


def _recent(seat: Seat, viewer: Viewer, named: set[int]) -> Recent:
    both = seat.match.seats.all()
    other = next((one.player for one in both if one.pk != seat.pk), None)
    sits = any(one.player_id == viewer.pk for one in both)
    against = str(other) if other is not None and (other.pk in named or sits or other.is_house) else ""
    has_summary = sits or seat.match.watchable or other is None or other.pk in named or other.is_house
    return Recent(seat, against, has_summary)
