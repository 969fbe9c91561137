"""The thinking process as its parent sees it: started when there is something to ask, and again when it has died."""

import os
import selectors
import subprocess
import sys
import time
from typing import IO, cast

import orjson
from django.conf import settings

from games.analysis.questions import Answer, Question, read_answer, write_question

WORKER = "games.analysis.worker"
# A question is some tenths of a second of work, which waits for everything else that the machine does.
ANSWER_SECONDS = 30.0
# The first start after a change of the kernels compiles them, where setting up the club has not.
START_SECONDS = 300.0
READ_AT_ONCE = 65_536


class NotStarted(Exception):
    """The process could not be started, which is no fault of what it was to be asked."""


class NoAnswer(Exception):
    """The process died of the question, hung at it, or said that it could not answer."""


class Mind:
    """One child process, asked one question at a time by one thread."""

    def __init__(self, answer_seconds: float = ANSWER_SECONDS) -> None:
        self._answer_seconds = answer_seconds
        self._child: _Child | None = None

    def ask(self, question: Question) -> Answer:
        """Raises NoAnswer or NotStarted; the next question is asked of a process that lives."""
        child = self._living()
        try:
            child.write(orjson.dumps(write_question(question)))
            said = orjson.loads(child.next_line(self._answer_seconds))
        except (OSError, EOFError) as error:
            self.stop()
            raise NoAnswer(str(error)) from error
        if "error" in said:
            raise NoAnswer(said["error"])
        return read_answer(said)

    @property
    def pid(self) -> int | None:
        """The number of the process; None while there is none."""
        return self._child.process.pid if self._child is not None else None

    def stop(self) -> None:
        """End the process at once; again harmless."""
        child, self._child = self._child, None
        if child is not None:
            child.end()

    def _living(self) -> "_Child":
        if self._child is not None and self._child.process.poll() is not None:
            self.stop()
        if self._child is None:
            child = self._child = _Child()
            try:
                # It says that it is ready.
                child.next_line(START_SECONDS)
            except (OSError, EOFError) as error:
                self.stop()
                raise NotStarted(str(error)) from error
        return self._child


class _Child:
    """A process that lives until it is ended, dies, or its input is closed."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(  # noqa: S603 # our own module, run by our own Python
            [sys.executable, "-m", WORKER],
            cwd=settings.BASE_DIR,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            # In a group of its own: Ctrl-C at the club's terminal is for the club, whose end then closes the input.
            process_group=0,
        )
        self._into = cast("IO[bytes]", self.process.stdin)
        self._from = cast("IO[bytes]", self.process.stdout)
        self._read = b""

    def write(self, line: bytes) -> None:
        """Raises OSError where the process is no more."""
        self._into.write(line + b"\n")

    def next_line(self, within: float) -> bytes:
        """The next line it says, without its end. Raises EOFError where it is no more, TimeoutError (an OSError) after
        so many seconds."""
        deadline = time.monotonic() + within
        # Not `select`, which knows no descriptor above 1,023, and each open socket is one.
        with selectors.DefaultSelector() as selector:
            selector.register(self._from, selectors.EVENT_READ)
            while b"\n" not in self._read:
                if not selector.select(max(0.0, deadline - time.monotonic())):
                    raise TimeoutError(f"no answer in {within:.0f} seconds")
                said = os.read(self._from.fileno(), READ_AT_ONCE)
                if not said:
                    raise EOFError("the thinking process has died")
                self._read += said
        line, _, self._read = self._read.partition(b"\n")
        return line

    def end(self) -> None:
        self.process.kill()
        self._into.close()
        self._from.close()
        self.process.wait()
