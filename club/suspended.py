"""What somebody who is suspended is told where they try to sign in: why, until when, and how to answer."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from club import moderation, moderation_words
from club.models import Player
from club.quiet import zone_of


def turned_away(request: HttpRequest, player: Player) -> HttpResponse:
    """403. To be shown only to who has proved to be that player."""
    judgement = moderation.suspension_of(player)
    with timezone.override(zone_of(player)):
        shown = {
            "until": moderation_words.in_words(player.suspended_until) if player.suspended_until else "",
            "reason": judgement.reason if judgement else "",
            "contact": settings.MODERATION_CONTACT,
        }
    return render(request, "moderation/suspended.html", shown, status=403)
