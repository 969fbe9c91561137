"""`python -m tests.with_django MODULE …`: that module as a program of its own, begun once Django's apps are loaded."""

import json
import os
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import django

from load.process import ROOT


def told_by(module: str, folder: Path, settings: dict[str, str]) -> Any:
    """What it prints as JSON, with the club's settings, and its data in that folder."""
    done = subprocess.run(
        [sys.executable, "-m", __name__, module],
        cwd=ROOT,
        env=os.environ | settings | {"DATA_DIR": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


if __name__ == "__main__":
    django.setup()
    sys.argv = sys.argv[1:]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
