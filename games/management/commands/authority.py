"""`manage.py authority`: a member's number line by line, or the proof that all of them are counted right."""

import datetime as dt
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from club.authority import Standing
from club.models import Player
from games.recounting import Recount, recount
from games.reporting import named
from games.standing import standing_of, standings_of

# So many members a question.
AT_ONCE = 60


class Command(BaseCommand):
    """Exits with 1 if the two counts differ for anybody."""

    help = "Explain a member's authority, or with --check count everybody's a second time and print any difference."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", nargs="?", metavar="NAME", help="the member whose authority is explained")
        parser.add_argument("--check", action="store_true", help="count everybody's, or NAME's, a second time")

    def handle(self, *args: Any, **options: Any) -> None:
        now, name = timezone.now(), options["name"]
        if not options["check"]:
            if name is None:
                raise CommandError("say whose authority, or --check")
            self._explain(name, now)
            return
        members = Player.objects.filter(approved_at__isnull=False, left_at=None)
        ids = [_member(name).pk] if name else list(members.order_by("pk").values_list("pk", flat=True))
        differing = sum(self._check(ids[start : start + AT_ONCE], now) for start in range(0, len(ids), AT_ONCE))
        self.stdout.write(f"{len(ids)} members counted twice, {differing} differ")
        sys.exit(1 if differing else 0)

    def _explain(self, name: str, now: dt.datetime) -> None:
        found = standing_of(_member(name), now)
        if found is None:
            raise CommandError("only members have an authority")
        players = Player.objects.in_bulk({line.match.opponent_id for line in found.lines})
        new = ", new" if found.is_new else ""
        self.stdout.write(
            f"authority {found.authority}{new}: reliability {found.reliability:.4f}, regard {found.regard:.2f},"
            f" {found.ended} matches"
        )
        for line in found.lines:
            match = line.match
            self.stdout.write(
                f"{match.ended_at:%Y-%m-%d %H:%M} {match.key} {players[match.opponent_id]}: {line.weight} {line.why}"
            )

    def _check(self, player_ids: list[int], now: dt.datetime) -> int:
        """How many of these differ; each difference is printed."""
        differing = 0
        first = standings_of(player_ids, now)
        for player in Player.objects.filter(pk__in=player_ids).order_by("pk"):
            second = recount(player, now)
            lines = list(_differences(first[player.pk], second))
            for line in lines:
                self.stdout.write(f"{player}: {line}")
            differing += bool(lines)
        return differing


def _member(name: str) -> Player:
    player = named(name)
    if player is None:
        raise CommandError(f"no member is named {name}")
    return player


def _differences(first: Standing, second: Recount) -> list[str]:
    lines = []
    if first.authority != second.authority:
        lines.append(f"authority {first.authority}, counted again {second.authority}")
    if first.is_new != second.is_new:
        lines.append(f"new {first.is_new}, counted again {second.is_new}")
    weights = {line.match.key: line.weight for line in first.lines if line.counted}
    keys = sorted(weights.keys() | second.weights.keys())
    other = [key for key in keys if weights.get(key) != second.weights.get(key)]
    lines += [f"{key} weighs {weights.get(key)}, counted again {second.weights.get(key)}" for key in other]
    return lines
