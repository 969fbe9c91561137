"""The one-process club: migrate, collect static files, then serve, sweep, send notices and think, from this process."""

import asyncio
import resource
import sys
from argparse import ArgumentParser
from functools import partial
from typing import Any

from channels.routing import get_default_application
from daphne.endpoints import build_endpoint_description_strings
from daphne.server import Server
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.utils import timezone

from games import announce
from games.retention import retain_again_and_again
from games.serving import begin_serving, stamp_again_and_again
from games.sweep import sweep_again_and_again
from games.tables import Told
from games.tasks import enqueue_again_and_again, start_worker
from games.thinking import Thinking

# A socket takes a descriptor; many systems give a process 1,024 and allow far more when asked.
DESCRIPTORS_WANTED = 65_536
DESCRIPTORS_FOR_OTHERS = 100
# Above the table's own 8 KiB, so that a frame too large is answered with a sentence; far above, the socket is closed.
LARGEST_FRAME = 64 * 1024
SWITCH_SECONDS = 0.0005
# A loop that takes longer to pass something on is stuck; the sockets find by themselves what they missed.
TELL_SECONDS = 10
# Daphne closes even healthy sockets after this long; a year is never.
NEVER = 365 * 24 * 3600


class Command(BaseCommand):
    help = "Migrate, then serve the club from this one process: pages, sockets, sweep and notices."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1)")
        parser.add_argument("--port", type=int, default=int(settings.PORT), help="the port to listen on (PORT)")

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("set_up")
        begin_serving(timezone.now())
        self._raise_descriptor_limit()
        # The writer's thread shall not keep the sockets waiting for the interpreter's usual five milliseconds.
        sys.setswitchinterval(SWITCH_SECONDS)
        server = Server(
            # Loaded only now: the application looks for the static files when it is made.
            get_default_application(),
            endpoints=build_endpoint_description_strings(host=options["host"], port=options["port"]),
            websocket_timeout=NEVER,
            websocket_max_message_size=LARGEST_FRAME,
            websocket_max_frame_size=LARGEST_FRAME,
            ready_callable=self._ready,
            server_name="",
            verbosity=0,
        )
        server.run()

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

    def _raise_descriptor_limit(self) -> None:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = DESCRIPTORS_WANTED if hard == resource.RLIM_INFINITY else min(hard, DESCRIPTORS_WANTED)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
        if soft != resource.RLIM_INFINITY and soft < DESCRIPTORS_WANTED:
            sockets = soft - DESCRIPTORS_FOR_OTHERS
            self.stderr.write(f"This system lets the club hold about {sockets} open sockets (ulimit -n is {soft}).")
