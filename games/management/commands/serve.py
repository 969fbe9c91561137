"""The one-process club: migrate, collect static files, then serve, sweep, send notices and think, from this process."""

import asyncio
from argparse import ArgumentParser
from functools import partial
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.utils import timezone

from games import announce
from games.retention import retain_again_and_again
from games.serving import begin_serving, give_back_time_on_return, stamp_again_and_again
from games.sweep import sweep_again_and_again
from games.tables import Told
from games.tasks import enqueue_again_and_again, start_worker
from games.thinking import Thinking
from games.web_server import WebServer, make_room

# A loop that takes longer to pass something on is stuck; the sockets find by themselves what they missed.
TELL_SECONDS = 10


class Command(BaseCommand):
    help = "Migrate, then serve the club from this one process: pages, sockets, sweep and notices."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1)")
        parser.add_argument("--port", type=int, default=int(settings.PORT), help="the port to listen on (PORT)")

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("set_up")
        begin_serving(timezone.now())
        give_back_time_on_return()
        make_room(self.stderr)
        WebServer(options["host"], options["port"], self._ready).run()

    def _ready(self) -> None:
        loop = asyncio.get_event_loop()
        rounds = (
            sweep_again_and_again(),
            stamp_again_and_again(),
            enqueue_again_and_again(),
            retain_again_and_again(),
        )
        self.always = [loop.create_task(again_and_again) for again_and_again in rounds]
        start_worker()
        Thinking(partial(self._tell, loop)).start()
        self.stdout.write(self.style.SUCCESS(f"The Fairest is open at {settings.SITE_URL}/ (stop with Ctrl-C)"))
        self.stdout.flush()

    def _tell(self, loop: asyncio.AbstractEventLoop, told: list[Told]) -> None:
        """From the thinking thread: the sockets belong to the loop's."""
        asyncio.run_coroutine_threadsafe(announce.tell(told), loop).result(TELL_SECONDS)
