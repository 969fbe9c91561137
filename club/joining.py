"""How one becomes a member: openly, by an invitation, or once a moderator has approved it (JOINING)."""

import datetime as dt
import secrets

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse

from club import joining_mails
from club.models import Invitation, Player

LIVES = dt.timedelta(days=14)
TOKEN_BYTES = 32
# Of one member, not used yet.
MOST_OPEN = 20


class InvitationGone(Exception):
    """The invitation has been used, has run out, or never was."""


class TooManyInvitations(Exception):
    """The member has made as many as may be open at once."""


def needs_invitation() -> bool:
    return bool(settings.JOINING == "invitation")


def needs_approval() -> bool:
    return bool(settings.JOINING == "approved")


# --- invitations ------------------------------------------------------------------------------------------------------


def may_invite(player: Player) -> bool:
    """Moderators, and whoever else was given the right."""
    return player.is_member and player.has_perm("club.add_invitation")


@transaction.atomic
def invite(maker: Player | None, now: dt.datetime) -> Invitation:
    """A link for one person, good for two weeks; made by nobody, by the operator. Raises TooManyInvitations."""
    if maker is not None:
        Player.objects.select_for_update().get(pk=maker.pk)
        if open_invitations(maker, now).count() >= MOST_OPEN:
            raise TooManyInvitations
    token = secrets.token_urlsafe(TOKEN_BYTES)
    return Invitation.objects.create(token=token, made_by=maker, made_at=now, ends_at=now + LIVES)


def link_to(invitation: Invitation) -> str:
    """The address to hand on."""
    return f"{settings.SITE_URL}{reverse('join', args=[invitation.token])}"


def open_invitations(maker: Player, now: dt.datetime) -> QuerySet[Invitation]:
    """The member's own that can still be used, the newest first."""
    return Invitation.objects.filter(made_by=maker, used_at=None, ends_at__gt=now).order_by("-pk")


def withdraw(maker: Player, invitation_id: int) -> None:
    """Nobody joins by it any more. Again harmless."""
    Invitation.objects.filter(pk=invitation_id, made_by=maker, used_at=None).delete()


def is_good(token: str, now: dt.datetime) -> bool:
    """Whether somebody can join by it now."""
    return Invitation.objects.filter(token=token, used_at=None, ends_at__gt=now).exists()


def use(token: str, player: Player, now: dt.datetime) -> None:
    """The player has joined by it, in the transaction in which they do. Raises InvitationGone."""
    good = Invitation.objects.filter(token=token, used_at=None, ends_at__gt=now)
    if good.update(used_at=now, used_by=player) != 1:
        raise InvitationGone


# --- approval ---------------------------------------------------------------------------------------------------------


def waiting() -> QuerySet[Player]:
    """Who has signed up and waits to be let in, the longest first."""
    return Player.objects.filter(joined_at__isnull=False, approved_at=None, left_at=None, is_active=True).order_by(
        "joined_at", "pk"
    )


@transaction.atomic
def approve(player: Player, now: dt.datetime) -> bool:
    """Let them in, and write to them where they have an address; whether they were still waiting. Again harmless."""
    if waiting().filter(pk=player.pk).update(approved_at=now) != 1:
        return False
    player.approved_at = now
    joining_mails.tell_approved(player)
    return True
