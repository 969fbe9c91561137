"""A Redis server for tests: its own port, nothing on disk; it can be stopped and started again."""

import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Self

import redis

from tests.served import ROOT, free_port

START_SECONDS = 20


class RedisServer:
    """From `start` to `stop`, at one address."""

    def __init__(self) -> None:
        found = subprocess.run(
            ["/bin/sh", "tools/find_redis.sh"], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert found.returncode == 0, found.stderr
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
        assert self._process.stdout is not None
        printed = []
        for line in self._process.stdout:
            printed.append(line)
            if "Ready to accept connections" in line:
                return
        raise AssertionError("Redis did not start:\n" + "".join(printed))

    def stop(self) -> None:
        """SIGKILL. Again harmless."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(START_SECONDS)
            assert self._process.stdout is not None
            self._process.stdout.close()
            self._process = None

    def listeners(self) -> int:
        """How many channels somebody listens on."""
        with redis.Redis.from_url(self.url) as client:
            return len(client.pubsub_channels())
