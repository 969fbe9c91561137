"""An ended game as somebody may see it: the one place that decides it for summary, replay and analysis."""

import datetime as dt
from dataclasses import dataclass

from club import audience
from club.audience import Part, Viewer
from club.models import Player
from games import boards
from games.engine.board import Board
from games.models import Match, Seat
from games.overdue import end_overdue


@dataclass(frozen=True, slots=True)
class EndedGame:
    """An ended match with its seats in order, and how the viewer stands to it."""

    match: Match
    seats: list[Seat]
    # The viewer's own place, 0 for others.
    place: int
    # Whether the deal is closed: before, only the player of the one seat is here, and sees no card that was not turned.
    closed: bool

    @property
    def own(self) -> Seat | None:
        return self.seats[self.place - 1] if self.place else None

    def board(self, seat: Seat) -> Board:
        """The seat's board at the end, a copy."""
        return boards.replayed(seat)


def ended_game(key: str, viewer: Viewer, now: dt.datetime) -> EndedGame | None:
    """The ended game at that table. None is the same for no such table, for one still played and for one that is not
    the viewer's to see: others than its players see it once its deal is closed, where it could be watched or where
    everybody who sat there shows their matches to the viewer."""
    end_overdue(Seat.objects.filter(match__key=key), now)
    match = Match.objects.select_related("deal", "series").filter(key=key, phase=Match.Phase.ENDED).first()
    if match is None:
        return None
    seats = list(match.seats.select_related("player").order_by("place"))
    for seat in seats:
        seat.match = match
    place = next((seat.place for seat in seats if seat.player_id == viewer.pk), 0)
    closed = match.deal.is_closed(now)
    if not place and not (closed and (match.watchable or _all_show(seats, viewer, now))):
        return None
    return EndedGame(match, seats, place, closed)


def _all_show(seats: list[Seat], viewer: Viewer, now: dt.datetime) -> bool:
    return all(_shows(seat.player, viewer, now) for seat in seats)


def _shows(player: Player, viewer: Viewer, now: dt.datetime) -> bool:
    return player.is_house or audience.may_see(viewer, player, Part.MATCHES, now)
