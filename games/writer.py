"""The queue that runs a match's verbs in joint transactions and answers after the commit."""

import asyncio
import contextlib
import logging
import queue
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from functools import partial
from itertools import groupby
from typing import Any

from django.db import Error, connection, transaction

from games import boards, locks, play
from games.refusals import Refused

log = logging.getLogger(__name__)

LARGEST_BATCH = 100
# A page waits this long for its turn in the queue before it says that the club is busy.
PATIENCE_SECONDS = 30
# A call that another process's transaction stood in the way of is tried so often in all.
TRIES = 5


# Gives what the call gave, or raises what it raised.
type Result[T] = Callable[[], T]
type Told[T] = Callable[[Result[T]], None]


class _Spoilt(Exception):
    """A call without a savepoint of its own failed half-way, and with it the joint transaction."""


class _Job[T]:
    """One call of a verb, the matches it locks first of all, and who is told its answer: by that loop's thread, or
    without one by the writer's."""

    def __init__(
        self,
        call: Callable[[], T],
        match_ids: tuple[int, ...],
        told: Told[T],
        loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self.call = call
        self.match_ids = match_ids
        self.loop = loop
        self._told = told
        self._outcome: T | None = None
        self._error: BaseException | None = None

    def run_jointly(self) -> None:
        """A table's verb has checked everything before it changes anything, so it needs no savepoint for a refusal; a
        bug in one undoes the whole. Raises Error, _Spoilt."""
        try:
            self._outcome = self.call()
            self._error = None
        except Error:
            raise
        except Exception as error:
            raise _Spoilt from error

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
        self._told(self._result)

    def _result(self) -> T:
        if self._error is not None:
            raise self._error
        # What the call returned is a T, None included.
        return self._outcome  # type: ignore[return-value]


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
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        self._put(_Job(call, match_ids, partial(_settle, answer), loop))
        return await answer

    def say[T](self, call: Callable[[], T], match_ids: tuple[int, ...], told: Told[T]) -> None:
        """The same without waiting: `told` is called by this loop's thread, in the order in which was asked."""
        self._put(_Job(call, match_ids, told, asyncio.get_running_loop()))

    def wait[T](self, call: Callable[[], T], match_ids: tuple[int, ...] = ()) -> T:
        """The same for a thread that can wait, such as a page's."""
        try:
            return self.put(call, match_ids).result(PATIENCE_SECONDS)
        except TimeoutError as error:
            raise Refused("busy") from error

    def put[T](self, call: Callable[[], T], match_ids: tuple[int, ...] = ()) -> Future[T]:
        """Queue the call; the future is answered after its commit."""
        answer: Future[T] = Future()
        self._put(_Job(call, match_ids, partial(_settle, answer)))
        return answer

    def _put(self, job: _Job[Any]) -> None:
        self._queue.put(job)
        if self._thread is None:
            with self._starting:
                if self._thread is None:
                    self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
                    self._thread.start()

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
        _tell(batch)

    def _commit(self, batch: list[_Job[Any]]) -> None:
        try:
            if self._was_away:
                self._come_back()
            with transaction.atomic():
                for names_its_locks, some in groupby(batch, lambda job: bool(job.match_ids)):
                    _run(list(some), names_its_locks)
        except (Error, _Spoilt) as error:
            boards.forget_all()
            self._commit_one_by_one(batch, error)
        _tell(batch)

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

    def _commit_one_by_one(self, batch: list[_Job[Any]], error: Error | _Spoilt) -> None:
        """A batch that could not be stored together: each alone, so that only the bad ones are told so."""
        log.warning("a joint transaction failed, trying its %d calls one by one: %r", len(batch), error)
        may_be_broken = isinstance(error, Error)
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


def _run(jobs: list[_Job[Any]], names_its_locks: bool) -> None:
    """Within the joint transaction. Raises Error, _Spoilt."""
    if not names_its_locks:
        for job in jobs:
            job.run()
        return
    with play.gathered({match_id for job in jobs for match_id in job.match_ids}):
        for job in jobs:
            job.run_jointly()


def _settle[T](answer: Future[T] | asyncio.Future[T], result: Result[T]) -> None:
    """Whoever waits for it gets it; unless nobody does any more."""
    if answer.done():
        return
    try:
        answer.set_result(result())
    except BaseException as error:
        answer.set_exception(error)


def _tell(batch: list[_Job[Any]]) -> None:
    """In their order; each loop is woken once for all that wait in it."""
    for loop, jobs in groupby(batch, lambda job: job.loop):
        if loop is None:
            _tell_here(list(jobs))
        else:
            # Of a loop that is closed nobody waits any more.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(_tell_here, list(jobs))


def _tell_here(jobs: list[_Job[Any]]) -> None:
    for job in jobs:
        try:
            job.tell()
        except Exception:
            # The others are to hear of theirs.
            log.exception("an answer could not be told")


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
