"""`manage.py tournament`: the house players at numbered deals, with the share that each level wins."""

from __future__ import annotations

import os
from argparse import ArgumentTypeError
from collections.abc import Iterable, Iterator

from django.core.management.base import BaseCommand, CommandParser

from games.analysis.house import Level
from games.engine.errors import InvalidRules
from games.engine.rules import Rules
from games.tournament import Played, Standing, play_deals, standing

# So often the command says how far a level is.
_TOLD = 20


def rules_text(text: str) -> Rules:
    """Rules as they are written on the command line."""
    try:
        return Rules.parse(text)
    except InvalidRules as error:
        raise ArgumentTypeError(str(error)) from None


def count_text(text: str) -> int:
    """A whole number from 1."""
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"{text[:40]!r} is no whole number from 1")
    return int(text)


class Command(BaseCommand):
    """One line a level: won with its 95 % interval, mean cards, milliseconds of processor time a decision."""

    help = "Let the house players play numbered deals, and print how often each level wins."
    # It touches neither database nor club.
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--deals", type=count_text, default=1000, help="how many deals")
        parser.add_argument("--first", type=count_text, default=1, help="the number of the first deal")
        parser.add_argument("--levels", nargs="+", choices=[*Level], default=[*Level], metavar="LEVEL")
        parser.add_argument("--rules", type=rules_text, default="classic-4-0", help="such as classic-4-0 or giant-6-1")
        parser.add_argument("--processes", type=count_text, default=os.cpu_count() or 1)

    def handle(
        self, *, deals: int, first: int, levels: list[str], rules: Rules, processes: int, **_options: object
    ) -> None:
        numbers = range(first, first + deals)
        for level in map(Level, levels):
            games = play_deals(rules, level, numbers, processes)
            self.stdout.write(line(level, standing(self._told(level, games, deals))))

    def _told(self, level: Level, games: Iterable[Played], deals: int) -> Iterator[Played]:
        step = max(1, deals // _TOLD)
        for count, game in enumerate(games, start=1):
            if count % step == 0 and count < deals:
                self.stderr.write(f"{level}: {count} of {deals}")
            yield game


def line(level: Level, reached: Standing) -> str:
    """One level's result as the command prints it."""
    won = reached.won
    return (
        f"{level:<8} won {won.percent:5.1f} % ({won.low:.1f} to {won.high:.1f}, {won.of} deals), "
        f"{reached.cards:.1f} cards, {reached.decision_ms:.2f} ms a decision"
    )
