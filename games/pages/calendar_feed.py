"""The private calendar: its file, for whoever knows the address, and its owner's presses that renew or end it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from club.guests import member_at
from club.limits import limited
from games import calendar_feed
from games.models import Seat
from games.overdue import end_overdue


@require_safe
def show(request: HttpRequest, token: str) -> HttpResponse:
    """The calendar file. The address is all that calendars can send, so it is all that is asked for."""
    player, now = calendar_feed.player_of(token), timezone.now()
    if player is None:
        raise Http404
    end_overdue(Seat.objects.of(player.pk), now)
    return HttpResponse(
        calendar_feed.written(player, now),
        content_type="text/calendar; charset=utf-8",
        headers={"Cache-Control": "private, no-cache", "Content-Disposition": 'inline; filename="the-fairest.ics"'},
    )


@require_POST
@limited("calendar")
def renew(request: HttpRequest) -> HttpResponse:
    """Make the address, or another in its place."""
    calendar_feed.renew(member_at(request), timezone.now())
    return redirect("notices")


@require_POST
def switch_off(request: HttpRequest) -> HttpResponse:
    """Let the address lead nowhere."""
    calendar_feed.switch_off(member_at(request))
    return redirect("notices")
