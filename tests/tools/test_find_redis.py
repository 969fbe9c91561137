"""tools/find_redis.sh: a Redis server is found by running it, and one that does not run is said to be of no use."""

import os
from pathlib import Path
from subprocess import CompletedProcess

from tests.tools.finding import find


def test_it_takes_the_program_that_it_is_told(tmp_path: Path) -> None:
    program = _program(tmp_path / "my-redis", 0)
    found = _find(REDIS_SERVER=str(program))
    assert (found.stdout, found.returncode) == (f"{program}\n", 0)


def test_it_takes_what_is_on_the_path_before_looking_further(tmp_path: Path) -> None:
    program = _program(tmp_path / "redis-server", 0)
    assert _find(PATH=f"{tmp_path}:{os.environ['PATH']}").stdout == f"{program}\n"


def test_it_passes_over_one_that_does_not_run(tmp_path: Path) -> None:
    _program(tmp_path / "redis-server", 127)
    program = _program(tmp_path / "valkey-server", 0)
    assert _find(PATH=f"{tmp_path}:{os.environ['PATH']}").stdout == f"{program}\n"


def test_it_says_plainly_that_the_named_one_is_of_no_use(tmp_path: Path) -> None:
    program = _program(tmp_path / "my-redis", 1)
    found = _find(REDIS_SERVER=str(program))
    assert (found.returncode, found.stdout) == (1, "")
    assert f"REDIS_SERVER={program} does not run." in found.stderr


def _program(path: Path, status: int) -> Path:
    path.write_text(f"#!/bin/sh\nexit {status}\n")
    path.chmod(0o755)
    return path


def _find(**environment: str) -> CompletedProcess[str]:
    return find("find_redis.sh", without="REDIS_SERVER", **environment)
