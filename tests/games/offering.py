"""Wishes and the verbs of the lobby as the writer runs them, one transaction each."""

import datetime as dt
from collections.abc import Callable

import pytest
from django.db import transaction

from club.models import Player
from games import lobby
from games.engine.rules import Rules
from games.lobby import Welcome
from games.models import Match
from games.play import RaceWish
from games.refusals import Refused
from tests.games.conftest import NOON
from tests.games.test_standing import played

CLASSIC = RaceWish(Rules.parse("classic-4-0"), minutes=5)
GIANT = RaceWish(Rules.parse("giant-5-1"), minutes=None, best_of=3)
ANYBODY = Welcome()
SECOND = dt.timedelta(seconds=1)
MINUTE = dt.timedelta(minutes=1)
HOUR = dt.timedelta(hours=1)


def at_once[**P, T](verb: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
    with transaction.atomic():
        return verb(*args, **named)


def refusal[**P, T](verb: Callable[P, T], *args: P.args, **named: P.kwargs) -> str:
    """The code with which the verb refuses."""
    with pytest.raises(Refused) as refused:
        at_once(verb, *args, **named)
    return refused.value.code


def keep(player: Player, matches: int) -> None:
    """So many races against as many members, all kept: 6 of them are an authority of 76, 9 of 78."""
    for number in range(matches):
        other = Player.objects.create_user(f"{player.name} rival {number}")
        played(player, other, ended_at=NOON - 30 * HOUR)


def players_of(match: Match) -> set[Player]:
    return {seat.player for seat in match.seats.select_related("player")}


def race_anyone(player: Player, wish: RaceWish = CLASSIC, welcome: Welcome = ANYBODY, after: int = 0) -> Match | None:
    return at_once(lobby.race_anyone, player, wish, welcome, NOON + after * SECOND)
