"""The view of a table from one place."""

import datetime as dt
from functools import cached_property

from games import play
from games.play import Table
from games.views import DealView, LineView, TableView
from games.views_of.afterword import afterword_view
from games.views_of.cards import deal_view, written
from games.views_of.own import own_view
from games.views_of.race import lines_of, race_view
from games.views_of.turns import by_turns


def seen_from(table: Table, place: int, now: dt.datetime) -> TableView:
    """The match as the player of that seat may see it, or from place 0 those who watch, who see no board before the
    end. No query before the end where the boards are in memory."""
    return Look(table, now).from_place(place)


class Look:
    """A table as it is at one instant, looked at from any of its places; what all of them see is looked at once."""

    def __init__(self, table: Table, now: dt.datetime) -> None:
        self._table = table
        self._now = now

    @cached_property
    def _deal(self) -> DealView:
        match = self._table.match
        return deal_view(match.deal, match, self._now)

    @cached_property
    def _lines(self) -> list[LineView]:
        return lines_of(self._table)

    def from_place(self, place: int) -> TableView:
        table, match, now = self._table, self._table.match, self._now
        seat = table.seat(place) if place else None
        if seat is not None and table.is_by_turns:
            return by_turns(table, seat, now)
        board = play.opened_board(seat) if seat else None
        own = own_view(seat, board) if seat and board else None
        return TableView(
            table=match.key,
            mode=match.mode,
            rules=match.deal.rules,
            phase=match.phase,
            deal=self._deal,
            seat=place,
            rows=seat.rows if seat else 0,
            practice=seat.practice if seat else "",
            open_stock=match.open_stock,
            board=own.board if own else None,
            legal=own.legal if own else [],
            finish=own.finish if own else [],
            take_back=own.take_back if own else "no",
            result=own.result if own else None,
            ended_by=seat.ended_by if seat else "",
            deadline=written(match.deadline),
            race=race_view(table, place, self._lines, now) if table.is_race else None,
            turns=None,
            afterword=afterword_view(table, place) if table.is_race else None,
        )
