"""The queue that runs a match's verbs in joint transactions and answers after the commit."""

import asyncio
import logging
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from django.db import Error, connection, transaction

from games import boards
from games.refusals import Refused

log = logging.getLogger(__name__)

LARGEST_BATCH = 100
# A page waits this long for its turn in the queue before it says that the club is busy.
PATIENCE_SECONDS = 30


class _Job[T]:
    """One call of a verb and the place where its answer goes."""

    def __init__(self, call: Callable[[], T]) -> None:
        self.call = call
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

    async def ask[T](self, call: Callable[[], T]) -> T:
        """Run the call in the next transaction; answers after its commit. Raises Refused (`busy`: not stored)."""
        return await asyncio.wrap_future(self.put(call))

    def wait[T](self, call: Callable[[], T]) -> T:
        """The same for a thread that can wait, such as a page's."""
        try:
            return self.put(call).result(PATIENCE_SECONDS)
        except TimeoutError as error:
            raise Refused("busy") from error

    def put[T](self, call: Callable[[], T]) -> Future[T]:
        """Queue the call; the future is answered after its commit."""
        job = _Job(call)
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
            self._commit(batch)

    def _commit(self, batch: list[_Job[Any]]) -> None:
        try:
            with transaction.atomic():
                for job in batch:
                    job.run()
        except Error as error:
            boards.forget_all()
            self._commit_one_by_one(batch, error)
        for job in batch:
            job.tell()

    def _commit_one_by_one(self, batch: list[_Job[Any]], error: Error) -> None:
        """A batch that could not be stored together: each alone, so that only the bad ones are told so."""
        log.warning("a joint transaction failed, trying its %d calls one by one: %s", len(batch), error)
        # Whatever broke may be the connection itself; a new one costs milliseconds.
        connection.close()
        for job in batch:
            try:
                with transaction.atomic():
                    job.run()
            except Error:
                log.exception("a call could not be stored")
                boards.forget_all()
                job.fail(Refused("busy"))


writer = Writer()
