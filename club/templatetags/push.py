"""What a template needs to offer push to a member."""

from dataclasses import dataclass

from django import template
from django.contrib.auth.models import AnonymousUser

from club.models import Player, PushAddress
from club.push import public_key

register = template.Library()


@dataclass(frozen=True, slots=True)
class Push:
    """The club's public key, and the devices on which the player is told, the latest first."""

    key: str
    devices: list[PushAddress]

    @property
    def endpoints(self) -> str:
        """The devices' addresses, which hold no space, so that a page knows whether its own is among them."""
        return " ".join(device.endpoint for device in self.devices)


@register.simple_tag
def push_of(player: Player | AnonymousUser) -> Push | None:
    """For members; None for anybody else, who is told nothing by push."""
    if not isinstance(player, Player) or player.is_guest:
        return None
    return Push(public_key(), list(PushAddress.objects.filter(player=player).order_by("-added_at", "-pk")))
