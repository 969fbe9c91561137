"""A copy of the PostgreSQL database by pg_dump, taken while it is written to, and put back by pg_restore and psql."""

import datetime as dt
import os
import shutil
import subprocess
from pathlib import Path

from django.conf import settings
from django.db import connection

from club.backup_errors import NoBackup

# Where PostgreSQL's programs look for the parts of a database's address.
ENVIRONMENT = {
    "host": "PGHOST",
    "port": "PGPORT",
    "user": "PGUSER",
    "password": "PGPASSWORD",
    "dbname": "PGDATABASE",
    "sslmode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
    "sslcert": "PGSSLCERT",
    "sslkey": "PGSSLKEY",
}
# The last of what a program said that failed.
SAID = 500
# How long the tables that are to go may be in use by somebody else.
PATIENCE = "10s"


def dump(to: Path) -> None:
    """A copy as of one instant; whoever writes does not wait. Raises NoBackup."""
    _run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={to}")
    # A file that was cut off has no table of contents.
    _run("pg_restore", "--list", f"--file={os.devnull}", str(to), asks=False)


def put_back(dumped: Path, now: dt.datetime) -> Path | None:
    """Replace every table by those of the copy, in one transaction. Raises NoBackup, and has changed nothing."""
    statements = dumped.with_suffix(".sql")
    _run("pg_restore", "--no-owner", "--no-privileges", f"--file={statements}", str(dumped), asks=False)
    with connection.cursor() as cursor:
        cursor.execute("SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = 'public'")
        tables = ", ".join(name for (name,) in cursor.fetchall())
    connection.close()
    dropped = f"DROP TABLE {tables} CASCADE" if tables else "SELECT 1"
    _run(
        "psql",
        "--no-psqlrc",
        "--quiet",
        "--single-transaction",
        "--set=ON_ERROR_STOP=1",
        f"--command=SET LOCAL lock_timeout = '{PATIENCE}'",
        f"--command={dropped}",
        f"--file={statements}",
    )
    return None


def _run(program: str, *args: str, asks: bool = True) -> None:
    """One of PostgreSQL's own programs; `asks`: of the club's database. Raises NoBackup with what it said."""
    found = shutil.which(program, path=settings.POSTGRES_BIN or None)
    if found is None:
        raise NoBackup(f"{program} is not there: install PostgreSQL's client programs, or set POSTGRES_BIN")
    done = subprocess.run(  # noqa: S603 - PostgreSQL's own programs, with the club's own arguments
        [found, *args],
        env=os.environ | (_whom_to_ask() if asks else {}),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise NoBackup(f"{program}: {done.stderr.strip()[-SAID:]}")


def _whom_to_ask() -> dict[str, str]:
    """The club's database in the words of PostgreSQL's programs: the password is in no command line."""
    asked = connection.get_connection_params()
    return {name: str(asked[part]) for part, name in ENVIRONMENT.items() if asked.get(part)}
