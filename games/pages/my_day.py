"""My day: the matches by correspondence, those that wait for the player first; and the way to the next."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from club.guests import member_if_any
from games import correspondence_lists, play, running
from games.correspondence_words import offer_view
from games.models import Seat
from games.overdue import end_overdue
from games.pages.own_zone import in_own_zone

# More of those that wait for others are folded away where there is something to do.
UNFOLDED = 10


@require_safe
@never_cache
@in_own_zone
def show(request: HttpRequest) -> HttpResponse:
    """Everything that wants the player today, in a handful of queries however many matches there are."""
    now, member = timezone.now(), member_if_any(request)
    if member is None:
        return render(request, "games/my_day.html", {"now": now, "member": False})
    end_overdue(Seat.objects.of(member.pk), now)
    matches = running.matches_of(member.pk)
    waiting = [match for match in matches if match.waits]
    others = [match for match in matches if not match.waits]
    live = play.live_race_of(member.pk)
    shown = {
        "now": now,
        "member": True,
        "waiting": waiting,
        "others": others,
        "others_unfolded": not waiting or len(others) <= UNFOLDED,
        "asked": [offer_view(offer) for offer in correspondence_lists.asked_of(member, now)],
        "race": live.key if live is not None else None,
        # As this page counts them, so that its title says the same as its list.
        "waiting_turns": len(waiting),
    }
    return render(request, "games/my_day.html", shown)


@require_safe
@never_cache
def go_to_next(request: HttpRequest) -> HttpResponse:
    """To the table whose turn ends first, but for the one that the player comes from (`?after=KEY`); else to My day."""
    member = member_if_any(request)
    if member is None:
        return redirect("my-day")
    own = Seat.objects.of(member.pk)
    end_overdue(own, timezone.now())
    waiting = own.waiting().exclude(match__key=request.GET.get("after", ""))
    key = waiting.values_list("match__key", flat=True).first()
    return redirect("my-day") if key is None else redirect("table", key)
