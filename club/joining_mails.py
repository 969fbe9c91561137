"""Mails about joining: queued when all is stored, sent by the worker. If one is lost, pages say the same."""

from django.conf import settings
from django.tasks import task
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from club.addresses import confirmed_address
from club.mailing import send_letter
from club.models import Player
from club.moderators import moderators

# So many moderators hear of one newcomer.
MOST_TOLD = 50


def tell_moderators(newcomer: Player) -> None:
    """Somebody waits to be let in."""
    for moderator in moderators()[:MOST_TOLD]:
        mail_asked.enqueue(newcomer.pk, moderator.pk)


def tell_approved(player: Player) -> None:
    """A moderator has let the player in."""
    mail_approved.enqueue(player.pk)


@task()
def mail_asked(newcomer_id: int, moderator_id: int) -> None:
    """To one moderator: who waits, and where they are let in."""
    newcomer = Player.objects.filter(pk=newcomer_id, approved_at=None, left_at=None).first()
    moderator = moderators().filter(pk=moderator_id).first()
    if newcomer is not None and moderator is not None:
        page = settings.SITE_URL + reverse("admin:club_player_change", args=[newcomer.pk])
        _write(moderator, _("Somebody asks to join"), "joining/asked", {"newcomer": str(newcomer), "page": page})


@task()
def mail_approved(player_id: int) -> None:
    """To who was let in."""
    player = Player.objects.filter(pk=player_id, approved_at__isnull=False, left_at=None).first()
    if player is not None:
        _write(player, _("You are a member now"), "joining/approved", {"page": f"{settings.SITE_URL}/"})


def _write(reader: Player, subject: Promise, template: str, shown: dict[str, object]) -> None:
    address = confirmed_address(reader)
    if address is None:
        return
    with translation.override(reader.language or settings.LANGUAGE_CODE):
        send_letter(reader, address, str(subject), template, {"player": reader, **shown}, now=timezone.now())
