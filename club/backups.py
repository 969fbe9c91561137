"""Backups: one file with the database and the club's keys, made while it is served, kept for some days, put back."""

import datetime as dt
import os
import re
import shutil
import tarfile
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from django.db import connection

from club import backup_postgres, backup_sqlite
from club.backup_errors import NoBackup

# What is in a backup beside the database: without them sessions end, and browsers refuse the club's push messages.
KEYS = ("secret_key", "push_key")
NAME = re.compile(r"club-(\d{8}T\d{6}Z)\.tar\.gz")
STAMP = "%Y%m%dT%H%M%SZ"


class Dumps(Protocol):
    """What a kind of database can do."""

    def dump(self, to: Path) -> None: ...

    def put_back(self, dumped: Path, now: dt.datetime) -> Path | None: ...


DATABASES: dict[str, Dumps] = {"sqlite": backup_sqlite, "postgresql": backup_postgres}


@dataclass(frozen=True, slots=True)
class Kept:
    """One backup in a folder of them."""

    path: Path
    made_at: dt.datetime


def make(folder: Path, keys_in: Path, now: dt.datetime) -> Path:
    """Write a backup into that folder, under a name that says when; the club may be served meanwhile.

    It holds every move that was acknowledged before it began. It is checked, and has its name only when it is whole.
    Raises NoBackup or OSError.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    whole = folder / f"club-{now.strftime(STAMP)}.tar.gz"
    with tempfile.TemporaryDirectory(dir=folder, prefix=".making-") as made:
        aside = Path(made)
        dump = aside / f"club.{connection.vendor}"
        _database().dump(dump)
        packed = aside / whole.name
        packed.touch(mode=0o600)
        # The least of compression: a nightly backup shall not take the processor from those who play.
        with tarfile.open(packed, "w:gz", compresslevel=1) as tar:
            tar.add(dump, arcname=dump.name)
            for key in KEYS:
                if (keys_in / key).is_file():
                    tar.add(keys_in / key, arcname=key)
        _sync(packed)
        packed.replace(whole)
    _sync(folder)
    return whole


def copy(backup: Path, second: Path) -> Path:
    """The same file in a second place; there too it has its name only when it is whole. Raises OSError."""
    second.mkdir(mode=0o700, parents=True, exist_ok=True)
    aside = second / f".copying-{backup.name}"
    shutil.copyfile(backup, aside)
    aside.chmod(0o600)
    _sync(aside)
    aside.replace(second / backup.name)
    _sync(second)
    return second / backup.name


def forget_old(folder: Path, kept_for: dt.timedelta, now: dt.datetime) -> list[Path]:
    """Remove the backups older than that, but never the newest; which."""
    old = [one.path for one in backups_in(folder)[:-1] if one.made_at < now - kept_for]
    for path in old:
        path.unlink()
    return old


def backups_in(folder: Path) -> list[Kept]:
    """The backups of that folder, oldest first."""
    found: Iterable[Path] = folder.iterdir() if folder.is_dir() else ()
    kept = [Kept(path, made_at) for path in found if (made_at := _made_at(path)) is not None]
    return sorted(kept, key=lambda one: one.made_at)


def restore(backup: Path, keys_to: Path, now: dt.datetime) -> Path | None:
    """Put the database back as that file holds it, and the keys; where the former database lies, if it is a file.

    Nobody may be served meanwhile. If it cannot be done the database is as it was. Raises NoBackup or OSError.
    """
    with tempfile.TemporaryDirectory(dir=keys_to, prefix=".restoring-") as made:
        aside = Path(made)
        dump = aside / f"club.{connection.vendor}"
        with _opened(backup) as tar:
            held = tar.getnames()
            if dump.name not in held:
                raise NoBackup(f"{backup.name} holds no database of the kind {connection.vendor}: {', '.join(held)}")
            wanted = [name for name in held if name in (dump.name, *KEYS)]
            tar.extractall(aside, members=[tar.getmember(name) for name in wanted], filter="data")
        former = _database().put_back(dump, now)
        for key in KEYS:
            if (aside / key).is_file():
                (aside / key).chmod(0o600)
                (aside / key).replace(keys_to / key)
    return former


def _database() -> Dumps:
    try:
        return DATABASES[connection.vendor]
    except KeyError as error:
        raise NoBackup(f"there is no backup of databases of the kind {connection.vendor}") from error


def _made_at(path: Path) -> dt.datetime | None:
    named = NAME.fullmatch(path.name)
    return dt.datetime.strptime(named[1], STAMP).replace(tzinfo=dt.UTC) if named else None


def _opened(backup: Path) -> tarfile.TarFile:
    try:
        return tarfile.open(backup, "r:gz")
    except tarfile.TarError as error:
        raise NoBackup(f"{backup.name} is no backup of the club") from error


def _sync(path: Path) -> None:
    """A backup that a power cut takes away is none."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
