"""A table's door: where a viewer looks from, and what the writer is asked to do for them."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass

from games import afterword, clocks, lobby, play, views_of
from games.messages import (
    AfterwordMessage,
    Beat,
    Claim,
    CloseAfterword,
    EndTurn,
    Look,
    Message,
    NoRematch,
    PlayMove,
    Ready,
    Rematch,
    Resign,
    ShowAfterword,
    TakeAbsence,
    TakeBack,
    Thank,
    Write,
)
from games.models import Afterword, Match, Seat
from games.play import WATCHERS, Table
from games.refusals import Refused
from games.views import TableView


@dataclass(frozen=True, slots=True)
class At:
    """Where somebody looks from: a seat, or place 0 for those who watch, who have none."""

    match_id: int
    place: int
    seat_id: int | None


@dataclass(frozen=True, slots=True)
class Told:
    """A view that changed, for everybody who looks from that place; `player_id` is whose day changes with it: by
    correspondence, and after the end."""

    match_id: int
    place: int
    player_id: int | None
    version: int
    view: TableView
    now: dt.datetime
    wake_at: dt.datetime | None


@dataclass(frozen=True, slots=True)
class Answer:
    """What one viewer gets back: the version and view as they are now, the refusal if there was one, and what others
    are to be told. `wake_at` is when the clock alone changes the view next; `hears_for` are the seats whose player is
    heard of by this viewer's being here."""

    version: int
    view: TableView
    now: dt.datetime
    refused: Refused | None
    told: list[Told]
    wake_at: dt.datetime | None
    hears_for: tuple[int, ...]


def place_of(key: str, player_id: int | None) -> At | None:
    """The player's own seat at that table, else the watchers' place at a race that may be watched. None is the same
    for no such table and for one that is not theirs to see."""
    if player_id is not None:
        seat = Seat.objects.of(player_id).filter(match__key=key).values_list("match_id", "place", "pk").first()
        if seat is not None:
            return At(*seat)
    match_id = Match.objects.filter(key=key, watchable=True).values_list("pk", flat=True).first()
    return At(match_id, WATCHERS, None) if match_id is not None else None


def say(at: At, message: Message, now: dt.datetime) -> Answer:
    """Do what the viewer said, inside the writer's transaction, and look at the table afterwards."""
    table = play.load(at.match_id)
    play.catch_up(table, now)
    if at.place and table.is_race:
        play.hear(table, table.seat(at.place), now)
    refused = None
    try:
        _verb(table, at.place, message, now)()
    except Refused as error:
        # Every check comes before the first change, so there is nothing to undo.
        refused = error
    return _answer(at, table, now, refused)


def look(at: At, now: dt.datetime) -> Answer:
    """The table as it is now, judged by the clock; says nothing of the viewer's being here."""
    table = play.load(at.match_id)
    play.catch_up(table, now)
    return _answer(at, table, now, None)


def _verb(table: Table, place: int, message: Message, now: dt.datetime) -> Callable[[], None]:
    if isinstance(message, Look | Beat):
        return lambda: None
    if place == WATCHERS:
        raise Refused("only-watching")
    seat = table.seat(place)
    match message:
        case Ready(contribution):
            return lambda: play.ready(table, seat, contribution, now)
        case PlayMove(n, text, turn):
            return lambda: play.move(table, seat, play.Row(n, turn), text, now)
        case TakeBack(n, as_practice, turn):
            return lambda: play.take_back(table, seat, play.Row(n, turn), as_practice, now)
        case EndTurn(turn):
            return lambda: _by_turns(table, lambda: play.end_turn(table, seat, turn, now))
        case TakeAbsence(days):
            return lambda: _by_turns(table, lambda: play.take_absence(table, seat, days, now))
        case Resign():
            return lambda: play.resign(table, seat, now)
        case Claim():
            return lambda: play.claim(table, seat, now)
        case Rematch():
            return lambda: _rematch(table, place, now, lobby.rematch)
        case NoRematch():
            return lambda: _rematch(table, place, now, lobby.no_rematch)
        case Write() | Thank() | CloseAfterword() | ShowAfterword():
            return lambda: _talk(table, place, message, now)


def _by_turns(table: Table, verb: Callable[[], None]) -> None:
    if not table.is_by_turns:
        raise Refused("no-turns")
    verb()


