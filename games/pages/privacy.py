"""The privacy page: what the club keeps of people and for how long, and who carries its messages, by the settings."""

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from club import joining, notices
from games import correspondence, lobby, tasks


@dataclass(frozen=True, slots=True)
class Kept:
    """One kind of data, and for how many days it is kept."""

    what: Promise
    days: int


def kept() -> list[Kept]:
    """What is forgotten by itself, the figures taken from what forgets it."""
    offers_kept = max(lobby.KEPT_FOR, correspondence.KEPT_FOR)
    return [
        Kept(_("guests, and the games they played alone, after they were last seen"), settings.GUESTS_KEPT_DAYS),
        Kept(_("what you were told"), notices.KEPT.days),
        Kept(_("mails and push messages in the queue"), tasks.TASKS_KEPT.days),
        Kept(_("offers, after they were closed"), offers_kept.days),
        Kept(_("when your page was last heard of"), settings.PRESENCE_KEPT_DAYS),
        Kept(_("partnerships, after they were ended"), settings.PARTNERSHIPS_KEPT_DAYS),
        Kept(_("reports after they were closed, and what moderators decided"), settings.REPORTS_KEPT_DAYS),
        Kept(_("invitations, after they were used or had run out"), settings.INVITATIONS_KEPT_DAYS),
        Kept(_("browsers that are signed in, after the last game begun there"), settings.GUESTS_KEPT_DAYS),
        Kept(_("logs of the server, which hold addresses of browsers"), settings.LOGS_KEPT_DAYS),
        Kept(_("backups, in which what was erased lives on until then"), settings.BACKUPS_KEPT_DAYS),
        *([] if settings.SMTP_HOST else [Kept(_("mails, as files"), settings.MAIL_FILES_KEPT_DAYS)]),
    ]


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """For everybody, signed in or not."""
    shown = {
        "operator": settings.PRIVACY_OPERATOR,
        "contact": settings.PRIVACY_CONTACT,
        "host": settings.SITE_HOST,
        "mail_carrier": settings.SMTP_HOST,
        "guests": settings.GUESTS,
        "least_age": settings.LEAST_AGE,
        "by_invitation": joining.needs_invitation(),
        "kept": kept(),
    }
    return render(request, "games/privacy.html", shown)
