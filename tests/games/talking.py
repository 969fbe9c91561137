"""The afterword at a table, spoken to without sockets, and matches that end where it opens."""

import datetime as dt

from club.models import Player
from games.afterword import Said
from games.messages import CloseAfterword, ShowAfterword, Thank, Write
from games.models import Afterword
from games.play import RaceWish
from games.tables import Answer
from games.views import AfterwordView, RemarkView, TableView
from tests.games.racing import CLASSIC, Race
from tests.games.table import AtTable

SECOND = dt.timedelta(seconds=1)
OPEN_FOR = dt.timedelta(hours=72)


def ended_race(one: Player, two: Player, best_of: int | None = None, *, watchable: bool = True) -> Race:
    """The second has won it; both pages are there."""
    race = Race.begun(one, two, RaceWish(CLASSIC, 5, best_of, watchable))
    race.one.resign()
    return race


def write(seat: AtTable, text: str, n: int | None = None) -> Answer:
    return seat.say(Write(Said(next_n(seat) if n is None else n, text=text)))


def write_ready_made(seat: AtTable, code: str, n: int | None = None) -> Answer:
    return seat.say(Write(Said(next_n(seat) if n is None else n, ready_made=code)))


def thank(seat: AtTable) -> Answer:
    return seat.say(Thank())


def close(seat: AtTable) -> Answer:
    return seat.say(CloseAfterword())


def show(seat: AtTable, shown: bool = True) -> Answer:
    return seat.say(ShowAfterword(shown))


def next_n(seat: AtTable) -> int:
    return 11 - talk_of(seat.look()).left


def talk_of(view: TableView) -> AfterwordView:
    assert view.afterword is not None
    return view.afterword


def remarks_at(seat: AtTable) -> list[RemarkView]:
    return talk_of(seat.look()).remarks


def texts(seat: AtTable) -> list[str]:
    return [remark.text or remark.ready_made for remark in remarks_at(seat)]


def stored() -> Afterword:
    return Afterword.objects.get()
