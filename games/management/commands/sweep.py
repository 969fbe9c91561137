"""Sweeping, finding which notices are due and forgetting what is old, in a process of its own, for a club of many."""

import asyncio
import contextlib
import signal
from typing import Any

from django.core.management.base import BaseCommand

from club.checks import refuse_unshared
from games.refusals import Refused
from games.retention import retain_again_and_again
from games.serving import give_back_time_on_return
from games.sweep import sweep_again_and_again
from games.tasks import enqueue_again_and_again
from games.writer import writer


class Command(BaseCommand):
    help = "End what is due, queue the notices that are (worker sends them), forget what is old. Two are harmless."

    def handle(self, *args: Any, **options: Any) -> None:
        refuse_unshared(self.stderr)
        asyncio.run(self._until_stopped())

    async def _until_stopped(self) -> None:
        stopped, loop = asyncio.Event(), asyncio.get_running_loop()
        for told in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(told, stopped.set)
        give_back_time_on_return()
        rounds = (sweep_again_and_again(while_served=True), enqueue_again_and_again(), retain_again_and_again())
        always = [loop.create_task(again_and_again) for again_and_again in rounds]
        self.stdout.write("Sweeping (stop with Ctrl-C)")
        self.stdout.flush()
        await stopped.wait()
        for task in always:
            task.cancel()
        # What the writer has begun is finished.
        with contextlib.suppress(Refused):
            await writer.ask(lambda: None)
