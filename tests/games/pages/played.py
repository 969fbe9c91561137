"""Games that were played: through the verbs where the cards matter, as bare rows where only the figures do."""

import datetime as dt
from itertools import count

from club.models import Player
from games.engine.rules import Rules
from games.models import Deal, Match, Seat
from games.play import SoloWish
from tests.games.conftest import NOON
from tests.games.table import AtTable

# The simple player of tests.games.table wins every deal of it.
GENEROUS = Rules.parse("classic-8-2")
_secret = count(1)


def play_out(player: Player, rules: str = "classic-4-0", now: dt.datetime = NOON, number: int | None = None) -> AtTable:
    """A game played to its end by the simple player."""
    table = AtTable.solo(player, SoloWish(Rules.parse(rules), number), now)
    table.ready()
    table.play_out()
    return table


def ended_row(
    player: Player,
    *,
    cards: int = 30,
    direct_points: int = 10,
    variant: str = "classic-4-0",
    ended_at: dt.datetime = NOON,
    day: dt.date | None = None,
    practice: Seat.Practice = Seat.Practice.NO,
) -> Seat:
    """An ended game with these figures, without its moves; won and near win follow from the cards."""
    rules = Rules.parse(variant)
    match = Match.objects.create(
        mode="solo",
        phase="ended",
        deal=_deal(variant, day, ended_at),
        created_at=ended_at,
        started_at=ended_at - dt.timedelta(minutes=5),
        ended_at=ended_at,
    )
    won = cards == rules.cards_total
    return Seat.objects.create(
        match=match,
        place=1,
        player=player,
        mode="solo",
        variant=variant,
        day=None if practice else day,
        practice=practice,
        rows=60,
        started_at=match.started_at,
        ended_at=ended_at,
        ended_by="won" if won else "blocked",
        won=won,
        near_win=not won and cards >= rules.near_win_at,
        foundation_cards=cards,
        direct_points=direct_points,
    )


def _deal(variant: str, day: dt.date | None, now: dt.datetime) -> Deal:
    if day is not None:
        return day_of(day)
    secret = next(_secret).to_bytes(32)
    return Deal.objects.create(
        kind="random", rules=variant, secret=secret, seed=secret, commitment="0" * 64, created_at=now, closed_at=now
    )


def day_of(day: dt.date) -> Deal:
    """That day's deal, whatever the clock says."""
    seed = day.toordinal().to_bytes(32)
    made = {"kind": "daily", "rules": "classic-4-0", "secret": seed, "seed": seed, "commitment": f"{day:%Y%m%d}" * 8}
    return Deal.objects.get_or_create(day=day, defaults=made | {"created_at": NOON})[0]
