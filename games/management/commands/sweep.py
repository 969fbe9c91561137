"""Sweeping in a process of its own, for a club of many processes."""

import asyncio
from typing import Any

from django.core.management.base import BaseCommand

from games.sweep import sweep_again_and_again


class Command(BaseCommand):
    help = "End what is due, every five seconds, until stopped. Two at once are harmless."

    def handle(self, *args: Any, **options: Any) -> None:
        asyncio.run(sweep_again_and_again())
