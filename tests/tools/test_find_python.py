"""tools/find_python.sh: a Python that can run the club is found by running it, and what is missing is said."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RUNNING = os.path.realpath(sys.executable)


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A checkout's tools, and a PATH with the shell's commands alone."""
    shutil.copytree(ROOT / "tools", tmp_path / "tools")
    (tmp_path / "bin").mkdir()
    for name in ("sh", "cat", "grep", "ls", "sort", "tail"):
        found = shutil.which(name)
        assert found is not None
        (tmp_path / "bin" / name).symlink_to(found)
    return tmp_path


def test_it_passes_over_a_shim_that_does_not_run(machine: Path) -> None:
    program(machine / "bin/python3.13", "exit 127")
    wraps_the_running_one(machine / "bin/python3")
    assert found_by(machine) == RUNNING


def test_it_passes_over_a_python_that_is_too_old(machine: Path) -> None:
    program(machine / "bin/python3", "echo is Python 3.11 >&2; exit 1")
    wraps_the_running_one(machine / "bin/python")
    assert found_by(machine) == RUNNING


def test_it_looks_into_pyenvs_versions_newest_first(machine: Path) -> None:
    for version in ("3.9.18", "3.12.4", "3.12.10"):
        program(machine / f".pyenv/versions/{version}/bin/python", f"echo /the/{version}")
    assert found_by(machine) == "/the/3.12.10"


def test_it_takes_only_final_releases_of_pyenv(machine: Path) -> None:
    for version in ("3.14-dev", "3.15.0a1", "3.13.2t", "3.12.4", "miniconda3-3.12-24.1"):
        program(machine / f".pyenv/versions/{version}/bin/python", f"echo /the/{version}")
    assert found_by(machine) == "/the/3.12.4"


def test_it_keeps_to_the_environments_own_python(machine: Path) -> None:
    program(machine / ".venv/bin/python", "echo /its/own")
    program(machine / "bin/python3.14", "echo /the/other")
    assert found_by(machine) == "/its/own"


def test_it_takes_the_python_that_is_named(machine: Path) -> None:
    program(machine / "bin/python3.14", "echo /the/newest")
    program(machine / "mine", "echo /my/own")
    assert found_by(machine, PYTHON=str(machine / "mine")) == "/my/own"


def test_it_refuses_a_named_python_that_will_not_do_instead_of_taking_another(machine: Path) -> None:
    program(machine / "bin/python3.14", "echo /the/newest")
    program(machine / "mine", "echo is Python 3.8 >&2; exit 1")
    said = refused_by(machine, PYTHON=str(machine / "mine"))
    assert f"{machine}/mine is Python 3.8" in said


def test_it_says_where_it_looked_and_what_was_of_no_use(machine: Path) -> None:
    program(machine / "bin/python3.13", "exit 127")
    program(machine / "bin/python3", "echo is Python 3.11 >&2; exit 1")
    said = refused_by(machine)
    assert "needs Python 3.12 or newer" in said
    assert f"{machine}/.pyenv/versions" in said
    assert "uv, which could fetch one, is not installed" in said
    assert f"{machine}/bin/python3.13 does not run" in said
    assert f"{machine}/bin/python3 is Python 3.11" in said


def test_it_asks_uv_last(machine: Path) -> None:
    program(machine / "bin/uv", f'case "$*" in --version) ;; python\\ find*) echo {machine}/of-uv ;; *) exit 1 ;; esac')
    program(machine / "of-uv", "echo /of/uv")
    assert found_by(machine) == "/of/uv"


def program(path: Path, script: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)


def wraps_the_running_one(path: Path) -> None:
    program(path, f'exec "{RUNNING}" "$@"')


def found_by(machine: Path, **environment: str) -> str:
    run = find_python(machine, environment)
    assert run.returncode == 0, run.stderr
    return os.path.realpath(run.stdout.strip())


def refused_by(machine: Path, **environment: str) -> str:
    run = find_python(machine, environment)
    assert run.returncode == 1
    assert run.stdout == ""
    return run.stderr


def find_python(machine: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", "tools/find_python.sh"],
        cwd=machine,
        env={"PATH": str(machine / "bin"), "HOME": str(machine)} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
