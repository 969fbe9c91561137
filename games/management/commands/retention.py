"""`manage.py retention`: forget what is old, once; for a club of many processes, to be run every day."""

import asyncio
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.retention import retain


class Command(BaseCommand):
    help = "Forget what the club has kept for as long as the settings say (serve does it every day by itself)."

    def handle(self, *args: Any, **options: Any) -> None:
        forgotten = asyncio.run(retain(timezone.now()))
        self.stdout.write(f"{forgotten} rows and files were old enough to be forgotten")
