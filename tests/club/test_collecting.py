"""Static files are collected where one changed, and not again where none did."""

import os
import time
from pathlib import Path

import pytest
from pytest_django import Settings

from club.collecting import MARK, collect_static


@pytest.fixture
def source(settings: Settings, tmp_path: Path) -> Path:
    """One file that a page needs; the whole of what there is to collect."""
    folder = tmp_path / "source"
    folder.mkdir()
    settings.STATICFILES_DIRS = [folder]
    settings.STATIC_ROOT = tmp_path / "collected"
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }
    file = folder / "page.css"
    file.write_text("body { color: red }")
    return file


def collected(source: Path) -> str:
    return (source.parent.parent / "collected" / source.name).read_text()


def test_nothing_is_done_again_where_nothing_changed(source: Path) -> None:
    assert collect_static()
    assert not collect_static()
    assert collected(source) == "body { color: red }"


def test_a_file_that_changed_is_collected(source: Path) -> None:
    collect_static()
    source.write_text("body { color: green }")
    # Django compares whole seconds.
    os.utime(source, (time.time() + 2,) * 2)
    assert collect_static()
    assert collected(source) == "body { color: green }"


def test_a_file_that_came_is_collected(source: Path) -> None:
    collect_static()
    come = source.with_name("other.css")
    come.write_text("a { color: blue }")
    assert collect_static()
    assert collected(come) == "a { color: blue }"


def test_whoever_was_stopped_half_way_begins_again(source: Path) -> None:
    collect_static()
    (source.parent.parent / "collected" / MARK).unlink()
    assert collect_static()


def test_what_was_removed_is_collected_again(source: Path) -> None:
    collect_static()
    for file in (source.parent.parent / "collected").iterdir():
        file.unlink()
    assert collect_static()
    assert collected(source) == "body { color: red }"
