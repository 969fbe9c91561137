"""`manage.py records FOLDER`: the record of every match whose deal is closed, to be checked with `manage.py verify`."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games import records
from games.models import Match


class Command(BaseCommand):
    help = "Write the record of every match that is over and whose deal is closed into that folder."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path = options["folder"]
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        now, written = timezone.now(), 0
        for match in Match.objects.filter(phase=Match.Phase.ENDED).select_related("deal").order_by("pk").iterator():
            if match.deal.is_closed(now):
                (folder / f"{match.key}.calc.json").write_bytes(records.written(match))
                written += 1
        self.stdout.write(f"{written} records are in {folder}")
