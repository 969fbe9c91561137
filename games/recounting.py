"""Authority counted a second time, straight from the rows and the words of the club, to prove the first count.

Nothing here is shared with `club/authority.py` and `games/standing.py` but the models: one player at a time, one rule
after the other, as slow as it is plain. Figures are those of the club's own text.
"""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_FLOOR, Context, Decimal

from club.models import Player
from games.engine.rules import Rules
from games.models import Afterword, Match, Seat, Series, Thanks
from games.models.matches import Reason

YEAR = dt.timedelta(days=365)
MONTH = dt.timedelta(days=30)
DAY = dt.timedelta(hours=24)
# Far more digits than any sum of whole numbers and one logarithm needs.
DIGITS = Context(prec=60)


@dataclass(frozen=True, slots=True)
class Counted:
    """One entry for authority, from one player's side; `key` is the table of its last race."""

    key: str
    ended_at: dt.datetime
    opponent_id: int
    # "time", "away", or empty: kept.
    broken: str


@dataclass(frozen=True, slots=True)
class Recount:
    """What a player's authority comes to; `weights` by table, of every entry that counts."""

    authority: int
    is_new: bool
    weights: dict[str, int]


def recount(player: Player, now: dt.datetime) -> Recount:
    """The member's authority at that instant. So many queries as there are matches, and more."""
    entries = sorted(_entries(player, now), key=lambda entry: (entry.ended_at, entry.key))
    weights = {entry.key: _weight(entry, entries[:place]) for place, entry in enumerate(entries)}
    kept = sum(weights[entry.key] for entry in entries if not entry.broken)
    reliability = DIGITS.divide(Decimal(kept) + Decimal("7.5"), Decimal(sum(weights.values()) + 10))
    doublings = DIGITS.divide(DIGITS.ln(Decimal(1 + _thanked(player, now))), DIGITS.ln(Decimal(2)))
    regard = min(Decimal(10), 2 * doublings)
    # A half that the digits cut off short is still a half.
    number = DIGITS.add(DIGITS.multiply(Decimal(90), reliability), regard).quantize(Decimal("1e-40"), context=DIGITS)
    return Recount(
        authority=int((number + Decimal("0.5")).to_integral_value(ROUND_FLOOR)),
        is_new=len(entries) < 5,
        weights=weights,
    )


def _weight(entry: Counted, before: list[Counted]) -> int:
    """1, or 0 where an earlier entry stands for this one too."""
    if not entry.broken:
        lately = [
            other
            for other in before
            if not other.broken and other.opponent_id == entry.opponent_id and entry.ended_at - other.ended_at < MONTH
        ]
        return 0 if lately else 1
    if entry.broken == "time":
        began = _lapse_before([other for other in before if other.broken == "time"])
        return 0 if began is not None and entry.ended_at - began <= DAY else 1
    return 1


def _lapse_before(lost: list[Counted]) -> dt.datetime | None:
    """When the last lapse of time began among those losses, the oldest first."""
    began: dt.datetime | None = None
    for entry in lost:
        if began is None or entry.ended_at - began > DAY:
            began = entry.ended_at
    return began


def _entries(player: Player, now: dt.datetime) -> Iterator[Counted]:
    """What counts: matches alone, and series once."""
    for match in Match.objects.filter(seats__player=player, series=None).select_related("deal"):
        if match.mode != Match.Mode.SOLO and _counts(match, match.ended_at, now):
            yield from _entry(player, [match], None, match.ended_at)
    for series in Series.objects.filter(races__seats__player=player).distinct():
        races = list(series.races.select_related("deal").order_by("ended_at", "pk"))
        raced = [race for race in races if _counts(race, series.ended_at, now)]
        if raced:
            yield from _entry(player, raced, series, series.ended_at)


def _counts(match: Match, ended_at: dt.datetime | None, now: dt.datetime) -> bool:
    """Played, over within the year, and not void."""
    if match.phase != Match.Phase.ENDED or match.voided_at is not None:
        return False
    return ended_at is not None and now - YEAR < ended_at <= now


def _entry(
    player: Player, matches: list[Match], series: Series | None, ended_at: dt.datetime | None
) -> Iterator[Counted]:
    """The one entry of these matches, or none."""
    sides = [_sides(match, player) for match in matches]
    own, other = sides[-1]
    if not (own.was_member and other.was_member) or ended_at is None:
        return
    broken = next(filter(None, (_broken(mine, theirs) for mine, theirs in sides)), "")
    left_series = series is not None and series.reason == Reason.LEFT and series.winner != own.place
    if not broken and left_series:
        broken = "away"
    if not broken and _resigned_early([mine for mine, _ in sides], series):
        return
    yield Counted(matches[-1].key, ended_at, other.player_id, broken)


def _sides(match: Match, player: Player) -> tuple[Seat, Seat]:
    """The player's seat, and the other."""
    seats = list(match.seats.all())
    own = next(seat for seat in seats if seat.player_id == player.pk)
    return own, next(seat for seat in seats if seat.pk != own.pk)


def _broken(own: Seat, other: Seat) -> str:
    if own.ended_by == Seat.EndedBy.LEFT:
        return "away"
    if own.ended_by == Seat.EndedBy.TIME and own.mode == Match.Mode.CORRESPONDENCE:
        return "time"
    return ""


def _resigned_early(own: list[Seat], series: Series | None) -> bool:
    """Whether the player gave up with less than a quarter of the stock placed, of all these races together."""
    gave_up = any(seat.ended_by == Seat.EndedBy.RESIGNED for seat in own)
    if series is not None and series.reason == Reason.RESIGNED and series.winner != own[-1].place:
        gave_up = True
    stocks = [Rules.parse(seat.variant).stock_size for seat in own]
    left = [0 if seat.redeals_used else seat.stock_left for seat in own]
    return gave_up and 4 * (sum(stocks) - sum(left)) < sum(stocks)


def _thanked(player: Player, now: dt.datetime) -> int:
    """How many different members have thanked the player in the year."""
    thanked: set[int] = set()
    for thanks in Thanks.objects.filter(at__gt=now - YEAR).select_related("afterword__match", "afterword__series"):
        for match in _matches_of(thanks.afterword):
            seats = {seat.place: seat for seat in match.seats.all()}
            by, to = seats.get(thanks.place), seats.get(3 - thanks.place)
            if by is not None and to is not None and to.player_id == player.pk and by.was_member:
                thanked.add(by.player_id)
    return len(thanked)


def _matches_of(talk: Afterword) -> list[Match]:
    """The match that the talk is about, or the races of its series that were raced."""
    if talk.match is not None:
        return [talk.match]
    return list(Match.objects.filter(series=talk.series, phase=Match.Phase.ENDED))
