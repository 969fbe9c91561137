"""The trainer of the four orders: its questions, and a player's record, kept with the player or with the browser."""

import datetime as dt
from dataclasses import dataclass
from itertools import pairwise
from random import Random

from django.contrib.sessions.backends.base import SessionBase
from django.db.models import F

from club.models import Player
from games.engine.rules import foundation_order
from games.models import Training

# How often each step is asked about in a round: the threes are the hardest to learn.
TIMES = {1: 2, 2: 5, 3: 8, 4: 5}
# Ranks 1 to 13 of each foundation, by its step, which is its first rank too.
ORDERS = {step: foundation_order(step, step) for step in TIMES}
QUESTIONS = sum(TIMES.values())
SLIP_COSTS_MS = 3_000
# Nobody answers faster, and whoever takes longer has done something else meanwhile.
LEAST_MS = QUESTIONS * 100
MOST_MS = 60 * 60 * 1_000
# What of a session belongs to a browser whose player has no row yet.
IN_SESSION = "orders.best_ms"


@dataclass(frozen=True, slots=True)
class Question:
    """On that foundation (1 to 4, stepping by as many) lies `shown`, a rank 1 to 13; it wants `wanted` next."""

    foundation: int
    shown: int
    wanted: int


def questions(chance: Random) -> list[Question]:
    """One round, in an order that chance makes; no question comes twice."""
    asked = [question for step, times in TIMES.items() for question in chance.sample(_of(step), times)]
    chance.shuffle(asked)
    return asked


def _of(step: int) -> list[Question]:
    order = ORDERS[step]
    return [Question(step, shown, wanted) for shown, wanted in pairwise(order)]


@dataclass(frozen=True, slots=True)
class Record:
    """The best round so far in milliseconds, and whether it is the one just ended."""

    best_ms: int
    is_new: bool


def best_of(player: Player | None, session: SessionBase) -> int | None:
    """The best round in milliseconds, None before the first."""
    kept = Training.objects.filter(player=player).values_list("best_ms", flat=True).first() if player else None
    in_browser: int | None = session.get(IN_SESSION)
    return min((best for best in (kept, in_browser) if best is not None), default=None)


def keep(player: Player | None, session: SessionBase, round_ms: int, now: dt.datetime) -> Record:
    """Keep a round that has ended. What a browser has reached before its player had a row goes into the row."""
    before = best_of(player, session)
    best = min(round_ms, before) if before is not None else round_ms
    if player is None:
        session[IN_SESSION] = best
    else:
        session.pop(IN_SESSION, None)
        training, made = Training.objects.get_or_create(player=player, defaults={"best_ms": best, "best_at": now})
        if not made:
            Training.objects.filter(pk=training.pk).update(rounds=F("rounds") + 1)
            Training.objects.filter(pk=training.pk, best_ms__gt=best).update(best_ms=best, best_at=now)
    return Record(best, is_new=before is None or round_ms < before)
