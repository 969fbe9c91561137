"""The club's chores: each notes that it was done or that it failed, and the administrators hear of those that fail."""

import datetime as dt

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils.translation import gettext

from club.models import Chore, Player, Upkeep

# A mail server that is restarted is none of the administrators' business; a night without a backup is.
PATIENCE = {Chore.BACKUP: dt.timedelta(0), Chore.MAIL: dt.timedelta(minutes=10), Chore.SWEEP: dt.timedelta(0)}
# What is still so is said again.
SAID_AGAIN_AFTER = dt.timedelta(days=1)
# A club that has made a backup once makes one every night; two hours are for the making.
BACKUP_OVERDUE_AFTER = dt.timedelta(hours=26)
LONGEST_WORDS = 300


def went_well(chore: Chore, now: dt.datetime) -> None:
    """The chore was done at that instant. One statement, since every mail says so."""
    Upkeep.objects.bulk_create(
        [Upkeep(chore=chore, good_at=now)],
        update_conflicts=True,
        unique_fields=["chore"],
        update_fields=["good_at", "failing_since", "words", "told_at"],
    )


def went_wrong(chore: Chore, words: str, now: dt.datetime) -> None:
    """The chore could not be done, for that reason; whether the administrators are told is `to_be_told`'s affair."""
    row = _row(chore)
    row.filter(failing_since=None).update(failing_since=now)
    row.update(words=words[:LONGEST_WORDS])


def swept(ended: int, now: dt.datetime) -> None:
    """A round of the sweep is over, in which so many matches ended."""
    _row(Chore.SWEEP).update(good_at=now, done=F("done") + ended)


def to_be_told(now: dt.datetime) -> list[Chore]:
    """The failing chores that the administrators are to hear of now; each is answered once a day. Two at once are
    harmless, if called inside the transaction that also queues the telling."""
    _note_overdue_backup(now)
    told: list[Chore] = []
    for row in Upkeep.objects.select_for_update().filter(failing_since__isnull=False).order_by("chore"):
        chore = Chore(row.chore)
        unsaid = row.told_at is None or row.told_at <= now - SAID_AGAIN_AFTER
        if unsaid and row.failing_since is not None and row.failing_since <= now - PATIENCE[chore]:
            Upkeep.objects.filter(pk=chore).update(told_at=now)
            told.append(chore)
    return told


def administrators() -> QuerySet[Player]:
    """Who runs the club."""
    return Player.objects.filter(is_active=True, is_staff=True, is_superuser=True, left_at=None).order_by("pk")


def _row(chore: Chore) -> QuerySet[Upkeep]:
    row = Upkeep.objects.filter(pk=chore)
    if not row.exists():
        with transaction.atomic():
            Upkeep.objects.get_or_create(pk=chore)
    return row


def _note_overdue_backup(now: dt.datetime) -> None:
    overdue = Upkeep.objects.filter(pk=Chore.BACKUP, failing_since=None, good_at__lt=now - BACKUP_OVERDUE_AFTER)
    if overdue.exists():
        went_wrong(Chore.BACKUP, gettext("No backup was made for more than a day."), now)
