"""The club as its own process, started, killed and started again on one port and one folder."""

import atexit
import datetime as dt
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Self

from load.process import ROOT, free_port
from tests import moving_clock

DATABASE = "club.sqlite3"
# Far more than anything takes that a club does by itself.
SAID_WITHIN = 30
# And than any command takes, the filling of a whole club on a busy machine included.
MANAGED_WITHIN = 180


@cache
def set_up_once() -> Path:
    """A folder in which a club is set up, for all of this process: setting one up takes longer than serving it."""
    folder = Path(tempfile.mkdtemp(prefix="club-set-up-"))
    atexit.register(shutil.rmtree, folder)
    set_up(as_an_operator() | {"DATA_DIR": str(folder)})
    return folder


def set_up(environment: dict[str, str]) -> None:
    """The database and the static files of the club of that environment."""
    subprocess.run([sys.executable, "manage.py", "set_up"], cwd=ROOT, env=environment, check=True)


def as_an_operator() -> dict[str, str]:
    """This process's environment, but for what is only the tests' own."""
    # Without bytecode each start would compile the club anew, which is a quarter of it.
    ours = {"DJANGO_SETTINGS_MODULE", "PYTHONDONTWRITEBYTECODE"}
    return {name: value for name, value in os.environ.items() if name not in ours}


class ServedClub:
    """`manage.py serve` on a free port, with a folder of its own; on request with a clock that can be moved."""

    def __init__(self, folder: Path, clock: bool = False) -> None:
        self.folder = folder
        self._clock = clock
        # How far the club's clock is ahead of the true one, in seconds.
        self._ahead = 0.0
        self._command = [sys.executable, "manage.py"]
        if clock:
            self._command = [sys.executable, "-m", moving_clock.__name__]
            moving_clock.move_to(folder, self._ahead)
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"
        self._process: subprocess.Popen[str] | None = None
        self.printed: list[str] = []
        self._prints = threading.Condition()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *exc: object) -> None:
        if self._process is not None and self._process.poll() is None:
            self._end(signal.SIGTERM)

    def start(self) -> None:
        """Returns when the club prints that it is open."""
        self.set_up()
        self._process = subprocess.Popen(
            [*self._command, "serve", "--port", str(self.port)],
            cwd=ROOT,
            env=self.environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.printed.append(line)
            if "is open at" in line:
                # Read on, so that the pipe never fills and stops the server.
                self._reading = threading.Thread(target=self._read_on, args=(self._process.stdout,), daemon=True)
                self._reading.start()
                return
        raise AssertionError("the club did not open:\n" + "".join(self.printed))

    @property
    def pid(self) -> int:
        """The number of the process that serves."""
        assert self._process is not None, "start first"
        return self._process.pid

    def set_up(self) -> None:
        """An empty club in its folder, for commands that come before it is served; again harmless."""
        if not (self.folder / DATABASE).exists():
            shutil.copytree(set_up_once(), self.folder, dirs_exist_ok=True)

    def _read_on(self, lines: Iterable[str]) -> None:
        for line in lines:
            with self._prints:
                self.printed.append(line)
                self._prints.notify_all()

    def said(self, pattern: str) -> list[re.Match[str]]:
        """Every line printed so far that this is found in."""
        with self._prints:
            return [found for line in self.printed if (found := re.search(pattern, line))]

    def wait_until_said(self, pattern: str) -> re.Match[str]:
        """The first such line, once there is one."""
        with self._prints:
            assert self._prints.wait_for(lambda: self.said(pattern), SAID_WITHIN), "".join(self.printed)
            return self.said(pattern)[0]

    def environment(self) -> dict[str, str]:
        """What the served process and commands beside it are told."""
        # Everybody in a test comes from one address.
        crowd = {"CROWD": "1000"}
        return crowd | as_an_operator() | {"DATA_DIR": str(self.folder), "PORT": str(self.port), "SITE_URL": self.url}

    def kill(self) -> None:
        """SIGKILL: nothing is flushed, closed or said."""
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        self._process.send_signal(how)
        self._process.wait(20)
        self._reading.join(20)
        self._process.stdout.close()

    def restart(self) -> None:
        self.kill()
        self.start()

    def move_clock(self, seconds: float) -> None:
        """So much time passes at once for a club made with `clock`, whether or not it is being served just now.

        Only what asks for the time notices: the sweep and other rounds still come when their true time is up.
        """
        assert self._clock, "this club goes by the true time"
        self._ahead += seconds
        moving_clock.move_to(self.folder, self._ahead)

    def now(self) -> dt.datetime:
        """What this club's clock shows."""
        return dt.datetime.now(dt.UTC) + dt.timedelta(seconds=self._ahead)

    def manage(self, *args: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """A command of manage.py on the same folder."""
        return subprocess.run(
            [*self._command, *args],
            cwd=ROOT,
            env=self.environment(),
            input=stdin,
            capture_output=True,
            text=True,
            check=False,
            timeout=MANAGED_WITHIN,
        )
