"""System checks: what cannot work together is refused, and the remedy is said."""

import os
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.checks import run_checks
from django.core.management import CommandError, call_command
from pytest_django import Settings

ROOT = Path(__file__).resolve().parents[2]
# What several processes need.
MANY = {
    "PROCESSES": "3",
    "DATABASE_URL": "postgresql://club:hidden-word@db/club",
    "REDIS_URL": "redis://:hidden-word@redis:6379/0",
    "SECRET_KEY": "a-word-that-is-long-enough-and-has-many-different-signs",
    "PUSH_PRIVATE_KEY": "A" * 42 + "E",
}


def found() -> dict[str, str]:
    """Our own checks' findings: the hint by the id."""
    return {str(one.id): one.hint or "" for one in run_checks(tags=["club"])}


def test_one_process_needs_nothing_but_itself(settings: Settings) -> None:
    settings.KEYS_ARE_GIVEN = False
    assert (settings.PROCESSES, found()) == (1, {})


def test_several_with_all_that_they_share_are_well(tmp_path: Path) -> None:
    asked = _check(tmp_path, **MANY)
    assert asked.returncode == 0, asked.stderr


@pytest.mark.parametrize(
    ("left_out", "refused"),
    [
        ("DATABASE_URL", "club.E001"),
        ("REDIS_URL", "club.E002"),
        ("SECRET_KEY", "club.E003"),
        ("PUSH_PRIVATE_KEY", "club.E003"),
    ],
)
def test_several_without_one_of_them_are_refused_and_the_remedy_names_it(
    tmp_path: Path, left_out: str, refused: str
) -> None:
    asked = _check(tmp_path, **MANY | {left_out: ""})
    assert asked.returncode == 1
    assert set(re.findall(r"club\.E\d+", asked.stderr)) == {refused}
    assert left_out in asked.stderr
    assert "hidden-word" not in asked.stderr


@pytest.mark.parametrize("command", ["web", "sweep", "worker", "think"])
def test_a_command_that_is_one_of_several_does_not_start_alone(command: str) -> None:
    said = StringIO()
    with pytest.raises(CommandError):
        call_command(command, stderr=said)
    for remedy in ("DATABASE_URL=", "REDIS_URL="):
        assert remedy in said.getvalue()


@pytest.mark.parametrize(
    ("debug", "header", "refused"),
    [
        (False, ("HTTP_X_FORWARDED_PROTO", "https"), []),
        (True, ("HTTP_X_FORWARDED_PROTO", "https"), ["club.E004"]),
        (False, None, ["club.E005"]),
    ],
)
def test_https_wants_a_proxy_that_says_so_and_no_tracebacks(
    settings: Settings, debug: bool, header: tuple[str, str] | None, refused: list[str]
) -> None:
    settings.HTTPS, settings.DEBUG, settings.SECURE_PROXY_SSL_HEADER = True, debug, header
    assert list(found()) == refused


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "mysql://club:hidden-word@db/club"),
        ("DATABASE_URL", "postgresql://club:hidden-word@db"),
        ("DATABASE_URL", "postgresql://club:hidden-word@db/club?no_such=1"),
        ("REDIS_URL", "http://:hidden-word@redis:6379/0"),
    ],
)
def test_an_address_that_cannot_be_read_is_refused_without_showing_its_password(
    tmp_path: Path, name: str, value: str
) -> None:
    asked = _check(tmp_path, **{name: value})
    assert asked.returncode != 0
    assert f"{name} is no address of" in asked.stderr
    assert "hidden-word" not in asked.stderr


def _check(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    known = {name: value for name, value in os.environ.items() if name not in ("SECRET_KEY", "PUSH_PRIVATE_KEY")}
    return subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=ROOT,
        env=known | {"DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "club.settings"} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
