"""A match with its seats, as one transaction holds it: changes are stored once, and tell whose view changed."""

from __future__ import annotations

import datetime as dt

from games import boards
from games.engine.board import Board
from games.engine.result import EndedBy, Result
from games.models import Match, Seat
from games.play import rows

# The place of those who only watch.
WATCHERS = 0


class Table:
    """One match and its seats in the order of their places, read and locked for this transaction.

    Verbs change the rows in memory and say who sees it; `store` writes them. A verb that refuses has changed nothing.
    """

    def __init__(self, match: Match, seats: list[Seat]) -> None:
        self.match = match
        self.seats = seats
        for seat in seats:
            # Of a match that is kept they know it already.
            if seat._state.fields_cache.get("match") is not match:
                seat.match = match
        self._seen_by: set[int] = set()
        self._stored: set[int] = set()
        self._match_changed = False
        self._changed: set[int] = set()

    @property
    def is_race(self) -> bool:
        return self.match.mode == Match.Mode.RACE

    @property
    def is_by_turns(self) -> bool:
        return self.match.mode == Match.Mode.CORRESPONDENCE

    @property
    def is_against_the_house(self) -> bool:
        return any(seat.player.is_house for seat in self.seats)

    def seat(self, place: int) -> Seat:
        return self.seats[place - 1]

    def other(self, seat: Seat) -> Seat:
        """The opponent's seat, where there are two."""
        return self.seats[2 - seat.place]

    def change(self, seat: Seat) -> None:
        """The seat's row is to be stored, whether or not anybody sees it."""
        self._changed.add(seat.place)

    def change_match(self) -> None:
        """The match's row is to be stored, and everybody sees it."""
        self._match_changed = True
        self.show_all()

    def change_match_unseen(self) -> None:
        """The match's row is to be stored, and nobody sees it by that."""
        self._match_changed = True

    def show(self, seat: Seat) -> None:
        """The view of that seat's player changes."""
        self._seen_by.add(seat.place)

    def show_players(self) -> None:
        """The views of those who play change."""
        self._seen_by.update(seat.place for seat in self.seats)

    def show_all(self) -> None:
        """Every view of this match changes: the players', and the watchers' where there may be any."""
        self.show_players()
        if self.is_race and self.match.watchable:
            self._seen_by.add(WATCHERS)

    def put(self, seat: Seat, board: Board) -> None:
        """The seat's board is now this; of a race everybody sees something of it, its line at least, of an open turn
        nobody but its player."""
        result = result_of(seat, board)
        seat.won = result.outcome == "won"
        seat.near_win = result.near_win
        seat.foundation_cards = result.foundation_cards
        seat.direct_points = result.direct_points
        seat.stock_left = result.stock_left
        seat.redeals_used = result.redeals_used
        boards.keep(seat, board)
        self.change(seat)
        if self.is_by_turns:
            self.show(seat)
        else:
            self.show_all()

    def store(self) -> list[int]:
        """Write what was changed, and give each view that changed its next version; the places of all that have changed
        so far."""
        watched = WATCHERS in self._seen_by
        self.match.version += watched
        if self._match_changed:
            rows.write_match(self.match)
        elif watched:
            rows.write_match_version(self.match)
        for seat in self.seats:
            seen = seat.place in self._seen_by
            seat.version += seen
            if seat.place in self._changed:
                rows.write_seat(seat)
            elif seen:
                rows.write_seat_version(seat)
        self._stored |= self._seen_by
        self._seen_by, self._changed, self._match_changed = set(), set(), False
        return sorted(self._stored)


def load(match_id: int) -> Table:
    """The match with its deal and series, its seats with their players, locked for this transaction.

    While a match runs, its deal, series and players are read once and kept; what a move can change is read every time.
    """
    kept = boards.running(match_id)
    if kept is not None:
        if (boards.is_in_hand(match_id) or rows.read_again([kept])) and kept[0].phase == Match.Phase.RUNNING:
            return Table(*kept)
        boards.forget_running(match_id)
    match = Match.objects.select_for_update(of=("self",)).select_related("deal", "series").get(pk=match_id)
    found = Seat.objects.select_for_update(of=("self",)).filter(match_id=match_id).select_related("player")
    seats = list(found.order_by("place"))
    if match.phase == Match.Phase.RUNNING:
        boards.keep_running(match, seats)
    return Table(match, seats)


def result_of(seat: Seat, board: Board) -> Result:
    """How the seat's board stands, a near win only once it has ended."""
    return board.result(EndedBy(seat.ended_by) if seat.ended_by else None)


def running_since(match: Match) -> dt.datetime:
    """When the match was begun; of one that is only agreed on, when that was."""
    return match.started_at or match.created_at
