"""Thinking: a thread that asks the database what to think about next, has it thought, and keeps what comes of it."""

import datetime as dt
import logging
import threading
from collections.abc import Callable
from functools import partial

from django.db import close_old_connections, connection
from django.utils import timezone

from club import outages
from games import analysing, announce, hints, house_moves, trials
from games.analysis.questions import Answer
from games.mind import Mind, NoAnswer, NotStarted
from games.refusals import Refused
from games.tables import Told
from games.thoughts import Thought
from games.writer import writer

log = logging.getLogger(__name__)

# How often it looks for something to think about, where nobody wakes it before.
LOOKS_EVERY = dt.timedelta(seconds=0.2)
# After a failure, so that one that stays fills no log.
PAUSE_SECONDS = 5.0

# What may be thought about at an instant, None for nothing.
type Source = Callable[[dt.datetime], Thought | None]

# In the order of their haste: what comes first here never waits for more than one question of the others.
SOURCES: tuple[Source, ...] = (
    house_moves.next_thought,
    hints.next_thought,
    analysing.next_thought,
    trials.next_thought,
)

_woken = threading.Event()


def wake() -> None:
    """There is something new to think about, in this process: look at once."""
    _woken.set()


class Thinking:
    """`tell` announces the views that changed by a thought, after the commit.

    A process that does not serve thinks `while_served` by others, as the sweep does: a move of the house judges the
    other's deadline, and whoever serves next after an outage could give back no time to what was ended meanwhile.
    """

    def __init__(
        self,
        tell: Callable[[list[Told]], None] = announce.tell_from_page,
        sources: tuple[Source, ...] = SOURCES,
        mind: Mind | None = None,
        *,
        while_served: bool = False,
    ) -> None:
        self._tell = tell
        self._sources = sources
        self.mind = mind or Mind()
        self._while_served = while_served
        # Since when each source is known to have nothing.
        self._nothing_since: dict[Source, dt.datetime] = {}

    def start(self) -> None:
        """Think in a thread of its own, as long as this process lives."""
        threading.Thread(target=self.think_until, args=[threading.Event()], name="thinking", daemon=True).start()

    def think_until(self, stopped: threading.Event) -> None:
        """Until that is set, the question at hand answered and kept; nothing that fails ends it."""
        while not stopped.is_set():
            close_old_connections()
            if _woken.is_set():
                # Before looking: whoever wakes it while it looks is not missed.
                _woken.clear()
                self._nothing_since.clear()
            wait = LOOKS_EVERY.total_seconds()
            try:
                if self.think_once(timezone.now()):
                    continue
            except NotStarted:
                log.exception("the thinking process could not be started")
                wait = PAUSE_SECONDS
            except Exception:
                log.exception("a thought failed")
                wait = PAUSE_SECONDS
            _woken.wait(wait)
        self.mind.stop()
        # A thread's own, which ends with it.
        connection.close()

    def think_once(self, now: dt.datetime) -> bool:
        """One question of the first source that has one; whether there was any. Raises NotStarted."""
        if self._while_served and not outages.is_served(now):
            return False
        thought = self._next(now)
        if thought is None:
            return False
        try:
            answer = self.mind.ask(thought.question)
        except NoAnswer as reason:
            log.warning("%s was thought about in vain: %s", thought.about, reason)
            writer.wait(thought.died)
        else:
            self._keep(thought, answer)
        return True

    def _keep(self, thought: Thought, answer: Answer) -> None:
        try:
            told = writer.wait(partial(thought.keep, answer))
        except Refused:
            # Not stored just now: it will be thought again.
            raise
        except Exception:
            # What cannot be kept must not be thought for ever, before all that comes after it.
            log.exception("what was thought about %s could not be kept", thought.about)
            writer.wait(thought.died)
        else:
            if told:
                self._tell(told)

    def _next(self, now: dt.datetime) -> Thought | None:
        for source in self._sources:
            # Not before each piece of an analysis: looking takes the time of the process that serves. A clock that was
            # set back makes nothing wait.
            since = self._nothing_since.get(source)
            if since is not None and since <= now < since + LOOKS_EVERY:
                continue
            thought = source(now)
            if thought is not None:
                return thought
            self._nothing_since[source] = now
        return None
