"""SECURITY.md names a test for every threat, and every test that it names exists."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


def rows() -> list[str]:
    """The lines of the tables that tell of a threat."""
    lines = (ROOT / "SECURITY.md").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.startswith("| ") and not line.startswith(("| who,", "| ---"))]


def test_every_threat_has_a_test_that_stands_against_it() -> None:
    assert len(rows()) > 30
    assert [row for row in rows() if len(row.split(" | ")) != 3 or not NAMED.search(row.split(" | ")[2])] == []


def test_every_test_that_is_named_exists() -> None:
    named = [found for row in rows() for found in NAMED.findall(row)]
    missing = []
    for file, test in named:
        path = ROOT / file
        if not path.is_file() or not re.search(
            rf"^(async )?def {test}\(", path.read_text(encoding="utf-8"), re.MULTILINE
        ):
            missing.append(f"{file}::{test}")
    assert missing == []
    assert len(named) == len(re.findall("`tests/", "".join(rows()))), "each as `file::test`"
