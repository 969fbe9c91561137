"""What the club forgets by itself of people, once it has been kept for as long as the settings say."""

import datetime as dt
import logging
from pathlib import Path

from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Model, Q, QuerySet

from club.models import Invitation, Judgement, Partnership, Presence, Report

log = logging.getLogger(__name__)

# So many rows of one table in one transaction; the caller comes again.
AT_ONCE = 500


def days(number: int) -> dt.timedelta:
    return dt.timedelta(days=number)


@transaction.atomic
def forget_some(now: dt.datetime) -> int:
    """Drop up to 500 rows of each table that are old enough at that instant; how many. Again until there are none."""
    return sum(_drop(rows) for rows in _too_old(now))


def _too_old(now: dt.datetime) -> list[QuerySet[Model]]:
    reported = now - days(settings.REPORTS_KEPT_DAYS)
    invited = now - days(settings.INVITATIONS_KEPT_DAYS)
    # Whoever is still muted or suspended can still read why.
    over = Q(until=None) | Q(until__lt=now)
    # Any: the tables have nothing in common but that their rows can be dropped.
    found: list[QuerySet[Model]] = [
        Session.objects.filter(expire_date__lt=now),
        Presence.objects.filter(heard_at__lt=now - days(settings.PRESENCE_KEPT_DAYS)),
        Report.objects.filter(closed_at__lt=reported),
        Judgement.objects.filter(over, made_at__lt=reported),
        LogEntry.objects.filter(action_time__lt=reported),
        Invitation.objects.filter(Q(used_at__lt=invited) | Q(ends_at__lt=invited)),
        Partnership.objects.filter(ended_at__lt=now - days(settings.PARTNERSHIPS_KEPT_DAYS)),
    ]
    return found


def _drop(rows: QuerySet[Model]) -> int:
    some = list(rows.order_by("pk").values_list("pk", flat=True)[:AT_ONCE])
    rows.model._default_manager.filter(pk__in=some).delete()
    return len(some)


def forget_mail_files(folder: Path, now: dt.datetime) -> int:
    """Without a mail server every mail is a file, with an address in it; how many were old enough to go."""
    before = (now - days(settings.MAIL_FILES_KEPT_DAYS)).timestamp()
    old = [file for file in folder.glob("*.eml") if file.stat().st_mtime < before]
    for file in old:
        file.unlink(missing_ok=True)
    return len(old)
