"""What waits for a player: the open turns of their matches by correspondence, the most urgent first."""

import datetime as dt
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache

from django.db.models import Count, OuterRef, Subquery
from django.http import HttpRequest

from club import notices
from club.models import Notice
from games.models import Seat

# More matches than anybody plays at once.
AT_MOST = 200


@dataclass(frozen=True, slots=True)
class Waiting:
    """How many turns wait for a player, and the key of the table whose deadline comes first; None where none waits."""

    turns: int = 0
    next_key: str | None = None


@dataclass(slots=True)
class Day:
    """What the pages of one player show beside their own matter."""

    waiting: Waiting
    # What was not shown on any page yet, the oldest first.
    unshown: list[Notice]


def waiting(player_id: int) -> list[Seat]:
    """The seats that wait for the player, earliest deadline first, with match, deal and everybody who sits there."""
    return list(Seat.objects.of(player_id).waiting().with_match()[:AT_MOST])


def count_waiting(player_id: int) -> int:
    """How many turns wait for the player."""
    return Seat.objects.of(player_id).waiting().count()


def waiting_of(player_ids: Collection[int]) -> dict[int, Waiting]:
    """The same for several players, for whom anything waits. One query."""
    seats = Seat.objects.filter(player_id__in=player_ids, turn_deadline__isnull=False)
    first = Seat.objects.waiting().filter(player=OuterRef("player_id")).values("match__key")[:1]
    found = seats.values("player_id").annotate(open_turns=Count("pk"), next_key=Subquery(first))
    return {row["player_id"]: Waiting(row["open_turns"], row["next_key"]) for row in found}


def days_of(player_ids: Collection[int], now: dt.datetime) -> dict[int, Day]:
    """What waits for each of these players, and what the page has to tell them. Two queries."""
    waits, news = waiting_of(player_ids), notices.unshown(player_ids, now)
    return {player_id: Day(waits.get(player_id, Waiting()), news.get(player_id, [])) for player_id in player_ids}


def for_pages(request: HttpRequest) -> dict[str, object]:
    """What every page's frame shows a member: how many turns wait. Asked for only where a page shows it, and once."""
    player = getattr(request, "user", None)
    if player is None or not player.is_authenticated or player.is_guest:
        return {}
    # Templates call it, once, and have a number then: the plurals of some languages count with it.
    return {"waiting_turns": cache(lambda: count_waiting(player.pk))}
