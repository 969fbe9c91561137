"""The scripts of tools/ that print where a program is, run on a machine that is told what it has."""

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def find(script: str, without: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run with this environment, but `without` that variable unless it is named here."""
    known = {name: value for name, value in os.environ.items() if name != without}
    return subprocess.run(
        ["/bin/sh", f"tools/{script}"],
        cwd=ROOT,
        env=known | environment,
        capture_output=True,
        text=True,
        check=False,
    )
