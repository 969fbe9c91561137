"""Figures of how the club is doing, as Prometheus reads them: what this process does, and what the database holds."""

import datetime as dt
import logging
from collections.abc import Callable, Iterator
from typing import Any

from django.db import DatabaseError
from django.db.models import Count, Min
from django.tasks import TaskResultStatus
from django.utils import timezone
from django_tasks_db.models import DBTaskResult
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from club.models import Chore, Upkeep
from club.scopes import Application, Receive, Scope, Send
from games.models import Match

log = logging.getLogger(__name__)

FORMAT = CONTENT_TYPE_LATEST
# Seconds. A move is answered in some milliseconds; above a second somebody notices.
STEPS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)

MOVES = Counter("club_moves", "Moves that were stored and answered by this process.")
MOVE_SECONDS = Histogram(
    "club_move_seconds", "From a move's arrival to its answer, its commit included.", buckets=STEPS
)
SOCKETS = Gauge("club_sockets", "Open sockets of this process.", ["at"])
RESYNCS = Counter("club_resyncs", "Views sent because their announcement was lost or late.")
REFUSED = Counter(
    "club_refused_messages", "Messages at tables that were refused, by the code of the reason.", ["error"]
)


def written() -> bytes:
    """All of them in Prometheus' text format, those of the interpreter and the process included."""
    return generate_latest(REGISTRY)


def moved(arrived_at: dt.datetime, answered_at: dt.datetime) -> None:
    """A move that was accepted."""
    MOVES.inc()
    MOVE_SECONDS.observe((answered_at - arrived_at).total_seconds())


def counted(at: str, consumer: Application) -> Callable[..., Any]:
    """The same consumer, its sockets counted while they are open."""
    # Shown from the start, as none.
    open_now = SOCKETS.labels(at=at)

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        with open_now.track_inprogress():
            await consumer(scope, receive, send)

    return serve


class Waiting:
    """What waits in the queue of tasks."""

    def __init__(self, now: dt.datetime) -> None:
        ready = DBTaskResult.objects.ready().order_by().aggregate(count=Count("pk"), oldest=Min("enqueued_at"))
        self.count: int = ready["count"]
        self.seconds = _seconds_since(ready["oldest"], now)
        self.failed = DBTaskResult.objects.filter(status=TaskResultStatus.FAILED).count()


def overdue_seconds(now: dt.datetime) -> float:
    """For how long the deadline that nobody has judged is over; it is judged within some seconds if the sweep runs."""
    running = Match.objects.filter(phase=Match.Phase.RUNNING, deadline__lte=now)
    return _seconds_since(running.order_by("deadline").values_list("deadline", flat=True).first(), now)


class OfTheDatabase(Collector):
    """The same whichever process is asked; left out while the database is away."""

    def collect(self) -> Iterator[Metric]:
        try:
            yield from list(_of_the_database(timezone.now()))
        except DatabaseError:
            log.exception("the database could not be asked for figures")

    def describe(self) -> list[Metric]:
        """Nothing: else the database would be asked as soon as this is imported."""
        return []


def _of_the_database(now: dt.datetime) -> Iterator[Metric]:
    yield _gauge(
        "club_sweep_lag_seconds", "For how long a deadline is over that nobody has judged.", overdue_seconds(now)
    )
    chores = {row.chore: row for row in Upkeep.objects.all()}
    sweep = chores.get(Chore.SWEEP)
    yield CounterMetricFamily(
        "club_expired_matches", "Matches that the sweep has ended.", value=sweep.done if sweep is not None else 0
    )
    since = GaugeMetricFamily("club_chore_age_seconds", "Since when a chore was last done.", labels=["chore"])
    failing = GaugeMetricFamily("club_chore_fails", "Whether a chore failed when it was last tried.", labels=["chore"])
    for name, row in sorted(chores.items()):
        if row.good_at is not None:
            since.add_metric([name], _seconds_since(row.good_at, now))
        failing.add_metric([name], float(row.failing_since is not None))
    yield since
    yield failing
    waiting = Waiting(now)
    yield _gauge("club_tasks_waiting", "Tasks that are queued and due.", waiting.count)
    yield _gauge("club_tasks_oldest_seconds", "How long the oldest of them has waited.", waiting.seconds)
    yield _gauge("club_tasks_failed", "Tasks of the last day that failed.", waiting.failed)


def _gauge(name: str, what: str, value: float) -> Metric:
    return GaugeMetricFamily(name, what, value=value)


def _seconds_since(instant: dt.datetime | None, now: dt.datetime) -> float:
    return 0.0 if instant is None else max(0.0, (now - instant).total_seconds())


REGISTRY.register(OfTheDatabase())
