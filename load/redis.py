"""A Redis server of one's own: its own port, nothing on disk; it can be stopped and started again."""

import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Self

import redis

from load.process import ROOT, NotStarted, free_port, printed_by

START_SECONDS = 20


class RedisServer:
    """From `start` to `stop`, at one address."""

    def __init__(self) -> None:
        found = subprocess.run(
            ["/bin/sh", "tools/find_redis.sh"], cwd=ROOT, capture_output=True, text=True, check=False
        )
        if found.returncode != 0:
            raise NotStarted(found.stderr)
        self._program = found.stdout.strip()
        self._port = free_port()
        self.url = f"redis://127.0.0.1:{self._port}/0"
        self._folder = Path(tempfile.mkdtemp(prefix="club-"))
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self.stop()
        shutil.rmtree(self._folder)

    def start(self) -> None:
        """Returns when it can be reached."""
        told = ["--port", str(self._port), "--bind", "127.0.0.1", "--dir", str(self._folder), "--save", ""]
        self._process = subprocess.Popen([self._program, *told], stdout=subprocess.PIPE, text=True)
        printed = []
        for line in printed_by(self._process):
            printed.append(line)
            if "Ready to accept connections" in line:
                return
        raise NotStarted("Redis did not start:\n" + "".join(printed))

    @property
    def pid(self) -> int:
        """Its number; 0 while it does not run."""
        return self._process.pid if self._process is not None else 0

    def stop(self) -> None:
        """SIGKILL. Again harmless."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(START_SECONDS)
            printed_by(self._process).close()
            self._process = None

    def listeners(self) -> int:
        """How many channels somebody listens on."""
        with redis.Redis.from_url(self.url) as client:
            return len(client.pubsub_channels())
