"""Pages about being told: what and how, a mail to try it, the browser's time zone, and the way out of mails."""

from typing import cast

from django.conf import settings as club_settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from club import mailing, notices, unsubscribe
from club.addresses import confirmed_address, refusal_of
from club.entrance import members_only
from club.errors import NoSuchPage, NotUnderstood
from club.languages import remembered
from club.limits import limited
from club.models import Player, Way
from club.notice_forms import NoticeForm
from club.quiet import is_zone, zone_of
from club.unsubscribe import NotSigned, Off


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@members_only
def settings(request: HttpRequest) -> HttpResponse:
    """What the member is told, by which ways and when."""
    player = cast("Player", request.user)
    form = NoticeForm(player, request.POST if request.method == "POST" else None)
    if form.is_valid():
        form.save()
        messages.success(request, gettext("Kept."))
        return remembered(redirect("notices"), player.language)
    address = confirmed_address(player)
    ways = notices.reaches(player)
    shown = {
        "form": form,
        "address": address,
        "refusal": None if address is None else refusal_of(player, address),
        "by_mail": Way.MAIL in ways,
        "by_push": Way.PUSH in ways,
    }
    return render(request, "notices/settings.html", shown, status=400 if form.errors else 200)


@require_POST
@login_required
@members_only
@limited("trial")
def trial(request: HttpRequest) -> HttpResponse:
    """Send a mail that shows whether mails arrive, and say what became of it."""
    player = cast("Player", request.user)
    address = confirmed_address(player)
    if address is None:
        raise NotUnderstood(_("There is no confirmed address to send a mail to."))
    with translation.override(player.language or club_settings.LANGUAGE_CODE), timezone.override(zone_of(player)):
        delivery = mailing.send_trial(player, address, timezone.now())
    if delivery is mailing.Delivery.SENT:
        messages.success(request, gettext("A mail is on its way to %(address)s.") % {"address": address})
    elif delivery is mailing.Delivery.REFUSED:
        messages.error(request, gettext("The mail server refuses %(address)s.") % {"address": address})
    else:
        messages.warning(request, gettext("The mail server cannot be reached just now. Try again later."))
    return redirect("notices")


@require_POST
@login_required
@members_only
def zone(request: HttpRequest) -> HttpResponse:
    """The time zone of the member's browser, as far as they have chosen none themselves."""
    name = request.POST.get("zone", "")
    if not is_zone(name):
        raise NotUnderstood(_("There is no such time zone."))
    player = cast("Player", request.user)
    if not player.time_zone_chosen and player.time_zone != name:
        player.time_zone = name
        player.save(update_fields=["time_zone"])
        notices.plan_again(player)
    return HttpResponse(status=204)


@require_http_methods(["GET", "HEAD", "POST"])
@csrf_exempt  # mail programs press for their reader (RFC 8058): the signed link itself is the leave to
def off(request: HttpRequest, token: str) -> HttpResponse:
    """The way out that every mail holds. Looking changes nothing, since mail scanners look; pressing does."""
    try:
        asked = unsubscribe.read(token)
    except NotSigned as error:
        raise NoSuchPage(_("This link is not whole. Copy all of it from the mail.")) from error
    player = Player.objects.filter(pk=asked.player_id, left_at=None).first()
    if player is None or player.has_left:
        raise NoSuchPage(_("This account is gone, and no mails go to it."))
    if request.method == "POST":
        notices.switch_off(player, asked.kinds, asked.way)
    return render(request, "notices/off.html", _shown_of(asked) | {"done": request.method == "POST"})


def _shown_of(asked: Off) -> dict[str, object]:
    return {"kinds": [kind.label for kind in asked.kinds], "way": asked.way.label}
