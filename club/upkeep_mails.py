"""Telling the administrators that a chore of the club fails: by mail, unless that is what fails, and by push."""

import datetime as dt

from django.conf import settings
from django.db import transaction
from django.tasks import task
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext

from club import push, upkeep
from club.addresses import confirmed_address
from club.mailing import send_letter
from club.models import Chore, Player, PushAddress, Upkeep

# So many administrators hear of it.
MOST_TOLD = 20
PUSH_KEPT = dt.timedelta(days=1)


@transaction.atomic
def enqueue_due(now: dt.datetime) -> int:
    """Queue the telling of what fails; how many are told. Two at once are harmless."""
    chores = upkeep.to_be_told(now)
    told = [(chore, player) for chore in chores for player in upkeep.administrators()[:MOST_TOLD]]
    for chore, player in told:
        tell_administrator.enqueue(str(chore), player.pk)
    return len(told)


@task()
def tell_administrator(chore: str, player_id: int) -> None:
    """To one administrator, if it still fails."""
    player = upkeep.administrators().filter(pk=player_id).first()
    failing = Upkeep.objects.filter(pk=chore, failing_since__isnull=False).first()
    if player is None or failing is None:
        return
    now, page = timezone.now(), reverse("admin:club_upkeep_changelist")
    with translation.override(player.language or settings.LANGUAGE_CODE):
        subject = gettext("The club needs its operator: %(chore)s fails") % {"chore": failing}
        if chore != Chore.MAIL:
            _mail(player, failing, subject, page, now)
        payload = push.Payload(subject, failing.words, page, f"upkeep-{chore}", int(PUSH_KEPT.total_seconds()))
    for device in PushAddress.objects.filter(player=player):
        push.send(device, payload, now)


def _mail(player: Player, failing: Upkeep, subject: str, page: str, now: dt.datetime) -> None:
    address = confirmed_address(player)
    if address is not None:
        shown: dict[str, object] = {"player": player, "failing": failing, "page": settings.SITE_URL + page}
        send_letter(player, address, subject, "operations/mail_trouble", shown, now=now)
