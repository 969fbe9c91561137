"""What two players have played with each other: the record between them, their best games, the rules last used."""

import datetime as dt
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field

from django.db.models import Count, F, Max, Q, Value, Window
from django.db.models.expressions import Expression
from django.db.models.functions import Abs, RowNumber

from club import audience, partners
from club.audience import Part
from club.models import Player
from games.engine.rules import Layout, Rules
from games.models import Match, Seat, SeatQuerySet
from games.models.matches import Reason
from games.play import RaceWish, TurnsWish

TWO_PLAYERS = (Match.Mode.RACE, Match.Mode.CORRESPONDENCE)
# Ends in which both boards say how close it was.
PLAYED_OUT = (
    Reason.FIRST_TO_WIN,
    Reason.MORE_CARDS,
    Reason.MORE_DIRECT_POINTS,
    Reason.FEWER_REDEALS,
    Reason.EARLIER_TURN,
    Reason.EQUAL,
)
# After so many finished matches two players are suggested to each other.
SUGGESTED_AFTER = 3
MOST_SUGGESTED = 10
MOST_RUNNING = 200
# Without a match of that kind before.
USUAL_RACE = RaceWish(Rules(Layout.CLASSIC), minutes=5)
USUAL_TURNS = TurnsWish(Rules(Layout.CLASSIC))


@dataclass(frozen=True, slots=True)
class Tally:
    """Finished matches of one mode between two, from one player's side."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class Together:
    """One finished match of two: its table, and the cards on the foundations of the one and the other."""

    key: str
    rules: str
    cards: int
    their_cards: int
    ended_at: dt.datetime | None

    @property
    def sum(self) -> int:
        return self.cards + self.their_cards


@dataclass(slots=True)
class Between:
    """Everything between one player and another one."""

    races: Tally = field(default_factory=Tally)
    turns: Tally = field(default_factory=Tally)
    # The highest sum of foundation cards, and the smallest difference where both boards were played out.
    best: Together | None = None
    closest: Together | None = None
    running: list[Seat] = field(default_factory=list)
    race_wish: RaceWish = USUAL_RACE
    turns_wish: TurnsWish = USUAL_TURNS


def between(player_id: int, other_ids: Collection[int]) -> dict[int, Between]:
    """What is between the player and each of these others, by their ids. Six queries, however many they are."""
    found: defaultdict[int, Between] = defaultdict(Between)
    _tally(player_id, other_ids, found)
    total = F("foundation_cards") + F("their_cards")
    for other_id, together in _first_of_each(player_id, other_ids, (-total).asc()):
        found[other_id].best = together
    played_out = Q(match__reason__in=PLAYED_OUT)
    for other_id, together in _first_of_each(
        player_id, other_ids, Abs(F("foundation_cards") - F("their_cards")).asc(), (-total).asc(), only=played_out
    ):
        found[other_id].closest = together
    for seat in _against(player_id, other_ids).going_on().with_match().order_by("match_id")[:MOST_RUNNING]:
        for other in seat.match.seats.all():
            if other.player_id != player_id:
                found[other.player_id].running.append(seat)
    _last_wishes(player_id, other_ids, found)
    return {other_id: found[other_id] for other_id in other_ids}


def _against(player_id: int, other_ids: Collection[int]) -> SeatQuerySet:
    """The player's seats in matches with one of these others, whose side is `other_id` and `their_cards`."""
    own = Seat.objects.of(player_id).filter(mode__in=TWO_PLAYERS)
    return own.filter(match__seats__place=Value(3) - F("place"), match__seats__player__in=other_ids).annotate(
        other_id=F("match__seats__player_id"), their_cards=F("match__seats__foundation_cards")
    )


def _finished(player_id: int, other_ids: Collection[int]) -> SeatQuerySet:
    return _against(player_id, other_ids).ended().filter(match__voided_at=None)


def _tally(player_id: int, other_ids: Collection[int], found: defaultdict[int, Between]) -> None:
    rows = (
        _finished(player_id, other_ids)
        .values_list("match__seats__player_id", "mode")
        .annotate(
            played=Count("pk"),
            won=Count("pk", filter=Q(match__winner=F("place"))),
            drawn=Count("pk", filter=Q(match__winner=None)),
        )
        .order_by()
    )
    for other_id, mode, played, won, drawn in rows:
        tally = Tally(won, drawn, played - won - drawn)
        if mode == Match.Mode.RACE:
            found[other_id].races = tally
        else:
            found[other_id].turns = tally


def _first_of_each(
    player_id: int, other_ids: Collection[int], *by: Expression, only: Q | None = None
) -> list[tuple[int, Together]]:
    """Of the finished matches with each of the others the first in that order; of equal ones the latest."""
    first = Window(RowNumber(), partition_by=[F("other_id")], order_by=[*by, F("ended_at").desc(), F("pk").desc()])
    seats = _finished(player_id, other_ids).filter(only or Q()).annotate(row=first).filter(row=1)
    return [
        # Annotations of the question, which a seat of another question has not.
        (
            seat.other_id,  # type: ignore[attr-defined]
            Together(seat.match.key, seat.variant, seat.foundation_cards, seat.their_cards, seat.match.ended_at),  # type: ignore[attr-defined]
        )
        for seat in seats.select_related("match")
    ]


def _last_wishes(player_id: int, other_ids: Collection[int], found: defaultdict[int, Between]) -> None:
    """The rules of the latest match of each mode with each of the others."""
    latest = Window(RowNumber(), partition_by=[F("other_id"), F("mode")], order_by=[F("match_id").desc()])
    seats = _against(player_id, other_ids).annotate(row=latest).filter(row=1).select_related("match__series")
    for seat in seats:
        match, rules = seat.match, Rules.parse(seat.variant)
        # An annotation of the question above.
        with_other = found[seat.other_id]  # type: ignore[attr-defined]
        if match.mode == Match.Mode.RACE:
            best_of = match.series.best_of if match.series else None
            with_other.race_wish = RaceWish(rules, match.minutes, best_of, match.watchable)
        elif match.turn_cards is not None:
            with_other.turns_wish = TurnsWish(rules, match.turn_cards, match.spare_days, match.absence_allowed)


def suggested(player: Player, now: dt.datetime) -> list[Player]:
    """Members whom the player might ask to be partners: after three finished matches, and where neither has ever
    asked, declined or ended. Those played with last come first; ten at most."""
    strangers = audience.showing(player, Part.ASKED, now).exclude(partners.had_to_do_with(player.pk))
    rows = (
        Seat.objects.of(player.pk)
        .filter(mode__in=TWO_PLAYERS)
        .ended()
        .filter(match__voided_at=None)
        .filter(match__seats__place=Value(3) - F("place"), match__seats__player__in=strangers)
        .values_list("match__seats__player_id")
        .annotate(matches=Count("pk"), last=Max("match__ended_at"))
        .filter(matches__gte=SUGGESTED_AFTER)
        .order_by("-last")[:MOST_SUGGESTED]
    )
    ids = [row[0] for row in rows]
    found = Player.objects.in_bulk(ids)
    return [found[player_id] for player_id in ids]
