"""Races: agreed on, called off; and the series that several of them make."""

import datetime as dt
from dataclasses import dataclass

from club.models import Player
from games import afterword, deals
from games.clocks import COME_WITHIN
from games.engine.rules import Rules
from games.models import Deal, Match, Offer, Seat, Series
from games.models.matches import Reason
from games.play.starting import NO_CONTRIBUTION
from games.play.table import Table, load

# A draw is half a point each, so points are counted in halves.
WIN, DRAW = 2, 1
LINK_LIVES = dt.timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class RaceWish:
    """What two players race: the rules, a clock of so many minutes or none, one race or the best of several."""

    rules: Rules
    minutes: int | None = None
    best_of: int | None = None
    watchable: bool = True


def new_race(
    players: tuple[Player, Player],
    wish: RaceWish,
    now: dt.datetime,
    follows: Match | None = None,
) -> Match:
    """A table for two with a new deal, to be opened within a minute; the first race of a series if that is wished."""
    series = Series.objects.create(best_of=wish.best_of, created_at=now) if wish.best_of else None
    match = Match.objects.create(
        mode=Match.Mode.RACE,
        deal=deals.random_deal(wish.rules, now),
        series=series,
        follows=follows,
        minutes=wish.minutes,
        watchable=wish.watchable,
        created_at=now,
        deadline=now + COME_WITHIN,
    )
    _seat(match, players)
    return match


def next_of_series(table: Table, now: dt.datetime) -> None:
    """The race that follows this one; nobody has to hurry, and whoever leaves now gives the series."""
    before = table.match
    match = Match.objects.create(
        mode=Match.Mode.RACE,
        deal=deals.random_deal(before.rules, now),
        series=before.series,
        follows=before,
        round=before.round + 1,
        half_points_1=before.half_points_1,
        half_points_2=before.half_points_2,
        minutes=before.minutes,
        watchable=before.watchable,
        created_at=now,
    )
    _seat(match, (table.seat(1).player, table.seat(2).player))


def _seat(match: Match, players: tuple[Player, Player]) -> None:
    for place, player in enumerate(players, start=1):
        Seat.objects.create(
            match=match,
            place=place,
            player=player,
            known_as=player.name or "",
            mode=match.mode,
            variant=match.deal.rules,
            # The house is ready at once, and adds nothing to the deal: the club has its part in the secret already.
            contribution=NO_CONTRIBUTION if player.is_house else None,
        )


def go_on(table: Table, now: dt.datetime) -> None:
    """After a race of a series: its points, and then the next race or the end of the series."""
    match, series = table.match, table.match.series
    if series is None:
        return
    match.half_points_1 += WIN if match.winner == 1 else DRAW if match.winner is None else 0
    match.half_points_2 += WIN if match.winner == 2 else DRAW if match.winner is None else 0
    # Above half of all points, which are one a race.
    above_half = max(match.half_points_1, match.half_points_2) > series.best_of
    if above_half or match.round == series.best_of:
        end_series(table, _leader(match), now)
    else:
        next_of_series(table, now)


def _leader(match: Match) -> int | None:
    if match.half_points_1 == match.half_points_2:
        return None
    return 1 if match.half_points_1 > match.half_points_2 else 2


def end_series(table: Table, winner: int | None, now: dt.datetime, reason: Reason | None = None) -> None:
    """The series ends: on points unless another reason is given."""
    series = _series_of(table.match)
    series.ended_at, series.winner = now, winner
    series.reason = reason or (Reason.EQUAL if winner is None else Reason.MORE_POINTS)
    series.save(update_fields=["ended_at", "winner", "reason"])
    if not table.is_against_the_house:
        afterword.open_for(series, now)


def _series_of(match: Match) -> Series:
    if match.series is None:
        raise ValueError(f"match {match.key} is in no series")
    return match.series


def give_series(table: Table, winner: int, reason: Reason, now: dt.datetime) -> None:
    """Between two races somebody left: the series goes to the other, and the race agreed on is not begun."""
    end_series(table, winner, now, reason)
    call_off(table, now)


def break_off_series(table: Table, now: dt.datetime) -> None:
    """Between two races both are gone: nobody wins the series, and it is broken for both."""
    end_series(table, None, now, Reason.LEFT)
    call_off(table, now)


def call_off(table: Table, now: dt.datetime) -> None:
    """A race that never began costs nobody anything: its secret is discarded, and the link that led to it lives on."""
    match = table.match
    match.phase, match.ended_at = Match.Phase.CALLED_OFF, now
    table.change_match()
    Deal.objects.filter(pk=match.deal_id).update(secret=b"")
    if match.follows_id is not None:
        # The table before it tells what became of it: a rematch can be agreed on again, a series is over.
        before = load(match.follows_id)
        before.show_all()
        before.store()
        match.follows = None
    used = Offer.objects.filter(match=match, kind=Offer.Kind.LINK, created_at__gt=now - LINK_LIVES)
    used.update(match=None, closed_at=None)
