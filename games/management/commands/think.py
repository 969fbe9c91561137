"""Thinking in a process of its own, for a club of many: analyses, hints, and the moves of the house."""

import signal
import threading
from typing import Any

from django.core.management.base import BaseCommand

from club.checks import refuse_unshared
from games.serving import give_back_time_on_return
from games.thinking import Thinking


class Command(BaseCommand):
    help = "Analyse games, give hints and make the house players' moves, until stopped. Two are harmless."

    def handle(self, *args: Any, **options: Any) -> None:
        refuse_unshared(self.stderr)
        stopped = threading.Event()
        for told in (signal.SIGTERM, signal.SIGINT):
            signal.signal(told, lambda _number, _frame: stopped.set())
        give_back_time_on_return()
        self.stdout.write("Thinking (stop with Ctrl-C)")
        self.stdout.flush()
        Thinking(while_served=True).think_until(stopped)
