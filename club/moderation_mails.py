"""Mails about reports and judgements: queued with what they tell of, sent by the worker; the pages tell the same.

None says what was written in a talk or in a report: that is read where it can be hidden.
"""

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.tasks import task
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext

from club import moderation_words
from club.addresses import confirmed_address
from club.mailing import Delivery, send_letter
from club.models import Judgement, Player, Report
from club.moderators import moderators
from club.quiet import zone_of

# So many moderators hear of one report.
MOST_TOLD = 50
# Pauses after failures that may pass; then the mail is given up.
PAUSES = tuple(dt.timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 180, 360, 720))


def tell_moderators(report: Report) -> None:
    """A report was made: a mail to each moderator, but not to the two it is about."""
    for moderator in moderators().exclude(pk__in=(report.player_id, report.reporter_id))[:MOST_TOLD]:
        mail_report.enqueue(report.pk, moderator.pk)


def tell_judged(judgement: Judgement) -> None:
    """Something was decided about a player."""
    mail_judgement.enqueue(judgement.pk)


def tell_reporter(report: Report) -> None:
    """Something came of what they reported, or nothing did."""
    mail_outcome.enqueue(report.pk)


@task()
def mail_report(report_id: int, moderator_id: int, failures: int = 0) -> None:
    """To one moderator: that somebody reported something, and where it is looked at."""
    report = Report.objects.select_related("player").filter(pk=report_id, closed_at=None).first()
    moderator = moderators().filter(pk=moderator_id).first()
    if report is None or moderator is None:
        return
    page = settings.SITE_URL + reverse("admin:club_report_change", args=[report.pk])
    with _read_by(moderator):
        shown = {"what": moderation_words.what(report), "page": page}
        try_later = _send(moderator, gettext("Somebody reported something"), "moderation/mail_report", shown)
    if try_later and failures < len(PAUSES):
        mail_report.using(run_after=timezone.now() + PAUSES[failures]).enqueue(report_id, moderator_id, failures + 1)


@task()
def mail_judgement(judgement_id: int, failures: int = 0) -> None:
    """To who was judged: what was decided, why, and how to answer."""
    judgement = Judgement.objects.select_related("player").filter(pk=judgement_id).first()
    if judgement is None:
        return
    with _read_by(judgement.player):
        shown = {
            "sentence": moderation_words.sentence(judgement),
            "reason": judgement.reason,
            "table": settings.SITE_URL + reverse("table", args=[judgement.table]) if judgement.table else "",
            "contact": settings.MODERATION_CONTACT,
        }
        try_later = _send(judgement.player, gettext("A moderator has decided"), "moderation/mail_judgement", shown)
    if try_later and failures < len(PAUSES):
        mail_judgement.using(run_after=timezone.now() + PAUSES[failures]).enqueue(judgement_id, failures + 1)


@task()
def mail_outcome(report_id: int, failures: int = 0) -> None:
    """To who reported: what came of it."""
    report = Report.objects.select_related("player", "reporter").filter(pk=report_id).first()
    if report is None:
        return
    with _read_by(report.reporter):
        shown = {
            "what": moderation_words.what(report),
            "outcome": moderation_words.outcome(report),
            "answer": report.answer,
        }
        try_later = _send(report.reporter, gettext("What came of your report"), "moderation/mail_outcome", shown)
    if try_later and failures < len(PAUSES):
        mail_outcome.using(run_after=timezone.now() + PAUSES[failures]).enqueue(report_id, failures + 1)


@contextmanager
def _read_by(reader: Player) -> Iterator[None]:
    """In the reader's language and zone."""
    with translation.override(reader.language or settings.LANGUAGE_CODE), timezone.override(zone_of(reader)):
        yield


def _send(reader: Player, subject: str, template: str, shown: dict[str, str]) -> bool:
    """One mail, where the reader has an address; whether it is to be tried again."""
    address = confirmed_address(reader)
    if address is None:
        return False
    letter = {"player": reader, **shown}
    return send_letter(reader, address, subject, template, letter, now=timezone.now()) is Delivery.TRY_LATER
