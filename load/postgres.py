"""A PostgreSQL server of one's own: its own folder and socket, no port, gone when it is left."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Self

from load.process import ROOT, NotStarted

# Debian makes that account with the package; elsewhere one that owns nothing does.
ACCOUNTS = ("postgres", "nobody")
START_SECONDS = 60
SUPERUSER = "club"
SOCKET_IN = "unix_socket_directories"
OPTIONS = {
    "listen_addresses": "",
    # Everything is in memory, where the next page is no nearer than any other.
    "random_page_cost": "1.1",
}
# A crash would cost nothing, so nothing waits for the disk.
FORGETFUL = {"fsync": "off", "full_page_writes": "off"}
# How often it is looked whether what a killed server left behind is gone.
LOOKS_EVERY_SECONDS = 0.2


class PostgresServer:
    """From `pg_ctl start` to `pg_ctl stop`; as another account where this one is root, which the server refuses."""

    def __init__(self, *, durable: bool = False) -> None:
        """`durable`: what is committed outlives a crash of the server, as in a club that is played in."""
        found = subprocess.run(
            ["/bin/sh", "tools/find_postgres.sh"], cwd=ROOT, capture_output=True, text=True, check=False
        )
        if found.returncode != 0:
            raise NotStarted(found.stderr)
        self._programs = Path(found.stdout.strip())
        self._account = None if os.getuid() else _account()
        # Not pytest's folder: the other account cannot look into it, and a socket's path holds a hundred characters.
        self.folder = Path(tempfile.mkdtemp(prefix="club-"))
        self._cluster = self.folder / "data"
        told = {**OPTIONS, SOCKET_IN: self.folder} | ({} if durable else FORGETFUL)
        self._told = " ".join(f"-c {name}='{value}'" for name, value in told.items())

    def __enter__(self) -> Self:
        if self._account is not None:
            os.chown(self.folder, self._account, -1)
        self._run("initdb", "--no-sync", "--auth=trust", "--locale=C", "--encoding=UTF8", f"--username={SUPERUSER}")
        self.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self.stop()
        shutil.rmtree(self.folder)

    def start(self) -> None:
        """Returns when it can be reached."""
        log = self.folder / "log"
        self._run("pg_ctl", "start", "--wait", f"--timeout={START_SECONDS}", f"--log={log}", f"-o{self._told}")

    def stop(self) -> None:
        """As in a crash: every connection is cut, and what was committed is read from the log at the next start."""
        self._run("pg_ctl", "stop", "--wait", "--mode=immediate")

    @property
    def pid(self) -> int:
        """The number of the process whose children the others are."""
        return int((self._cluster / "postmaster.pid").read_text().split("\n", 1)[0])

    def kill(self) -> None:
        """SIGKILL, which its children notice by themselves; returns when the last of them is gone."""
        pid = self.pid
        children = _children_of(pid)
        os.kill(pid, signal.SIGKILL)
        give_up = time.monotonic() + START_SECONDS
        while any(_lives(each) for each in (pid, *children)):
            if time.monotonic() > give_up:
                raise NotStarted("some of PostgreSQL's processes outlive their parent")
            time.sleep(LOOKS_EVERY_SECONDS)

    def environment(self) -> dict[str, str]:
        """What `tests.settings_postgres` reads; a database of that name is there from the start."""
        return {"PGHOST": str(self.folder), "PGUSER": SUPERUSER, "PGDATABASE": "postgres"}

    @property
    def url(self) -> str:
        """The same database as DATABASE_URL names it."""
        return f"postgresql:///postgres?host={self.folder}&user={SUPERUSER}"

    def _run(self, program: str, *args: str) -> None:
        done = subprocess.run(
            [self._programs / program, f"--pgdata={self._cluster}", *args],
            user=self._account,
            extra_groups=None if self._account is None else [],
            # A folder that the other account can stand in.
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise NotStarted(done.stderr)


def _account() -> int:
    for name in ACCOUNTS:
        try:
            return pwd.getpwnam(name).pw_uid
        except KeyError:
            continue
    raise NotStarted(f"root may not run PostgreSQL, and there is none of the accounts {', '.join(ACCOUNTS)}")


def _children_of(pid: int) -> list[int]:
    """The processes that it has started, as `ps` of any system tells them."""
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True)  # noqa: S607 - where it lies differs
    return [int(line.split()[0]) for line in listed.stdout.splitlines() if int(line.split()[1]) == pid]


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
