"""Who is here and who is away: judged by instants, shown by a mark that follows them."""

import datetime as dt

from games import clocks
from games.models import Match, Seat
from games.play.table import Table, running_since


def away_from(match: Match, seat: Seat) -> dt.datetime:
    """From when on the seat's player counts as away if nothing more is heard; nothing known is here at the start."""
    heard_at = seat.heard_at or running_since(match)
    return clocks.away_from(heard_at, _moved_at(match, seat))


def _moved_at(match: Match, seat: Seat) -> dt.datetime | None:
    """The last move, where not moving is being away: without a clock, and between the races of a series."""
    if match.phase == Match.Phase.OPENING:
        waits = match.round > 1 and seat.contribution is None
        return match.created_at if waits else None
    if match.phase != Match.Phase.RUNNING or match.minutes is not None or seat.stopped_at is not None:
        return None
    return seat.moved_at or running_since(match)


def is_away(match: Match, seat: Seat, now: dt.datetime) -> bool:
    """Whether the seat's player counts as away then; house players never do."""
    return not seat.player.is_house and clocks.has_come(away_from(match, seat), now)


def hear(table: Table, seat: Seat, now: dt.datetime) -> None:
    """Something came from the seat's player: they are here, which the others see if it was shown otherwise."""
    if table.match.phase == Match.Phase.CALLED_OFF or seat.player.is_house:
        return
    if seat.known_as != (seat.player.name or ""):
        # A guest who has just become a member.
        seat.known_as = seat.player.name or ""
        table.change(seat)
        table.show_all()
    came = seat.heard_at is None
    seat.heard_at = max(now, seat.heard_at or now)
    if came or seat.away_since is not None:
        table.change(seat)
        if came:
            table.show_all()
        note(table, now)


def note(table: Table, now: dt.datetime) -> None:
    """Let the views say who is away, as it is now."""
    if table.match.phase == Match.Phase.CALLED_OFF:
        return
    for seat in table.seats:
        away = seat.heard_at is not None and is_away(table.match, seat, now)
        away_since = away_from(table.match, seat) if away else None
        if away_since != seat.away_since:
            seat.away_since = away_since
            table.change(seat)
            table.show_all()


def claim_from(match: Match, seat: Seat) -> dt.datetime | None:
    """From when on that seat can be claimed by the other if its player stays away; None where it cannot be."""
    waits_for_it = match.phase == Match.Phase.OPENING and match.round > 1
    if seat.player.is_house or seat.stopped_at is not None or not (waits_for_it or match.phase == Match.Phase.RUNNING):
        return None
    return clocks.claimable_from(away_from(match, seat))


def both_gone_at(table: Table) -> dt.datetime | None:
    """When a match without a clock ends for want of players; None where a clock will, or nobody can be missed.

    Against the house the person alone counts: nobody would be there to play for.
    """
    match = table.match
    waits = match.phase == Match.Phase.OPENING and match.round > 1
    if not table.is_race or match.deadline is not None or not (waits or match.phase == Match.Phase.RUNNING):
        return None
    return clocks.both_gone_at(away_from(match, seat) for seat in table.seats if not seat.player.is_house)
