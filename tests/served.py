"""The club as its own process, started, killed and started again on one port and one folder."""

import os
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import Self

ROOT = Path(__file__).resolve().parent.parent


class ServedClub:
    """`manage.py serve` on a free port, with a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.url = f"http://localhost:{self.port}"
        self._process: subprocess.Popen[str] | None = None
        self.printed: list[str] = []

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *exc: object) -> None:
        if self._process is not None and self._process.poll() is None:
            self._end(signal.SIGTERM)

    def start(self) -> None:
        """Returns when the club prints that it is open."""
        self._process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--port", str(self.port)],
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
                self._reading = threading.Thread(target=self.printed.extend, args=(self._process.stdout,), daemon=True)
                self._reading.start()
                return
        raise AssertionError("the club did not open:\n" + "".join(self.printed))

    def environment(self) -> dict[str, str]:
        """What the served process and commands beside it are told."""
        kept = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
        return kept | {"DATA_DIR": str(self.folder), "PORT": str(self.port), "SITE_URL": self.url}

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

    def manage(self, *args: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """A command of manage.py on the same folder."""
        return subprocess.run(
            [sys.executable, "manage.py", *args],
            cwd=ROOT,
            env=self.environment(),
            input=stdin,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
