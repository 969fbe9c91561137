"""What a player's open pages show of their day: how many turns wait, the next of them, and what is new."""

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TypedDict
from zoneinfo import ZoneInfo

from django.db import transaction
from django.urls import reverse
from django.utils import timezone, translation

from club import notices
from club.models import How, Notice, NoticeChoice, Way
from games import causes, day
from games.causes import Gone, Later, Looked
from games.day import Day


class NewsView(TypedDict):
    """One thing that is new: its kind, a line about it, and where it leads."""

    kind: str
    text: str
    url: str


class DayView(TypedDict):
    """`next`: the table whose deadline comes first; null where nothing waits."""

    waiting: int
    next: str | None
    news: list[NewsView]


@dataclass(frozen=True, slots=True)
class Reader:
    """Whose day it is, and in which language and time zone (empty: UTC) they read it."""

    player_id: int
    language: str
    zone: str


@dataclass(slots=True)
class Read:
    """What a reader is shown, and the notices behind its news, to be closed once it was."""

    view: DayView
    notices: list[Notice] = field(default_factory=list)


@transaction.atomic
def read(readers: Collection[Reader], now: dt.datetime) -> dict[Reader, Read]:
    """What each of them is shown now; news that hold no more are closed. Two queries where there is none."""
    days = day.days_of({reader.player_id for reader in readers}, now)
    _close_switched_off(days, now)
    looked = {which: _look(which, readers, days, now) for which in {_written_for(reader) for reader in readers}}
    for some in looked.values():
        _close_past(days, some, now)
    return {reader: _read(days[reader.player_id], looked[_written_for(reader)]) for reader in readers}


def _written_for(reader: Reader) -> tuple[str, str]:
    return reader.language, reader.zone


def _close_switched_off(days: Mapping[int, Day], now: dt.datetime) -> None:
    """What was switched off on the page since it was told is not shown any more."""
    with_news = [player_id for player_id, of in days.items() if of.unshown]
    if not with_news:
        return
    off: dict[int, set[str]] = defaultdict(set)
    chosen = NoticeChoice.objects.filter(player_id__in=with_news, way=Way.PAGE, how=How.OFF)
    for player_id, kind in chosen.values_list("player_id", "kind"):
        off[player_id].add(kind)
    for player_id in with_news:
        of = days[player_id]
        notices.close([notice for notice in of.unshown if notice.kind in off[player_id]], Notice.Outcome.OFF, now)
        of.unshown = [notice for notice in of.unshown if notice.kind not in off[player_id]]


def _look(
    which: tuple[str, str], readers: Collection[Reader], days: Mapping[int, Day], now: dt.datetime
) -> dict[int, Looked]:
    language, zone = which
    player_ids = {reader.player_id for reader in readers if _written_for(reader) == which}
    unshown = [notice for player_id in player_ids for notice in days[player_id].unshown]
    if not unshown:
        return {}
    with translation.override(language), timezone.override(ZoneInfo(zone) if zone else dt.UTC):
        return causes.look_again(unshown, now)


def _close_past(days: Mapping[int, Day], looked: Mapping[int, Looked], now: dt.datetime) -> None:
    """Among them is whatever is about a match that its player looks at: they see it there."""
    for of in days.values():
        for notice in of.unshown:
            match looked.get(notice.pk):
                case Gone():
                    notices.close([notice], Notice.Outcome.DROPPED, now)
                case Later(at):
                    notice.wanted_at = at
                    notices.put_off(notice, at)


def _read(of: Day, looked: Mapping[int, Looked]) -> Read:
    told = [(notice, found) for notice in of.unshown if isinstance(found := looked[notice.pk], notices.Words)]
    key = of.waiting.next_key
    view = DayView(
        waiting=of.waiting.turns,
        next=reverse("table", args=[key]) if key else None,
        news=[NewsView(kind=notice.kind, text=words.subject, url=words.address) for notice, words in told],
    )
    return Read(view, [notice for notice, _ in told])
