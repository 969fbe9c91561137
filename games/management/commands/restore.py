"""`manage.py restore FILE`: the club as a backup holds it."""

import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.utils import timezone

from club import backups, outages
from club.backup_errors import NoBackup
from games import restoring


class Command(BaseCommand):
    help = "Put the club back as it is in that backup. Stop everything that serves it first."
    # They look into the database, and a damaged one is what backups are for.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="what `manage.py backup` has made")

    def handle(self, *args: Any, **options: Any) -> None:
        if self._is_served():
            raise CommandError("the club is being served: stop it first, every process of it")
        try:
            former = backups.restore(options["file"], settings.DATA_DIR, timezone.now())
        except (NoBackup, OSError) as error:
            raise CommandError(f"nothing was changed: {error}") from error
        # The backup may be of an older version of the club.
        call_command("migrate", interactive=False, verbosity=0)
        raised = restoring.outdate_open_pages()
        if former is not None:
            self.stdout.write(f"the former database is {former}")
        self.stdout.write(f"the club is as in {options['file'].name}; {raised} views are newer than any open page's")

    def _is_served(self) -> bool:
        """Whether some process of the club leaves its stamps; waits for the next one if the last is not old."""
        try:
            last = outages.last_stamp()
            if last is None or timezone.now() - last > outages.LONGEST_GAP:
                return False
            time.sleep(outages.STAMP_EVERY_SECONDS + 1)
            return outages.last_stamp() != last
        except DatabaseError:
            # An empty machine, or a database that is damaged: nobody can be served from it.
            return False
        finally:
            connection.close()
