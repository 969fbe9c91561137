"""Sweeping, and finding which notices are due, in a process of its own, for a club of many processes."""

import asyncio
from typing import Any

from django.core.management.base import BaseCommand

from games.sweep import sweep_again_and_again
from games.tasks import enqueue_again_and_again


class Command(BaseCommand):
    help = "End what is due, and queue the notices that are (db_worker sends them), until stopped. Two are harmless."

    def handle(self, *args: Any, **options: Any) -> None:
        asyncio.run(self._rounds())

    async def _rounds(self) -> None:
        await asyncio.gather(sweep_again_and_again(), enqueue_again_and_again())
