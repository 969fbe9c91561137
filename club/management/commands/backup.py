"""`manage.py backup`: the whole club in one file, made while it is served; once, or every day at an hour."""

import datetime as dt
import logging
import time
from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.utils import timezone

from club import backups, upkeep
from club.backup_errors import NoBackup
from club.models import Chore

log = logging.getLogger(__name__)

# A clock that is set, or a machine that slept, is noticed so soon.
LOOKS_EVERY_SECONDS = 30


def hour_of_day(text: str) -> dt.time:
    try:
        return dt.datetime.strptime(text, "%H:%M").replace(tzinfo=dt.UTC).time()
    except ValueError as error:
        raise ArgumentTypeError(f"{text!r} is no time of day: say 03:30") from error


def next_at(hour: dt.time, now: dt.datetime) -> dt.datetime:
    """The first instant after `now` at which it is that hour, in UTC."""
    today = dt.datetime.combine(now.astimezone(dt.UTC).date(), hour, dt.UTC)
    return today if today > now else today + dt.timedelta(days=1)


class Command(BaseCommand):
    help = (
        "Write the club (database and keys) into one file in BACKUP_DIR, copy it to BACKUP_COPY_DIR if there is one, "
        "and remove those older than BACKUPS_KEPT_DAYS."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--at", type=hour_of_day, metavar="03:30", help="every day at this hour (UTC), for ever")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["at"] is None:
            self._make(timezone.now())
            return
        due = next_at(options["at"], timezone.now())
        while True:
            time.sleep(LOOKS_EVERY_SECONDS)
            if timezone.now() >= due:
                due = next_at(options["at"], timezone.now())
                try:
                    self._make(timezone.now())
                except CommandError as error:
                    # Tomorrow's may do better; the administrators are told meanwhile.
                    log.error("no backup was made: %s", error)  # noqa: TRY400 - the sentence says it all
                connection.close()

    def _make(self, now: dt.datetime) -> None:
        """One backup; how it went is noted where the administrators are told from. Raises CommandError."""
        try:
            made = backups.make(settings.BACKUP_DIR, settings.DATA_DIR, now)
            self.stdout.write(f"{made} ({made.stat().st_size:,} bytes)")
            for folder in {settings.BACKUP_DIR, settings.BACKUP_COPY_DIR}:
                if folder != settings.BACKUP_DIR:
                    self.stdout.write(f"{backups.copy(made, folder)}")
                for gone in backups.forget_old(folder, dt.timedelta(days=settings.BACKUPS_KEPT_DAYS), now):
                    self.stdout.write(f"{gone} was old and is gone")
        except (NoBackup, OSError) as error:
            self._note_failure(str(error), now)
            raise CommandError(f"no backup was made: {error}") from error
        upkeep.went_well(Chore.BACKUP, timezone.now())

    def _note_failure(self, words: str, now: dt.datetime) -> None:
        try:
            upkeep.went_wrong(Chore.BACKUP, words, now)
        except DatabaseError:
            # The database may be what is away; the log and the exit status still say it.
            log.exception("that a backup failed could not be written down")
