"""`manage.py verify FILE…`: whether records hold, one JSON line a file; a deal is proved fair with it."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path

from django.core.management.base import BaseCommand, CommandParser

from games.engine.record import SIZE_LIMIT, Verdict, judge

STANDARD_INPUT = "-"


class Command(BaseCommand):
    """Exits with 0 if every record holds, 1 if one does not, 2 if one is no record at all."""

    help = "Check records of finished games against the rules and against the secrets of their deals."
    # Whoever checks a record needs no club set up, and no database.
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a .calc.json file, or - for standard input")

    def handle(self, *, files: list[str], **_options: object) -> None:
        verdicts = []
        for file in files:
            verdict = verdict_on(file)
            self.stdout.write(json.dumps(verdict.to_json(file)))
            verdicts.append(verdict)
        sys.exit(exit_status(verdicts))


def verdict_on(file: str) -> Verdict:
    """The verdict on the file at this path, `-` for standard input."""
    try:
        # One byte above the limit is enough to see that there is too much, be it a device without end.
        if file == STANDARD_INPUT:
            return judge(sys.stdin.buffer.read(SIZE_LIMIT + 1))
        with Path(file).open("rb") as opened:
            return judge(opened.read(SIZE_LIMIT + 1))
    except OSError as error:
        return Verdict(None, reason=f"the file cannot be read: {error.strerror}")


def exit_status(verdicts: Iterable[Verdict]) -> int:
    """0 if all hold, 1 if one does not, 2 if one is no record; 2 outranks 1."""
    return max({True: 0, False: 1, None: 2}[verdict.holds] for verdict in verdicts)
