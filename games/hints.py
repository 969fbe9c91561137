"""The coach's hints: asked for at a table of practice, thought about in the background, kept for their position."""

import datetime as dt
from dataclasses import asdict
from functools import partial

from django.db.models import QuerySet

from games import boards, often, play, tables
from games.analysis.position import Position
from games.analysis.questions import Answer, Compare, Compared, Weighed
from games.models import Hint, Seat
from games.refusals import Refused
from games.tables import At, Told
from games.thoughts import DEATHS, Thought

# How many positions of all their games a player may ask about in a minute.
MOST_A_MINUTE = 30
MINUTE = dt.timedelta(minutes=1)
# What a hint may cost: about a fifth of a second, for choices known to two points.
PLAYOUTS = 600
STANDARD_ERROR = 0.02


def ask(at: At, rows: int, as_practice: bool, now: dt.datetime) -> list[Told]:
    """Ask for a hint at that seat's board as it stands after so many rows, inside the writer's transaction. Asking
    again changes nothing. Gives the views that changed: a game that counted is practice now."""
    table = play.load(at.match_id)
    seat = table.seat(at.place)
    waiting = Hint.objects.filter(seat=seat, rows=rows)
    asked_lately = Hint.objects.filter(seat__player=seat.player_id, asked_at__gt=now - MINUTE)
    if not waiting.exists() and asked_lately.count() >= MOST_A_MINUTE:
        raise Refused("too-many-hints")
    play.take_hint(table, seat, rows, as_practice, now)
    Hint.objects.get_or_create(seat=seat, rows=rows, defaults={"asked_at": now})
    return tables.tell(table, now)


def next_thought(now: dt.datetime) -> Thought | None:
    """The hint that waits longest. It rests on what lies open: nothing in it depends on the cards to come. One query
    where there is none, else three."""
    if not often.ids(_oldest):
        return None
    hint = _oldest().select_related("seat__match__deal").first()
    if hint is None:
        # Answered by another process just now.
        return None
    position = Position.of(boards.board_after(hint.seat, hint.rows))
    question = Compare(position, PLAYOUTS, STANDARD_ERROR, seed=hint.rows)
    return Thought(f"hint {hint.pk}", question, partial(_keep, hint.pk, now), partial(_died, hint.pk, now))


def _oldest() -> QuerySet[Hint]:
    return Hint.objects.filter(answered_at=None).order_by("asked_at")[:1]


def _keep(hint_id: int, now: dt.datetime, answer: Answer) -> list[Told]:
    if not isinstance(answer, Compared):
        raise TypeError(f"a hint is no {answer}")
    choices = [asdict(choice) for choice in answer.choices]
    Hint.objects.filter(pk=hint_id, answered_at=None).update(choices=choices, answered_at=now)
    return []


def _died(hint_id: int, now: dt.datetime) -> None:
    hint = Hint.objects.filter(pk=hint_id, answered_at=None).first()
    if hint is not None:
        hint.deaths += 1
        hint.answered_at = now if hint.deaths >= DEATHS else None
        hint.save(update_fields=["deaths", "answered_at"])


def answered(seat: Seat, rows: int) -> list[Weighed] | None:
    """The choices of that position compared, best first; none where the coach had to give up. None until then."""
    hint = Hint.objects.filter(seat=seat, rows=rows, answered_at__isnull=False).first()
    return None if hint is None else [Weighed(**choice) for choice in hint.choices]
