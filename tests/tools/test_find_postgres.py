"""tools/find_postgres.sh: a PostgreSQL that is new enough is found by running it, and what is missing is said."""

import os
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.tools.finding import find


def test_it_takes_the_folder_that_it_is_told(tmp_path: Path) -> None:
    _programs(tmp_path, "postgres (PostgreSQL) 17.2 (Debian 17.2-1)")
    found = _find(POSTGRES_BIN=str(tmp_path))
    assert (found.stdout, found.returncode) == (f"{tmp_path}\n", 0)


def test_it_takes_what_is_on_the_path_before_looking_further(tmp_path: Path) -> None:
    _programs(tmp_path, "postgres (PostgreSQL) 15.0")
    assert _find(PATH=f"{tmp_path}:{os.environ['PATH']}").stdout == f"{tmp_path}\n"


def test_a_server_alone_is_left_aside_since_it_makes_no_backup(tmp_path: Path) -> None:
    _programs(tmp_path, "postgres (PostgreSQL) 17.2")
    (tmp_path / "pg_dump").unlink()
    assert _find(POSTGRES_BIN=str(tmp_path)).returncode == 1


@pytest.mark.parametrize("said", ["postgres (PostgreSQL) 14.11", "what?"])
def test_it_says_plainly_that_the_named_one_is_of_no_use(tmp_path: Path, said: str) -> None:
    _programs(tmp_path, said)
    found = _find(POSTGRES_BIN=str(tmp_path))
    assert found.returncode == 1
    assert found.stdout == ""
    assert f"POSTGRES_BIN={tmp_path} holds no initdb, pg_dump and postgres of version 15 or newer." in found.stderr


def _programs(folder: Path, version: str) -> None:
    for name in ("initdb", "pg_dump", "postgres"):
        program = folder / name
        program.write_text(f"#!/bin/sh\necho '{version}'\n")
        program.chmod(0o755)


def _find(**environment: str) -> CompletedProcess[str]:
    return find("find_postgres.sh", without="POSTGRES_BIN", **environment)
