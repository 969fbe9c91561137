"""Where a player stands: the ended races, series and matches by correspondence that authority is weighed from."""

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import F, Q, Value
from django.db.models.functions import Coalesce

from club import authority
from club.authority import Broken, CountedMatch, Standing
from club.models import Player
from games.engine.rules import Rules
from games.models import Match, Seat
from games.models.matches import Reason

# Who resigns with less of the stock placed than one part in so many has not played.
EARLY_PART = 4


@dataclass(frozen=True, slots=True)
class _Played:
    """One ended match from one player's side, with its series; `counts_at` is that series' end, or else its own."""

    player_id: int
    place: int
    key: str
    mode: str
    counts_at: dt.datetime
    rules: str
    ended_by: str
    stock_left: int
    redeals_used: int
    was_member: bool | None
    opponent_id: int
    opponent_ended_by: str
    opponent_was_member: bool | None
    series_id: int | None
    series_winner: int | None
    series_reason: str | None


def standing_of(player: Player, now: dt.datetime) -> Standing | None:
    """The player's standing at that instant; None for whoever is no member. Two queries, over the matches of a year."""
    if not player.is_member:
        return None
    return authority.standing(_counted([player.pk], now)[player.pk], thanked_by([player.pk], now)[player.pk], now)


def standings_of(player_ids: Iterable[int], now: dt.datetime) -> dict[int, Standing]:
    """The standings of those of these players who are members, by id. Three queries, meant for lists of up to 60."""
    members = list(
        Player.objects.filter(pk__in=set(player_ids), approved_at__isnull=False).values_list("pk", flat=True)
    )
    counted, thanked = _counted(members, now), thanked_by(members, now)
    return {member: authority.standing(counted[member], thanked[member], now) for member in members}


def thanked_by(player_ids: list[int], now: dt.datetime) -> Counter[int]:
    """By how many different members each of these players was thanked in the afterwords of the last 365 days: members
    at the end of the match, or of the last race of the series. One query."""
    since = now - authority.COUNTED_FOR
    ended = Seat.objects.ended().filter(player_id__in=player_ids)
    # The other seat thanked: places are 1 and 2. Who was a member at any race of a series was one at its last.
    thanking = {"match__seats__place": Value(3) - F("place"), "match__seats__was_member": True}
    of_match = {
        "match__afterword__thanks__place": F("match__seats__place"),
        "match__afterword__thanks__at__gt": since,
    }
    of_series = {
        "match__series__afterword__thanks__place": F("match__seats__place"),
        "match__series__afterword__thanks__at__gt": since,
    }
    who = ("player_id", "match__seats__player_id")
    pairs = [ended.filter(**thanking, **of).order_by().values_list(*who) for of in (of_match, of_series)]
    return Counter(player_id for player_id, _ in pairs[0].union(pairs[1]))


def _counted(player_ids: list[int], now: dt.datetime) -> defaultdict[int, list[CountedMatch]]:
    """What counts for each of these players, in no order."""
    entries: defaultdict[tuple[int, int | str], list[_Played]] = defaultdict(list)
    for played in _played(player_ids, now - authority.COUNTED_FOR):
        entries[played.player_id, played.series_id or played.key].append(played)
    counted: defaultdict[int, list[CountedMatch]] = defaultdict(list)
    for (player_id, _), played_together in entries.items():
        last = played_together[-1]
        if last.was_member and last.opponent_was_member:
            counted[player_id].append(_entry(played_together))
    return counted


def _played(player_ids: list[int], since: dt.datetime) -> list[_Played]:
    """Single matches for two that ended after that instant, and all races of series that did, oldest first."""
    rows = (
        Seat.objects.ended()
        .filter(match__voided_at=None)
        .filter(player_id__in=player_ids, mode__in=(Match.Mode.RACE, Match.Mode.CORRESPONDENCE))
        .filter(Q(match__series=None, match__ended_at__gt=since) | Q(match__series__ended_at__gt=since))
        # The other seat: places are 1 and 2.
        .filter(match__seats__place=Value(3) - F("place"))
        .annotate(counts_at=Coalesce("match__series__ended_at", "match__ended_at"))
        .order_by("match__ended_at", "match_id")
        .values_list(
            "player_id",
            "place",
            "match__key",
            "mode",
            "counts_at",
            "variant",
            "ended_by",
            "stock_left",
            "redeals_used",
            "was_member",
            "match__seats__player_id",
            "match__seats__ended_by",
            "match__seats__was_member",
            "match__series_id",
            "match__series__winner",
            "match__series__reason",
        )
    )
    return [_Played(*row) for row in rows]


def _entry(played: list[_Played]) -> CountedMatch:
    """One match, or the races of one series, as one entry for authority."""
    last = played[-1]
    broken = next(filter(None, map(_broken, played)), None) or _broken_between_races(last)
    return CountedMatch(
        key=last.key,
        ended_at=last.counts_at,
        opponent_id=last.opponent_id,
        broken=broken,
        # Going away in one race is not made good by resigning the next one at once.
        resigned_early=broken is None and _resigned_early(played),
    )


def _broken(played: _Played) -> Broken | None:
    if played.ended_by == Seat.EndedBy.LEFT:
        return Broken.BOTH_AWAY if played.opponent_ended_by == Seat.EndedBy.LEFT else Broken.LEFT
    # In a race it is the clock of both, which lets nobody down.
    if played.ended_by == Seat.EndedBy.TIME and played.mode == Match.Mode.CORRESPONDENCE:
        return Broken.TIME
    return None


def _broken_between_races(last: _Played) -> Broken | None:
    if last.series_reason != Reason.LEFT or last.series_winner == last.place:
        return None
    return Broken.BOTH_AWAY if last.series_winner is None else Broken.LEFT


def _resigned_early(played: list[_Played]) -> bool:
    """Whether the player resigned with less than a quarter of the stock placed; a series' races are taken together."""
    last = played[-1]
    gave_series = last.series_reason == Reason.RESIGNED and last.series_winner != last.place
    if not gave_series and all(one.ended_by != Seat.EndedBy.RESIGNED for one in played):
        return False
    stock = sum(Rules.parse(one.rules).stock_size for one in played)
    return EARLY_PART * sum(map(_placed, played)) < stock


def _placed(played: _Played) -> int:
    """Cards of the stock that were placed; before a redeal that is all of them, and no more is asked."""
    stock = Rules.parse(played.rules).stock_size
    return stock if played.redeals_used else stock - played.stock_left
