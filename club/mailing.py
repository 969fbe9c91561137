"""Notices by mail: what a player's mail says, and what becomes of it at the server."""

from __future__ import annotations

import datetime as dt
import email.policy
import hashlib
import logging
import smtplib
from collections.abc import Sequence
from dataclasses import dataclass
from email.message import EmailMessage, Message
from email.policy import Policy
from enum import Enum

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db.models import F
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from club import unsubscribe, upkeep
from club.models import Chore, Kind, MailRefused, Player, Way
from club.notices import Words

log = logging.getLogger(__name__)

LONGEST_WORDS = 200
# What mail servers take (RFC 5322).
LONGEST_LINE = 998


class Delivery(Enum):
    """What became of one mail."""

    SENT = "sent"
    # For good: nobody takes mail at that address.
    REFUSED = "refused"
    TRY_LATER = "try later"


class LongLines(EmailMultiAlternatives):
    """A mail whose headers stay in one line: folded links are written in a way that mail programs do not read."""

    def message(self, *, policy: Policy[Message] | None = None) -> EmailMessage:
        return super().message(policy=(policy or email.policy.default).clone(max_line_length=LONGEST_LINE))


@dataclass(frozen=True, slots=True)
class Line:
    """One notice in a mail: its words and the whole address that they lead to."""

    words: Words
    link: str


@dataclass(frozen=True, slots=True)
class OffLink:
    """Where mails of one kind can be ended."""

    kind: str
    link: str


def send_notices(
    player: Player, address: str, told: Sequence[tuple[Kind, Words]], same: str, now: dt.datetime
) -> Delivery:
    """One mail with all of these, in the language and zone that are active.

    Two mails with the same word in `same` are one to whoever receives them. To be called outside transactions.
    """
    kinds = sorted({kind for kind, _ in told})
    lines = [Line(words, settings.SITE_URL + words.address) for _, words in told]
    subject = lines[0].words.subject
    if len(lines) > 1:
        subject = ngettext("%(count)d thing for you", "%(count)d things for you", len(lines)) % {"count": len(lines)}
    shown = {
        "player": player,
        "lines": lines,
        "offs": [OffLink(str(kind.label), unsubscribe.link(player.pk, Way.MAIL, [kind])) for kind in kinds],
        "settings_link": settings.SITE_URL + reverse("notices"),
    }
    headers = {
        "Message-ID": f"<{hashlib.sha256(same.encode()).hexdigest()[:40]}@{settings.SITE_HOST}>",
        # Mail programs offer a button that posts to it (RFC 8058).
        "List-Unsubscribe": f"<{unsubscribe.link(player.pk, Way.MAIL, kinds)}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    return _send(player, _write(address, subject, "notices/mail", shown, headers), now)


def send_trial(player: Player, address: str, now: dt.datetime) -> Delivery:
    """A mail that only shows that mails arrive; one that is taken makes a refused address good again."""
    shown = {"player": player, "settings_link": settings.SITE_URL + reverse("notices")}
    mail = _write(address, gettext("Mails from the club reach you"), "notices/trial", shown, {})
    return _send(player, mail, now)


def send_letter(
    player: Player, address: str, subject: str, template: str, shown: dict[str, object], *, now: dt.datetime
) -> Delivery:
    """A mail of its own, of `template` as text and as page. To be called outside transactions."""
    return _send(player, _write(address, subject, template, shown, {}), now)


def _write(
    address: str, subject: str, template: str, shown: dict[str, object], headers: dict[str, str]
) -> EmailMultiAlternatives:
    mail = LongLines(
        subject=settings.ACCOUNT_EMAIL_SUBJECT_PREFIX + subject,
        body=render_to_string(f"{template}.txt", shown),
        to=[address],
        # Nobody answers to it, and no "out of office" shall.
        headers=headers | {"Auto-Submitted": "auto-generated"},
    )
    mail.attach_alternative(render_to_string(f"{template}.html", shown), "text/html")
    return mail


def _send(player: Player, mail: EmailMultiAlternatives, now: dt.datetime) -> Delivery:
    try:
        mail.send()
    except (OSError, ValueError) as error:
        # smtplib's errors are OSErrors; a ValueError is an address that cannot be written to at all.
        words = _refusal(error)
        if words is None:
            log.warning("a mail could not be sent just now: %s", error)
            if not isinstance(error, smtplib.SMTPRecipientsRefused | smtplib.SMTPDataError):
                upkeep.went_wrong(Chore.MAIL, f"{type(error).__name__}: {error}", now)
            return Delivery.TRY_LATER
        _note_refusal(player, mail.to[0], words, now)
        return Delivery.REFUSED
    MailRefused.objects.filter(player=player).delete()
    upkeep.went_well(Chore.MAIL, now)
    return Delivery.SENT


def _refusal(error: OSError | ValueError) -> str | None:
    """The server's words, if it refuses the address or this mail for good; None if that may pass."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code, words = next(iter(error.recipients.values()))
        return _in_words(words) if code >= 500 else None
    if isinstance(error, smtplib.SMTPDataError):
        return _in_words(error.smtp_error) if error.smtp_code >= 500 else None
    return str(error) if isinstance(error, ValueError) else None


def _in_words(answer: bytes | str) -> str:
    return answer.decode(errors="replace") if isinstance(answer, bytes) else answer


def _note_refusal(player: Player, address: str, words: str, now: dt.datetime) -> None:
    log.warning("mail to player %d was refused for good: %s", player.pk, words)
    MailRefused.objects.filter(player=player).exclude(address=address).delete()
    refused, _ = MailRefused.objects.get_or_create(player=player, defaults={"address": address, "last_at": now})
    MailRefused.objects.filter(pk=refused.pk).update(times=F("times") + 1, last_at=now, words=words[:LONGEST_WORDS])
