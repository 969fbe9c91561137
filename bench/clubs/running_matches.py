"""`python -m tests.with_django bench.clubs.running_matches COUNT`: a club with so many running matches, to be timed.

A line in is the name of a piece of work, a line out what each repetition of it cost, as JSON: seconds of the
processor's time in all threads, the database's work included. The machine's other work lengthens them little.
"""

import asyncio
import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from time import process_time

from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import boards, clocks, tables
from games.messages import EndTurn, PlayMove
from games.models import Match, Seat
from games.sweep import sweep
from games.tables import Answer, At
from games.views import TurnsView
from games.writer import writer
from tests.many_matches import fill

TURNS_DUE = 10
# So many repetitions each time it is asked: few, so that clubs asked in turn share the machine's good and bad moments.
PAGES = 2
VISITS = 4


class Club:
    """The filled club, and who comes by."""

    def __init__(self, count: int) -> None:
        self._random = Random(count)
        self._players = fill(count, timezone.now())

    # --- the sweep ----------------------------------------------------------------------------------------------------

    def corr_sweep(self) -> Iterator[float]:
        """A round of the sweep with ten turns due: each is ended by itself, or spends a spare day."""
        self._make_due()
        # Who is late was not here for a day, in which others had the boards' place in memory.
        writer.wait(boards.forget_all)
        now = timezone.now()
        began = process_time()
        judged = asyncio.run(sweep(now))
        yield process_time() - began
        assert judged == TURNS_DUE

    def _make_due(self) -> None:
        """The open turns of ten matches end three seconds ago; that costs nobody the match."""
        at = timezone.now() - clocks.GRACE * 1.5
        running = Match.objects.filter(phase=Match.Phase.RUNNING).values_list("pk", flat=True)
        chosen = self._random.sample(list(running.order_by("pk")), TURNS_DUE)
        open_turns = Seat.objects.filter(match__in=chosen, turn_deadline__isnull=False)
        open_turns.update(turn_deadline=at, spare_days_left=1)
        Match.objects.filter(pk__in=chosen).update(deadline=at)

    # --- a player's day -----------------------------------------------------------------------------------------------

    def corr_my_day(self) -> Iterator[float]:
        """The page with all matches of a player who is in twenty."""
        client = Client(headers={"host": settings.SITE_HOST})
        client.force_login(self._random.choice(self._players), settings.AUTHENTICATION_BACKENDS[0])
        for _ in range(PAGES):
            began = process_time()
            page = client.get(reverse("my-day"))
            yield process_time() - began
            assert page.status_code == 200

    # --- a move -------------------------------------------------------------------------------------------------------

    def corr_move(self) -> Iterator[float]:
        """A player's moves, each from the writer's queue to the view that answers it; before the first of a visit the
        socket was opened, which showed the table."""
        for _ in range(VISITS):
            seat = self._random.choice(self._waiting())
            at = At(seat.match_id, seat.place, seat.pk)
            answer = writer.wait(partial(tables.look, at, timezone.now()))
            while (turns := _turns(answer)).left:
                say = partial(tables.say, at, self._move(answer), timezone.now())
                began = process_time()
                answer = writer.wait(say)
                yield process_time() - began
                assert answer.refused is None
            writer.wait(partial(tables.say, at, EndTurn(turns.turn), timezone.now()))

    def _waiting(self) -> list[Seat]:
        player = self._random.choice(self._players)
        return list(Seat.objects.of(player.pk).waiting())

    def _move(self, answer: Answer) -> PlayMove:
        """Onto a foundation where that can be, else onto any pile."""
        legal = answer.view.legal
        text = next((move for move in legal if "F" in move), self._random.choice(legal))
        return PlayMove(answer.view.rows + 1, text, _turns(answer).turn)


def _turns(answer: Answer) -> TurnsView:
    assert answer.view.turns is not None
    return answer.view.turns


def main(count: int) -> None:
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    club = Club(count)
    works: dict[str, Callable[[], Iterator[float]]] = {
        "corr_sweep": club.corr_sweep,
        "corr_my_day": club.corr_my_day,
        "corr_move": club.corr_move,
    }
    print(json.dumps("ready"), flush=True)
    for line in sys.stdin:
        print(json.dumps(list(works[line.strip()]())), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
