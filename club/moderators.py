"""Who the moderators are: those of the staff who may judge, by their group or by a right of their own."""

from django.contrib.auth.models import Permission
from django.db.models import Q, QuerySet

from club.models import Player

# The group that the migration makes, with the rights of a moderator.
GROUP = "moderators"
JUDGE = "club.add_judgement"


def is_moderator(player: Player) -> bool:
    """Whether the player may judge others."""
    return player.is_active and player.is_staff and player.has_perm(JUDGE)


def moderators() -> QuerySet[Player]:
    """Who is to look at reports: everybody who was given the right to judge; administrators only where nobody was."""
    staff = Player.objects.filter(is_active=True, is_staff=True, left_at=None).order_by("pk")
    right = Permission.objects.filter(codename="add_judgement", content_type__app_label="club")
    named = staff.filter(Q(groups__permissions__in=right) | Q(user_permissions__in=right)).distinct()
    return named if named.exists() else staff.filter(is_superuser=True)
