"""One of many: pages and sockets only, on the database and Redis that all processes share."""

import asyncio
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone

from club.checks import refuse_unshared
from games.serving import begin_serving, give_back_time_on_return, stamp_again_and_again
from games.web_server import WebServer, make_room


class Command(BaseCommand):
    help = "Serve pages and sockets from this process; others sweep (sweep) and send notices (worker)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1)")
        parser.add_argument("--port", type=int, default=int(settings.PORT), help="the port to listen on (PORT)")

    def handle(self, *args: Any, **options: Any) -> None:
        refuse_unshared(self.stderr)
        begin_serving(timezone.now())
        give_back_time_on_return()
        make_room(self.stderr)
        WebServer(options["host"], options["port"], self._ready).run()

    def _ready(self) -> None:
        self.always = asyncio.get_event_loop().create_task(stamp_again_and_again())
        self.stdout.write(self.style.SUCCESS(f"A process of {settings.SITE_URL}/ is open (stop with Ctrl-C)"))
        self.stdout.flush()
