"""Work that is queued in the database: the sending of notices, the rounds that queue it, the worker that does it."""

import asyncio
import datetime as dt
import logging
import threading
import uuid
from functools import partial

from django.db import close_old_connections, connection, transaction
from django.tasks import DEFAULT_TASK_BACKEND_ALIAS, DEFAULT_TASK_QUEUE_NAME, task
from django.utils import timezone
from django.utils.crypto import get_random_string
from django_tasks_db.management.commands.db_worker import Worker
from django_tasks_db.models import DBTaskResult

from club import notices, upkeep_mails
from club.models import Way
from club.notices import Claimed
from games import telling
from games.writer import writer

log = logging.getLogger(__name__)

EVERY_SECONDS = 5
# How often the worker looks for work.
LOOKS_EVERY_SECONDS = 1
TIDIES_EVERY = dt.timedelta(hours=1)
# A task is of no use after this long, done or not: what it was to send has been claimed by another since.
TASKS_KEPT = dt.timedelta(days=1)


@task()
def deliver(player_id: int, way: str, claim: str) -> None:
    """Send what was claimed for that player; repeated, or done too late, it finds nothing to do."""
    telling.deliver(Claimed(player_id, Way(way), uuid.UUID(claim)), timezone.now())


@transaction.atomic
def enqueue_due(now: dt.datetime) -> int:
    """Queue the sending of what is due, and of what a lost task left; how many tasks. Two at once are harmless."""
    claimed = notices.claim_due(now)
    for one in claimed:
        deliver.enqueue(one.player_id, one.way, str(one.claim))
    return len(claimed)


async def enqueue_again_and_again() -> None:
    """A round every five seconds, for ever."""
    tidied_at: dt.datetime | None = None
    while True:
        now = timezone.now()
        try:
            await writer.ask(partial(enqueue_due, now))
            await writer.ask(partial(upkeep_mails.enqueue_due, now))
            if tidied_at is None or now - tidied_at >= TIDIES_EVERY:
                tidied_at = now
                await writer.ask(partial(tidy, now))
        except Exception:
            # Whatever it was, the next round may do better.
            log.exception("notices could not be queued")
        await asyncio.sleep(EVERY_SECONDS)


def tidy(now: dt.datetime) -> None:
    """Forget notices and tasks that nobody needs any more."""
    notices.forget_old(now)
    DBTaskResult.objects.filter(enqueued_at__lt=now - TASKS_KEPT).delete()


def start_worker() -> None:
    """A thread of its own that does what is queued: a slow mail server keeps nobody else waiting."""
    threading.Thread(target=work_until, args=[threading.Event()], name="worker", daemon=True).start()


def work_until(stopped: threading.Event) -> None:
    """Do what is queued, and what comes, until that is set; the task at hand is finished."""
    while not stopped.wait(LOOKS_EVERY_SECONDS):
        try:
            close_old_connections()
            # The worker's own look takes the database's lock each time; this one takes none.
            while not stopped.is_set() and DBTaskResult.objects.ready().exists():
                work_off(at_most=1)
        except Exception:
            log.exception("the worker failed")
    # A thread's own, which ends with it.
    connection.close()


def work_off(at_most: int | None = None) -> None:
    """Do everything that is queued, or so many tasks of it, then return."""
    Worker(
        queue_names=[DEFAULT_TASK_QUEUE_NAME],
        interval=0,
        batch=True,
        backend_name=DEFAULT_TASK_BACKEND_ALIAS,
        startup_delay=False,
        max_tasks=at_most,
        worker_id=get_random_string(32),
        excluded_queue_names=[],
    ).run()
