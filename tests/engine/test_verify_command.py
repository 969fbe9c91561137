"""`manage.py verify` prints one JSON line a file, exits by the worst of them, and touches no database."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from games.engine.record import SIZE_LIMIT, Verdict
from games.engine.result import Outcome
from games.management.commands.verify import Command, exit_status, verdict_on
from tests.engine.records import record_of, written
from tests.engine.replays import replay_that

ROOT = Path(__file__).resolve().parents[2]
GOOD = written(record_of(replay_that(Outcome.WON, redeals_used=1)))
TAMPERED = GOOD.replace(b'"near_win": false', b'"near_win": true')


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """Paths of a record that holds, one that does not, and a file that is none."""
    paths = {}
    for name, content in (("good", GOOD), ("tampered", TAMPERED), ("broken", b"{")):
        path = tmp_path / f"{name}.calc.json"
        path.write_bytes(content)
        paths[name] = str(path)
    return paths


def run(*names: str) -> tuple[int, list[dict[str, object]]]:
    """The command without the club around it: its exit status and its lines."""
    out = io.StringIO()
    with pytest.raises(SystemExit) as left:
        Command(stdout=out).handle(files=list(names))
    assert isinstance(left.value.code, int)
    return left.value.code, [json.loads(line) for line in out.getvalue().splitlines()]


@pytest.mark.parametrize(
    ("names", "status", "holds"),
    [
        (["good"], 0, [True]),
        (["good", "good"], 0, [True, True]),
        (["good", "tampered"], 1, [True, False]),
        (["tampered", "good"], 1, [False, True]),
        (["broken"], 2, [None]),
        (["broken", "tampered", "good"], 2, [None, False, True]),
        (["tampered", "broken"], 2, [False, None]),
    ],
)
def test_one_line_a_file_and_the_worst_decides(
    files: dict[str, str], names: list[str], status: int, holds: list[bool | None]
) -> None:
    paths = [files[name] for name in names]
    left, lines = run(*paths)
    assert left == status
    assert [(line["file"], line["holds"]) for line in lines] == list(zip(paths, holds, strict=True))


def test_a_line_says_what_does_not_hold(files: dict[str, str]) -> None:
    _, [line] = run(files["tampered"])
    assert line == {
        "file": files["tampered"],
        "holds": False,
        "reason": "seat 1: the result states another near_win than the replay",
        "at": None,
    }


def test_a_file_that_cannot_be_read_is_no_record(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing.calc.json"):
        status, [line] = run(str(path))
        assert status == 2
        assert line["holds"] is None
        assert str(line["reason"]).startswith("the file cannot be read: ")


def test_a_file_without_end_is_not_read_to_its_end() -> None:
    assert verdict_on("/dev/zero") == Verdict(None, reason=f"longer than {SIZE_LIMIT} bytes")


def test_two_outranks_one() -> None:
    holds, fails, broken = (Verdict(holds) for holds in (True, False, None))
    assert exit_status([holds]) == 0
    assert exit_status([fails, holds]) == 1
    assert exit_status([broken, fails, holds]) == 2


def manage(*arguments: str, stdin: bytes, data_dir: Path) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), *arguments],
        input=stdin,
        capture_output=True,
        cwd=ROOT,
        env=os.environ | {"DATA_DIR": str(data_dir)},
        timeout=60,
        check=False,
    )


def test_from_the_command_line_with_standard_input_and_without_a_database(
    files: dict[str, str], tmp_path: Path
) -> None:
    data_dir = tmp_path / "club"
    done = manage("verify", "-", files["tampered"], stdin=GOOD, data_dir=data_dir)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(line["file"], line["holds"]) for line in lines] == [("-", True), (files["tampered"], False)]
    assert done.stderr == b""
    assert done.returncode == 1
    assert not list(data_dir.glob("*.sqlite3*"))


def test_from_the_command_line_nothing_to_verify_is_an_error(tmp_path: Path) -> None:
    done = manage("verify", stdin=b"", data_dir=tmp_path)
    assert done.returncode == 2
    assert b"FILE" in done.stderr
    assert done.stdout == b""
