"""A copy of the SQLite database, taken while it is written to, and put back."""

import datetime as dt
import sqlite3
from contextlib import closing
from pathlib import Path

from django.db import connection

from club.backup_errors import NoBackup

# Beside the database while it is open, and useless without that very file.
BESIDE = ("-wal", "-shm")


def dump(to: Path) -> None:
    """A copy as of one instant, by SQLite's own way of copying; whoever writes does not wait. Raises NoBackup."""
    try:
        with (
            closing(sqlite3.connect(f"file:{_file()}?mode=ro", uri=True)) as club,
            closing(sqlite3.connect(to)) as copy,
        ):
            # In one step: in several, each move that is written meanwhile would begin it anew.
            club.backup(copy)
            # A single file, which can be read where nothing can be written.
            copy.execute("PRAGMA journal_mode=DELETE")
        _check(to)
    except sqlite3.Error as error:
        raise NoBackup(f"the database could not be copied: {error}") from error


def put_back(dumped: Path, now: dt.datetime) -> Path | None:
    """Put the copy in the place of the database, which is kept beside it under another name; that file, if there was
    a database. Raises NoBackup, and has changed nothing."""
    try:
        _check(dumped)
    except sqlite3.Error as error:
        raise NoBackup(f"the copy of the database cannot be read: {error}") from error
    connection.close()
    file, former = _file(), None
    if file.exists():
        _empty_log(file)
        former = file.with_name(f"{file.name}.before-{now:%Y%m%dT%H%M%SZ}")
        file.rename(former)
    for ending in BESIDE:
        file.with_name(file.name + ending).unlink(missing_ok=True)
    dumped.chmod(0o600)
    dumped.rename(file)
    return former


def _file() -> Path:
    return Path(connection.settings_dict["NAME"])


def _check(copied: Path) -> None:
    with closing(sqlite3.connect(copied)) as copy:
        found = [line for (line,) in copy.execute("PRAGMA integrity_check")]
    if found != ["ok"]:
        raise NoBackup(f"the copy of the database is damaged: {found[0]}")


def _empty_log(file: Path) -> None:
    """What is written and still in the log goes into the file, which is then whole without it."""
    with closing(sqlite3.connect(file)) as former:
        try:
            busy, *_ = former.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.DatabaseError:
            # It may be damaged, which is what backups are for.
            return
    if busy:
        raise NoBackup("the database is in use: stop the club first")
