"""A PostgreSQL server for tests: its own folder and socket, no port, ended with the test that started it."""

import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Self

from tests.served import ROOT

# Debian makes that account with the package; elsewhere one that owns nothing does.
ACCOUNTS = ("postgres", "nobody")
START_SECONDS = 60
SUPERUSER = "club"
SOCKET_IN = "unix_socket_directories"
OPTIONS = {
    "listen_addresses": "",
    # A crash would cost nothing here, so nothing waits for the disk.
    "fsync": "off",
    "full_page_writes": "off",
    # Everything is in memory, where the next page is no nearer than any other.
    "random_page_cost": "1.1",
}


class PostgresServer:
    """From `pg_ctl start` to `pg_ctl stop`; as another account where this one is root, which the server refuses."""

    def __init__(self) -> None:
        found = subprocess.run(
            ["/bin/sh", "tools/find_postgres.sh"], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert found.returncode == 0, found.stderr
        self._programs = Path(found.stdout.strip())
        self._account = None if os.getuid() else _account()
        # Not pytest's folder: the other account cannot look into it, and a socket's path holds a hundred characters.
        self.folder = Path(tempfile.mkdtemp(prefix="club-"))
        self._cluster = self.folder / "data"

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
        told = " ".join(f"-c {name}='{value}'" for name, value in {**OPTIONS, SOCKET_IN: self.folder}.items())
        self._run("pg_ctl", "start", "--wait", f"--timeout={START_SECONDS}", f"--log={self.folder}/log", f"-o{told}")

    def stop(self) -> None:
        """As in a crash: every connection is cut, and what was committed is read from the log at the next start."""
        self._run("pg_ctl", "stop", "--wait", "--mode=immediate")

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
        assert done.returncode == 0, done.stderr


def _account() -> int:
    for name in ACCOUNTS:
        try:
            return pwd.getpwnam(name).pw_uid
        except KeyError:
            continue
    raise AssertionError(f"root may not run PostgreSQL, and there is none of the accounts {', '.join(ACCOUNTS)}")
