"""Two players at one race, without sockets: both seats, a watcher's place, and one clock that only the test moves."""

from __future__ import annotations

import datetime as dt

from django.db import transaction

from club.models import Player
from games import play, presence, tables
from games.clocks import COUNTDOWN
from games.engine.rules import Rules
from games.messages import Message, Ready
from games.models import Match
from games.play import RaceWish
from games.tables import Answer, At
from games.views import RaceView, TableView
from tests.games.conftest import NOON
from tests.games.table import AtTable, choice

SECOND = dt.timedelta(seconds=1)
# Eight piles and two redeals: the simple player wins every deal of it.
EASIEST = Rules.parse("classic-8-2")
CLASSIC = Rules.parse("classic-4-0")


class Race:
    """`one` and `two` sit at seats 1 and 2; `now` is the clock of all."""

    def __init__(self, match: Match, now: dt.datetime = NOON) -> None:
        self.match_id = match.pk
        self.key = match.key
        one, two = (seat.player for seat in match.seats.select_related("player").order_by("place"))
        self.one = AtTable(one, match, now)
        self.two = AtTable(two, match, now)

    @classmethod
    def agreed(cls, one: Player, two: Player, wish: RaceWish | None = None, now: dt.datetime = NOON) -> Race:
        with transaction.atomic():
            return cls(play.open_race((one, two), wish or RaceWish(CLASSIC, 5), now), now)

    @classmethod
    def begun(cls, one: Player, two: Player, wish: RaceWish | None = None, now: dt.datetime = NOON) -> Race:
        race = cls.agreed(one, two, wish, now)
        race.begin()
        return race

    @property
    def now(self) -> dt.datetime:
        return self.one.now

    def begin(self) -> None:
        """Both come, both are ready, and the countdown runs out."""
        for seat in (self.one, self.two):
            seat.ready(bytes([seat.at.place]) * 16)
        self.wait(COUNTDOWN)
        assert self.one.look().phase == "running"

    def wait(self, how_long: dt.timedelta) -> None:
        """Only the clock goes on: nothing is heard of anybody."""
        self.one.now = self.two.now = self.now + how_long

    def wait_together(self, how_long: dt.timedelta, *here: AtTable) -> None:
        """The clock goes on, and these players' pages beat as pages do (both, if none is named)."""
        ends = self.now + how_long
        while self.now < ends:
            self.wait(min(5 * SECOND, ends - self.now))
            self.beat(*(here or (self.one, self.two)))

    def beat(self, *here: AtTable) -> None:
        with transaction.atomic():
            presence.note_heard([seat.seat_id for seat in here], self.now)
            presence.note(presence.with_somebody_gone(self.now), self.now)

    def match(self) -> Match:
        return Match.objects.select_related("deal", "series").get(pk=self.match_id)

    def watched(self) -> TableView:
        with transaction.atomic():
            return tables.look(At(self.match_id, play.WATCHERS, None), self.now).view

    def next(self) -> Race:
        """The race that follows this one."""
        return Race(Match.objects.get(follows=self.match_id), self.now)


def race_of(view: TableView) -> RaceView:
    assert view.race is not None
    return view.race


def say_together(*said: tuple[AtTable, Message]) -> list[Answer]:
    """Several messages in one joint transaction, as the writer runs a batch."""
    with transaction.atomic():
        return [tables.say(seat.at, message, seat.now) for seat, message in said]


def play_until(seat: AtTable, last: int) -> None:
    """The simple player's moves until the seat's stock holds so many cards or its board is at rest."""
    while (view := seat.look()).legal and view.board is not None and view.board.stock_left > last:
        seat.move(choice(view))


def play_badly(seat: AtTable) -> None:
    """Every card on waste piles, nothing on a foundation, until nothing is left but to play from the piles."""
    while waste := [move for move in seat.look().legal if move.startswith("W") and len(move) == 2]:
        seat.move(waste[0])


def ready(place: int) -> Ready:
    return Ready(bytes([place]) * 16)
