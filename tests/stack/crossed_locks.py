"""`python -m tests.with_django tests.stack.crossed_locks`: two writers change two matches in opposite orders, at once.

Prints JSON: how often PostgreSQL had to stop one of them, where they name the matches and where they do not, and how
often each match was changed in the end.
"""

import json
import logging
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future

from django.core.management import call_command
from django.db.models import F
from django.utils import timezone

from club.models import Player
from games import play
from games.engine.rules import Rules
from games.models import Match
from games.play import SoloWish
from games.writer import Writer

# So long one waits for the other to have locked its first match: where it cannot, it waits for a lock itself.
MEETS_WITHIN = 1.0
ANSWERS_WITHIN = 60


class Stopped(logging.Handler):
    """Counts what the writers say of transactions that failed."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.count += "transaction failed" in record.getMessage()


def change(match_id: int) -> None:
    Match.objects.filter(pk=match_id).update(version=F("version") + 1)


def meet(barrier: threading.Barrier) -> None:
    try:
        barrier.wait(MEETS_WITHIN)
    except threading.BrokenBarrierError:
        # The other waits for a lock, or has met nobody and gone on.
        return


def cross(ask: Callable[[Writer, tuple[int, int], threading.Barrier], list[Future[None]]], ids: tuple[int, int]) -> int:
    """Both writers at once, one in this order and one in the other; how often one of them was stopped."""
    stopped, barrier = Stopped(), threading.Barrier(2)
    logging.getLogger("games.writer").addHandler(stopped)
    asked = [*ask(Writer(), ids, barrier), *ask(Writer(), ids[::-1], barrier)]
    for answer in asked:
        answer.result(ANSWERS_WITHIN)
    logging.getLogger("games.writer").removeHandler(stopped)
    return stopped.count


def by_name(writer: Writer, ids: tuple[int, int], barrier: threading.Barrier) -> list[Future[None]]:
    """Two calls, each naming its match, that are committed together."""
    gate = threading.Event()

    def hold() -> None:
        assert gate.wait(ANSWERS_WITHIN)

    def first() -> None:
        change(ids[0])
        meet(barrier)

    asked = [writer.put(hold), writer.put(first, ids[:1]), writer.put(lambda: change(ids[1]), ids[1:])]
    gate.set()
    return asked


def without_names(writer: Writer, ids: tuple[int, int], barrier: threading.Barrier) -> list[Future[None]]:
    """One call that changes both matches and says so to nobody."""

    def both() -> None:
        change(ids[0])
        meet(barrier)
        change(ids[1])

    return [writer.put(both)]


if __name__ == "__main__":
    call_command("migrate", interactive=False, verbosity=0)
    now = timezone.now()
    wish = SoloWish(Rules.parse("classic-4-0"))
    matches = [play.open_solo(Player.objects.create_guest(), wish, now) for _ in range(2)]
    both = matches[0].pk, matches[1].pk
    before = Match.objects.in_bulk(both)
    told = {"by name": cross(by_name, both), "without names": cross(without_names, both)}
    changes = {pk: match.version - before[pk].version for pk, match in Match.objects.in_bulk(both).items()}
    json.dump({**told, "changes": sorted(changes.values())}, sys.stdout)
