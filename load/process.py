"""One process of a club that is started, killed and started again, and what it prints."""

import re
import signal
import socket
import subprocess
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parent.parent
# Far more than anything takes, on a machine that has much else to do as well.
SAID_WITHIN = 180
ENDS_WITHIN = 60


class NotStarted(Exception):
    """Something of the club could not be started; this is what it printed instead."""


def free_port() -> int:
    """A port of this machine that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Process:
    """One `manage.py` command that runs until it is stopped."""

    def __init__(
        self,
        command: list[str],
        environment: dict[str, str],
        opened: str,
        port: int = 0,
        *,
        printed_to: Path | None = None,
    ) -> None:
        """`opened`: what it prints when it is at work; `printed_to`: a file for all that it prints in all its lives."""
        self._command = command
        self._environment = environment
        self._opened = opened
        self._printed_to = printed_to
        self.port = port
        self.printed: list[str] = []
        self._prints = threading.Condition()
        self.url = f"http://localhost:{port}"
        self._process: subprocess.Popen[str] | None = None

    @property
    def pid(self) -> int:
        """Its number; 0 while it does not run."""
        return self._process.pid if self._process is not None else 0

    def start(self) -> None:
        """Returns when the process says that it is at work."""
        self.begin()
        self.wait_until_at_work()

    def begin(self) -> None:
        """The same without waiting."""
        self.printed.clear()
        self._process = subprocess.Popen(
            self._command, cwd=ROOT, env=self._environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self._reading = threading.Thread(target=self._read, args=(printed_by(self._process),), daemon=True)
        self._reading.start()

    def wait_until_at_work(self) -> None:
        """Until it says that it is."""
        self.wait_until_said(self._opened)

    def _read(self, lines: Iterable[str]) -> None:
        for line in lines:
            if self._printed_to is not None:
                with self._printed_to.open("a") as kept:
                    kept.write(line)
            with self._prints:
                self.printed.append(line)
                self._prints.notify_all()

    def said(self, pattern: str, after: int = 0) -> bool:
        """Whether any line says this, or any after so many."""
        with self._prints:
            return any(re.search(pattern, line) for line in self.printed[after:])

    def wait_until_said(self, pattern: str) -> None:
        with self._prints:
            if not self._prints.wait_for(lambda: self.said(pattern), SAID_WITHIN):
                raise NotStarted("".join(self.printed))

    def kill(self) -> None:
        """SIGKILL: nothing is flushed, closed or said."""
        self.end(signal.SIGKILL)

    def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Stop it and return its exit status; SIGKILL for one that does not stop in time. Again harmless."""
        if self._process is None:
            return 0
        printed = printed_by(self._process)
        self._process.send_signal(how)
        try:
            status = self._process.wait(ENDS_WITHIN)
        except subprocess.TimeoutExpired:
            self._process.kill()
            status = self._process.wait(ENDS_WITHIN)
        self._reading.join(ENDS_WITHIN)
        printed.close()
        self._process = None
        return status


def printed_by(process: subprocess.Popen[str]) -> IO[str]:
    """What it writes. It was started with a pipe."""
    if process.stdout is None:
        raise RuntimeError("it was started without a pipe")
    return process.stdout
