"""Moves that are committed together build on one another, though none is written yet when the next one comes."""

from pathlib import Path

from load.postgres import PostgresServer
from tests.with_django import told_by


def test_moves_of_a_race_that_was_not_in_memory_follow_one_another_in_one_transaction(tmp_path: Path) -> None:
    with PostgresServer() as server:
        settings = server.environment() | {"DJANGO_SETTINGS_MODULE": "tests.settings_postgres"}
        told = told_by("tests.stack.moves_together", tmp_path, settings)
    assert told["refused"] == []
    first = told["versions"][0]
    assert told["versions"] == [first, first + 1, first + 2, first + 3]
    assert told["stored"] == [[3, first + 3], [1, first + 3]]
