"""`python -m load.check LOG…`: whether the club of these settings holds what the players of these logs were told."""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "club.settings")
django.setup()

from load.compare import SAYS, Findings, compare
from load.log import read
from load.told import Told

# So many faults of one promise are printed; the rest is counted.
PRINTED = 20


def main(arguments: Sequence[str]) -> int:
    """The exit status: 0 if everything holds, 1 if anything is wrong, 2 if a log cannot be read."""
    parser = ArgumentParser(prog="python -m load.check", description=__doc__)
    parser.add_argument("logs", nargs="+", type=Path, metavar="LOG")
    logs: list[Path] = parser.parse_args(arguments).logs
    try:
        told = Told(chain.from_iterable(map(read, logs)))
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    findings = compare(told)
    print("\n".join(lines(told, findings)))
    return 0 if findings.holds else 1


def lines(told: Told, findings: Findings) -> list[str]:
    """In plain words: what was checked, how much of each, and what is wrong."""
    said = [
        f"{told.lines:,} lines of {len(told.clients)} clients; {len(told.tables)} tables; {told.lost} lost connections."
    ]
    for promise, words in SAYS.items():
        counts = ", ".join(f"{count:,} {what}" for what, count in findings.looked_at[promise].items()) or "nothing"
        faults = findings.faults[promise]
        verdict = f"{len(faults)} FAULTS" if faults else "holds"
        said.append(f"Promise {promise} ({words}): {verdict}. Looked at: {counts}.")
        said += [f"  {fault}" for fault in faults[:PRINTED]]
        if len(faults) > PRINTED:
            said.append(f"  and {len(faults) - PRINTED} more")
    said.append("Everything holds." if findings.holds else "Something is wrong.")
    return said


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
