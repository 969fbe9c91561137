"""What a template needs to show a member the address of their private calendar."""

from django import template

from club.models import Player
from games import calendar_feed

register = template.Library()


@register.simple_tag
def calendar_address(player: Player) -> str:
    """The whole address; empty where the calendar is switched off."""
    return calendar_feed.address_of(player.pk)
