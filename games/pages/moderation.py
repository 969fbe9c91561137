"""What moderators decided about somebody, and what came of what they reported: each player's own page of it."""

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from club import moderation, moderation_words
from games.pages.own_zone import in_own_zone

MOST = 100


@require_safe
@login_required
@in_own_zone
def show(request: HttpRequest) -> HttpResponse:
    """The newest first; what is shown here has been seen."""
    player = request.user
    if not player.is_authenticated:
        return HttpResponse(status=404)
    judgements = list(moderation.judgements_of(player)[:MOST])
    reports = list(player.reports_made.select_related("player").order_by("-made_at", "-pk")[:MOST])
    answer = render(
        request,
        "moderation/own.html",
        {
            "judgements": [(judgement, moderation_words.sentence(judgement)) for judgement in judgements],
            "reports": [
                (report, moderation_words.what(report), moderation_words.outcome(report)) for report in reports
            ],
            "contact": settings.MODERATION_CONTACT,
        },
    )
    moderation.show(player, timezone.now())
    return answer
