"""Writers of several processes on PostgreSQL: those that name what they change wait, others are tried again."""

from pathlib import Path

from load.postgres import PostgresServer
from tests.with_django import told_by


def test_what_names_its_matches_is_never_stopped_and_what_does_not_is_done_all_the_same(tmp_path: Path) -> None:
    with PostgresServer() as server:
        settings = server.environment() | {"DJANGO_SETTINGS_MODULE": "tests.settings_postgres"}
        told = told_by("tests.stack.crossed_locks", tmp_path, settings)
    assert told["by name"] == 0
    # Two that lock in opposite orders do stop each other, as PostgreSQL finds after a second.
    assert told["without names"] == 1
    assert told["changes"] == [4, 4]
