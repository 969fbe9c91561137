"""The work that is queued in the database, such as sending notices, in a process of its own, for a club of many."""

import signal
import threading
from typing import Any

from django.core.management.base import BaseCommand

from club.checks import refuse_unshared
from games.tasks import work_until


class Command(BaseCommand):
    help = "Do what is queued, such as sending notices, until stopped; what is begun is finished. Two share the work."

    def handle(self, *args: Any, **options: Any) -> None:
        refuse_unshared(self.stderr)
        stopped = threading.Event()
        for told in (signal.SIGTERM, signal.SIGINT):
            signal.signal(told, lambda _number, _frame: stopped.set())
        self.stdout.write("Working (stop with Ctrl-C)")
        self.stdout.flush()
        work_until(stopped)
