"""Writers of several processes on PostgreSQL: those that name what they change wait, others are tried again."""

import json
import os
import subprocess
import sys
from pathlib import Path

from load.postgres import PostgresServer
from load.process import ROOT


def test_what_names_its_matches_is_never_stopped_and_what_does_not_is_done_all_the_same(tmp_path: Path) -> None:
    with PostgresServer() as server:
        settings = server.environment() | {"DJANGO_SETTINGS_MODULE": "tests.settings_postgres"}
        done = subprocess.run(
            [sys.executable, "-m", "tests.with_django", "tests.stack.crossed_locks"],
            cwd=ROOT,
            env=os.environ | settings | {"DATA_DIR": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["by name"] == 0
    # Two that lock in opposite orders do stop each other, as PostgreSQL finds after a second.
    assert told["without names"] == 1
    assert told["changes"] == [4, 4]