def _rematch(
    table: Table, place: int, now: dt.datetime, verb: Callable[[Match, list[Seat], int, dt.datetime], None]
) -> None:
    if not table.is_race:
        raise Refused("not-a-race")
    if table.match.phase != Match.Phase.ENDED:
        raise Refused("not-over")
    # The clock may have ended the race just now, and the verb asks the database who still races.
    table.store()
    before, followed = _asked(table, now), _is_followed(table)
    verb(table.match, table.seats, place, now)
    if _is_followed(table) != followed:
        table.show_all()
    elif _asked(table, now) != before:
        table.show_players()


def _talk(table: Table, place: int, message: AfterwordMessage, now: dt.datetime) -> None:
    """A word after the match: those who watch see something of it only where the two show it."""
    talk = afterword.at(table.match)
    if talk is None:
        raise Refused("no-afterword")
    was_shown = afterword.is_shown(talk)
    if _say_in(talk, table, place, message, now):
        if was_shown or afterword.is_shown(talk):
            table.show_all()
        else:
            table.show_players()


def _say_in(talk: Afterword, table: Table, place: int, message: AfterwordMessage, now: dt.datetime) -> bool:
    """Whether it changed anything."""
    match message:
        case Write(said):
            return afterword.write(talk, table.seats, place, said, now)
        case Thank():
            return afterword.thank(talk, table.seats, place, now)
        case CloseAfterword():
            return afterword.close(talk, place, now)
        case ShowAfterword(shown):
            return afterword.show(talk, table.match, place, shown)


def _is_followed(table: Table) -> bool:
    return Match.objects.filter(follows=table.match).exists()


def _asked(table: Table, now: dt.datetime) -> list[str]:
    return [lobby.rematch_state(table.match, table.seats, seat.place, now) for seat in table.seats]


def _answer(at: At, table: Table, now: dt.datetime, refused: Refused | None) -> Answer:
    told = tell(table, now)
    mine = next((one for one in told if one.place == at.place), None)
    version = table.match.version if at.place == WATCHERS else table.seat(at.place).version
    view = mine.view if mine else views_of.seen_from(table, at.place, now)
    return Answer(version, view, now, refused, told, _wake_at(table, at.place), _hears_for(at, table.match))


def tell(table: Table, now: dt.datetime) -> list[Told]:
    """Store the table, and the views that changed by it."""
    places = table.store()
    match, look = table.match, views_of.Look(table, now)
    return [
        Told(
            match.pk,
            place,
            table.seat(place).player_id if place and _is_of_their_day(match) else None,
            table.seat(place).version if place else match.version,
            look.from_place(place),
            now,
            _wake_at(table, place),
        )
        for place in places
    ]


def _is_of_their_day(match: Match) -> bool:
    return match.mode == Match.Mode.CORRESPONDENCE or match.phase == Match.Phase.ENDED


def _wake_at(table: Table, place: int) -> dt.datetime | None:
    """When somebody should look again from that place, since the clock alone changes the view then."""
    match = table.match
    if table.is_by_turns:
        deadline = views_of.deadline_seen(table, table.seat(place)) if place else None
        return deadline + clocks.GRACE if deadline else None
    if match.phase == Match.Phase.STARTING:
        return match.starts_at
    if match.phase in Match.LIVE and match.deadline is not None:
        return match.deadline + clocks.GRACE
    return None


def _hears_for(at: At, match: Match) -> tuple[int, ...]:
    """One's own seat where there are two; after a race of a series also that of the race which waits."""
    if at.seat_id is None or match.mode == Match.Mode.SOLO:
        return ()
    if match.phase != Match.Phase.ENDED or match.series_id is None:
        return (at.seat_id,)
    waiting = Seat.objects.filter(match__follows=match, match__phase=Match.Phase.OPENING, place=at.place)
    return (at.seat_id, *waiting.values_list("pk", flat=True))


def versions(seat_ids: list[int], match_ids: list[int]) -> tuple[dict[int, int], dict[int, int]]:
    """The versions of these seats' views, and of what those see who watch these matches. Two queries at most."""
    seats = dict(Seat.objects.filter(pk__in=seat_ids).values_list("pk", "version")) if seat_ids else {}
    matches = dict(Match.objects.filter(pk__in=match_ids).values_list("pk", "version")) if match_ids else {}
    return seats, matches
