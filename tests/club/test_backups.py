"""Backups: whole, readable, kept for some days, in two places; what is damaged is refused."""

import datetime as dt
import io
import sqlite3
import stat
import tarfile
import threading
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import Settings

from club import backups
from club.backup_errors import NoBackup
from club.management.commands.backup import next_at
from club.models import Chore, Player, Upkeep

pytestmark = pytest.mark.django_db(transaction=True)

NIGHT = dt.datetime(2026, 3, 10, 3, 30, tzinfo=dt.UTC)
DAY = dt.timedelta(days=1)


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    """A folder as DATA_DIR is one."""
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "secret_key").write_text("the secret key", encoding="ascii")
    (folder / "push_key").write_text("the push key", encoding="ascii")
    return folder


def players_in(backup: Path, tmp_path: Path) -> list[str]:
    with tarfile.open(backup) as tar:
        tar.extract("club.sqlite", tmp_path / "opened", filter="data")
    with closing(sqlite3.connect(tmp_path / "opened" / "club.sqlite")) as database:
        return [name for (name,) in database.execute("SELECT name FROM club_player ORDER BY name")]


def test_it_holds_the_database_and_the_keys_and_is_readable_by_its_owner_only(
    alice: Player, keys: Path, tmp_path: Path
) -> None:
    made = backups.make(tmp_path / "backups", keys, NIGHT)
    assert made.name == "club-20260310T033000Z.tar.gz"
    assert stat.S_IMODE(made.stat().st_mode) == 0o600
    assert stat.S_IMODE(made.parent.stat().st_mode) == 0o700
    with tarfile.open(made) as tar:
        assert sorted(tar.getnames()) == ["club.sqlite", "push_key", "secret_key"]
    assert players_in(made, tmp_path) == ["Alice"]
    # Nothing else is left in the folder.
    assert list(made.parent.iterdir()) == [made]


def test_it_is_made_while_somebody_writes(alice: Player, keys: Path, tmp_path: Path) -> None:
    """Whoever is in the middle of a transaction neither waits nor is seen."""
    begun, made = threading.Event(), threading.Event()
    finished: list[bool] = []

    def write() -> None:
        with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            other.execute("UPDATE club_player SET name = 'Bea'")
            begun.set()
            finished.append(made.wait(20))
            other.execute("COMMIT")

    writing = threading.Thread(target=write)
    writing.start()
    assert begun.wait(20)
    first = backups.make(tmp_path, keys, NIGHT)
    made.set()
    writing.join(20)
    assert finished == [True]
    assert players_in(first, tmp_path) == ["Alice"]
    assert players_in(backups.make(tmp_path, keys, NIGHT + DAY), tmp_path) == ["Bea"]


def test_the_old_ones_go_but_never_the_newest(tmp_path: Path) -> None:
    for days in range(20):
        (tmp_path / f"club-{NIGHT - days * DAY:%Y%m%dT%H%M%SZ}.tar.gz").touch()
    (tmp_path / "notes.txt").touch()
    assert len(backups.forget_old(tmp_path, 14 * DAY, NIGHT)) == 5
    kept = backups.backups_in(tmp_path)
    assert [kept[0].made_at, kept[-1].made_at] == [NIGHT - 14 * DAY, NIGHT]
    backups.forget_old(tmp_path, 14 * DAY, NIGHT + 100 * DAY)
    assert [one.made_at for one in backups.backups_in(tmp_path)] == [NIGHT]
    assert (tmp_path / "notes.txt").exists()


def test_the_command_copies_to_a_second_place_and_notes_that_it_was_done(settings: Settings, tmp_path: Path) -> None:
    settings.BACKUP_DIR, settings.BACKUP_COPY_DIR = tmp_path / "one", tmp_path / "two"
    call_command("backup", stdout=io.StringIO())
    (one,), (two,) = (tmp_path / "one").iterdir(), (tmp_path / "two").iterdir()
    assert one.read_bytes() == two.read_bytes()
    assert stat.S_IMODE(two.stat().st_mode) == 0o600
    row = Upkeep.objects.get(pk=Chore.BACKUP)
    assert (row.failing_since, row.good_at is not None) == (None, True)


def test_a_backup_that_cannot_be_copied_has_failed(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "two").write_text("a file where a folder should be", encoding="ascii")
    settings.BACKUP_DIR, settings.BACKUP_COPY_DIR = tmp_path / "one", tmp_path / "two"
    with pytest.raises(CommandError, match="no backup was made"):
        call_command("backup", stdout=io.StringIO())
    row = Upkeep.objects.get(pk=Chore.BACKUP)
    assert row.failing_since is not None
    assert "two" in row.words


@pytest.mark.parametrize("content", [b"", b"no archive at all", b"\x1f\x8b\x08\x00 cut off"])
def test_a_file_that_is_no_backup_changes_nothing(alice: Player, keys: Path, tmp_path: Path, content: bytes) -> None:
    bad = tmp_path / "club-20260310T033000Z.tar.gz"
    bad.write_bytes(content)
    with pytest.raises((NoBackup, OSError)):
        backups.restore(bad, keys, NIGHT)
    assert Player.objects.get().name == "Alice"
    assert (keys / "secret_key").read_text(encoding="ascii") == "the secret key"


def test_a_backup_of_another_kind_of_database_is_refused(alice: Player, keys: Path, tmp_path: Path) -> None:
    other = tmp_path / "club-20260310T033000Z.tar.gz"
    with tarfile.open(other, "w:gz") as tar:
        tar.add(keys / "secret_key", arcname="club.postgresql")
    with pytest.raises(NoBackup, match="no database of the kind sqlite"):
        backups.restore(other, keys, NIGHT)
    assert Player.objects.get().name == "Alice"


def test_a_damaged_database_in_a_backup_is_refused(alice: Player, keys: Path, tmp_path: Path) -> None:
    damaged, other = tmp_path / "club.sqlite", tmp_path / "club-20260310T033000Z.tar.gz"
    with tarfile.open(backups.make(tmp_path, keys, NIGHT)) as tar:
        tar.extract("club.sqlite", tmp_path, filter="data")
    content = bytearray(damaged.read_bytes())
    content[8192:65536] = b"\xff" * (65536 - 8192)
    damaged.write_bytes(content)
    with tarfile.open(other, "w:gz") as tar:
        tar.add(damaged, arcname="club.sqlite")
    with pytest.raises(NoBackup, match=r"damaged|malformed|cannot be read"):
        backups.restore(other, keys, NIGHT)
    assert Player.objects.get().name == "Alice"


def test_every_day_at_the_same_hour() -> None:
    hour = dt.time(3, 30)
    assert next_at(hour, NIGHT - dt.timedelta(seconds=1)) == NIGHT
    assert next_at(hour, NIGHT) == NIGHT + DAY
    in_berlin = dt.datetime(2026, 3, 10, 4, 29, tzinfo=dt.timezone(dt.timedelta(hours=1)))
    assert next_at(hour, in_berlin) == NIGHT
