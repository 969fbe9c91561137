"""tests/conftest.py: the build skips nothing unnoticed, here one may."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SKIPPING = """
import pytest

def test_runs():
    pass

@pytest.mark.skip
def test_is_skipped():
    pass
"""


@pytest.mark.parametrize("side_by_side", [(), ("--numprocesses", "1")], ids=["alone", "side by side"])
def test_the_build_fails_when_a_test_is_skipped(tmp_path: Path, side_by_side: tuple[str, ...]) -> None:
    run = run_pytest(tmp_path, SKIPPING, *side_by_side, CI="true")
    assert run.returncode == pytest.ExitCode.TESTS_FAILED
    assert "1 skipped: the build skips none" in run.stdout
    assert "1 passed, 1 skipped" in run.stdout.splitlines()[-1]


def test_the_build_fails_when_a_whole_module_is_skipped(tmp_path: Path) -> None:
    module = "import pytest\npytest.skip('not here', allow_module_level=True)\n"
    (tmp_path / "test_other.py").write_text("def test_runs(): pass\n", encoding="utf-8")
    assert run_pytest(tmp_path, module, CI="true").returncode == pytest.ExitCode.TESTS_FAILED


def test_here_a_test_may_be_skipped(tmp_path: Path) -> None:
    assert run_pytest(tmp_path, SKIPPING).returncode == pytest.ExitCode.OK


def run_pytest(folder: Path, module: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """pytest in a process of its own over one module, with nothing of ours but the hooks of tests/conftest.py."""
    (folder / "test_module.py").write_text(module, encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    kept = {
        name: value
        for name, value in os.environ.items()
        if name != "CI" and not name.startswith(("PYTEST_", "DJANGO_"))
    }
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:django", "-p", "tests.conftest", *arguments],
        cwd=folder,
        env=kept | {"PYTHONPATH": str(ROOT)} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
