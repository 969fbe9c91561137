"""Sitting down alone: random, numbered and daily deals, the same deal again, and the first game with its guide."""

import datetime as dt
from dataclasses import dataclass

from club.models import Player
from games import clocks, deals
from games.engine.rules import Rules
from games.models import Deal, Match, Seat, SeatQuerySet
from games.play.ending import end_solo
from games.play.table import Table
from games.refusals import Refused


@dataclass(frozen=True, slots=True)
class SoloWish:
    """What somebody who plays alone asked for: rules, and a number for a numbered deal."""

    rules: Rules
    number: int | None = None
    open_stock: bool = False


def open_solo(player: Player, wish: SoloWish, now: dt.datetime) -> Match:
    """A table for one, its board not yet open. Asking twice before it opens gives the same table."""
    practice = Seat.Practice.NO
    if wish.open_stock:
        practice = Seat.Practice.OPEN_STOCK
    elif wish.number is not None:
        practice = Seat.Practice.NUMBERED
    if wish.number is not None:
        return _sit_alone(player, deals.numbered_deal(wish.rules, wish.number, now), practice, now)
    waiting = (
        _unopened(player, practice)
        .filter(variant=str(wish.rules), match__deal__kind=Deal.Kind.RANDOM, match__deal__seed=None)
        .first()
    )
    return waiting.match if waiting else _sit_down(player, deals.random_deal(wish.rules, now), practice, now)


def open_guided(player: Player, now: dt.datetime) -> Match:
    """The first game, with a guide: always the same deal, its stock open, as practice; one begun is gone on with."""
    begun = Seat.objects.of(player.pk).running().filter(practice=Seat.Practice.GUIDED).select_related("match").first()
    return begun.match if begun else _sit_alone(player, deals.guided_deal(now), Seat.Practice.GUIDED, now)


def open_same_deal(player: Player, seat: Seat, now: dt.datetime) -> Match:
    """The deal of one's own ended game once more, as practice."""
    if not seat.match.deal.is_closed(now):
        raise Refused("deal-not-closed")
    practice = Seat.Practice.OPEN_STOCK if seat.match.open_stock else Seat.Practice.SAME_DEAL
    return _sit_alone(player, seat.match.deal, practice, now)


def open_day(player: Player, day: dt.date, now: dt.datetime) -> Match:
    """That day's deal: on the day itself the member's one counted try, begun or gone on with; afterwards practice."""
    today = clocks.day_of(now)
    if day != today:
        return _sit_alone(player, closed_day(day, now), Seat.Practice.PAST_DAY, now)
    if not player.was_member_at(clocks.start_of_day(today)):
        raise Refused("guests-play-yesterday")
    begun = Seat.objects.of(player.pk).filter(day=day, practice="").select_related("match").first()
    if begun is not None:
        return begun.match
    return _sit_down(player, deals.daily_deal(day, now), Seat.Practice.NO, now)


def closed_day(day: dt.date, now: dt.datetime) -> Deal:
    """That day's deal once it is open to all as practice; Refused before that, and where there was none."""
    deal = Deal.objects.filter(day=day).first() if day < clocks.day_of(now) else None
    if deal is None:
        raise Refused("not-in-the-calendar")
    if not deal.is_closed(now):
        raise Refused("deal-not-closed")
    return deal


def _sit_alone(player: Player, deal: Deal, practice: Seat.Practice, now: dt.datetime) -> Match:
    """A table with a deal that is known already; asked for twice before it opens, the same table."""
    waiting = _unopened(player, practice).filter(match__deal=deal).first()
    return waiting.match if waiting else _sit_down(player, deal, practice, now)


def _unopened(player: Player, practice: Seat.Practice) -> SeatQuerySet:
    unopened = Seat.objects.of(player.pk).filter(match__phase=Match.Phase.OPENING, mode=Match.Mode.SOLO, day=None)
    return unopened.filter(practice=practice).select_related("match").order_by("pk")


def _sit_down(player: Player, deal: Deal, practice: Seat.Practice, now: dt.datetime) -> Match:
    counted_day = deal.day if practice == Seat.Practice.NO else None
    match = Match.objects.create(
        mode=Match.Mode.SOLO,
        deal=deal,
        open_stock=practice in (Seat.Practice.OPEN_STOCK, Seat.Practice.GUIDED),
        created_at=now,
        deadline=clocks.end_of_day(counted_day) if counted_day else None,
    )
    Seat.objects.create(
        match=match, place=1, player=player, mode=match.mode, variant=deal.rules, day=counted_day, practice=practice
    )
    return match


def leave_game_before(seat: Seat, now: dt.datetime) -> None:
    """There is one counted random game a variant: dealing the next ends it as it stands (rules.md, "What counts")."""
    before = (
        Seat.objects.of(seat.player_id)
        .running()
        .filter(mode=Match.Mode.SOLO, variant=seat.variant, practice="", day=None)
        .select_related("match__deal", "player")
        .first()
    )
    if before is not None:
        table = Table(before.match, [before])
        end_solo(table, Seat.EndedBy.LEFT, now)
        table.store()
