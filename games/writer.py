"""The queue that runs a match's verbs in joint transactions and answers after the commit."""

import asyncio
import logging
import queue
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from itertools import groupby
from typing import Any

from django.db import Error, connection, transaction

from games import boards, locks
from games.refusals import Refused

log = logging.getLogger(__name__)

LARGEST_BATCH = 100
# A page waits this long for its turn in the queue before it says that the club is busy.
PATIENCE_SECONDS = 30
# A call that another process's transaction stood in the way of is tried so often in all.
TRIES = 5


class _Job[T]:
    """One call of a verb, the matches it locks first of all, and the place where its answer goes."""

    def __init__(self, call: Callable[[], T], match_ids: tuple[int, ...]) -> None:
        self.call = call
        self.match_ids = match_ids
        self.answer: Future[T] = Future()
        self._outcome: T | None = None
        self._error: BaseException | None = None

    def run(self) -> None:
        """In a savepoint of its own, so that one that fails leaves its neighbours' work alone."""
        try:
            with transaction.atomic():
                self._outcome = self.call()
            self._error = None
        except Refused as refused:
            self._error = refused
        except Error:
            raise
        except Exception as error:
            log.exception("a verb failed")
            boards.forget_all()
            self._error = error

    def fail(self, error: BaseException) -> None:
        self._error = error

    def tell(self) -> None:
        if not self.answer.set_running_or_notify_cancel():
            return
        if self._error is not None:
            self.answer.set_exception(self._error)
        else:
            # What the call returned is a T, None included.
            self.answer.set_result(self._outcome)  # type: ignore[arg-type]


class Writer:
    """One thread with one database connection; whatever waits in its queue is committed together."""

    def __init__(self) -> None:
        # Any: jobs of different answers wait in one queue; each gets back its own type.
        self._queue: queue.SimpleQueue[_Job[Any]] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._starting = threading.Lock()
        # What is done first when the database can be reached again after it could not.
        self.on_return: Callable[[], None] | None = None
        self._was_away = False

    async def ask[T](self, call: Callable[[], T], match_ids: tuple[int, ...] = ()) -> T:
        """Run the call in the next transaction; answers after its commit. Raises Refused (`busy`: not stored).

        A call that names the matches it changes can share its transaction where other processes write too.
        """
        return await asyncio.wrap_future(self.put(call, match_ids))

    def wait[T](self, call: Callable[[], T], match_ids: tuple[int, ...] = ()) -> T:
        """The same for a thread that can wait, such as a page's."""
        try:
            return self.put(call, match_ids).result(PATIENCE_SECONDS)
        except TimeoutError as error:
            raise Refused("busy") from error

    def put[T](self, call: Callable[[], T], match_ids: tuple[int, ...] = ()) -> Future[T]:
        """Queue the call; the future is answered after its commit."""
        job = _Job(call, match_ids)
        self._queue.put(job)
        if self._thread is None:
            with self._starting:
                if self._thread is None:
                    self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
                    self._thread.start()
        return job.answer

    def _run(self) -> None:
        while True:
            batch = [self._queue.get()]
            while len(batch) < LARGEST_BATCH:
                try:
                    batch.append(self._queue.get_nowait())
                except queue.Empty:
                    break
            gave_up = False
            for some in _shared(batch):
                # Nobody waits once more for what has just not come.
                if gave_up:
                    self._refuse(some)
                else:
                    self._commit(some)
                    gave_up = self._was_away

    def _refuse(self, batch: list[_Job[Any]]) -> None:
        for job in batch:
            job.fail(Refused("busy"))
            job.tell()

    def _commit(self, batch: list[_Job[Any]]) -> None:
        try:
            if self._was_away:
                self._come_back()
            with transaction.atomic():
                locks.lock_matches(match_id for job in batch for match_id in job.match_ids)
                for job in batch:
                    job.run()
        except Error as error:
            boards.forget_all()
            self._commit_one_by_one(batch, error)
        for job in batch:
            job.tell()

    def _come_back(self) -> None:
        """The first thing after the database was away. Raises Error while it still is."""
        connection.close()
        connection.ensure_connection()
        if self.on_return is not None:
            try:
                self.on_return()
            except Error:
                raise
            except Exception:
                log.exception("what was to be done on the database's return failed")
        self._was_away = False

    def _commit_one_by_one(self, batch: list[_Job[Any]], error: Error) -> None:
        """A batch that could not be stored together: each alone, so that only the bad ones are told so."""
        log.warning("a joint transaction failed, trying its %d calls one by one: %s", len(batch), error)
        may_be_broken = True
        for job in batch:
            # Where no other connection is to be had, nobody is kept waiting for the next one to fail.
            if may_be_broken and not self._was_away:
                self._was_away = not _connects_anew()
            if self._was_away:
                job.fail(Refused("busy"))
            else:
                may_be_broken = not self._commit_alone(job)

    def _commit_alone(self, job: _Job[Any]) -> bool:
        """Whether the database took it; it is tried again where only other transactions stood in its way."""
        for left in reversed(range(TRIES)):
            try:
                with transaction.atomic():
                    locks.lock_matches(job.match_ids)
                    job.run()
            except Error as error:
                boards.forget_all()
                if not left or not locks.stood_in_the_way(error):
                    log.exception("a call could not be stored")
                    break
            else:
                return True
        job.fail(Refused("busy"))
        return False


def _shared(batch: list[_Job[Any]]) -> Iterator[list[_Job[Any]]]:
    """The batch in its order, cut into what is committed together.

    Where other processes write at the same time, two transactions that lock the same rows in different orders stop each
    other. So calls share one only where it is known beforehand what they lock.
    """
    if not connection.features.has_select_for_update:
        yield batch
        return
    for names_its_locks, some in groupby(batch, lambda job: bool(job.match_ids)):
        if names_its_locks:
            yield list(some)
        else:
            yield from ([job] for job in some)


def _connects_anew() -> bool:
    """A new connection costs milliseconds; whether one was to be had."""
    try:
        connection.close()
        connection.ensure_connection()
    except Error as error:
        log.warning("the database cannot be reached: %s", error)
        return False
    return True


writer = Writer()
