"""Where a player's page is, for whatever shows a name."""

from django.urls import reverse

from club.models import Player


def address_of(player: Player) -> str:
    """The path of the player's page; empty for guests and former members, who have none."""
    return reverse("player", args=[player.name]) if player.name else ""
