"""What a browser asks of the club about push: to be sent messages, to be moved, to be left alone."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from club import push_addresses
from club.errors import NotUnderstood
from club.guests import member_at
from club.limits import limited
from club.push_addresses import TooMany


@require_POST
@limited("push")
def add(request: HttpRequest) -> HttpResponse:
    """Send this browser what its player is told: 204, or a sentence why not."""
    player = member_at(request)
    try:
        subscription = push_addresses.parse(request.POST.dict())
        address = push_addresses.add(player, subscription, push_addresses.device_of(request), timezone.now())
    except NotUnderstood as error:
        return JsonResponse({"text": str(error.sentence)}, status=400)
    except TooMany:
        said = gettext("You are told on %(count)d devices already: remove one first.")
        return JsonResponse({"text": said % {"count": push_addresses.AT_MOST}}, status=409)
    answer = HttpResponse(status=204)
    push_addresses.remember_at(answer, address, secure=settings.HTTPS)
    return answer


@csrf_exempt
@require_POST
@limited("push")
def renew(request: HttpRequest) -> HttpResponse:
    """The browser's own message that its address has changed. No page is open then, so no form's token is there to be
    sent along: the old address's secret, which no other site knows, stands in its place."""
    try:
        subscription = push_addresses.parse(request.POST.dict())
    except NotUnderstood as error:
        return JsonResponse({"text": str(error.sentence)}, status=400)
    old = request.POST.get("old_endpoint", ""), request.POST.get("old_auth", "")
    if not push_addresses.renew(*old, subscription):
        raise Http404
    return HttpResponse(status=204)


@require_POST
def remove(request: HttpRequest, address_id: int) -> HttpResponse:
    """Send to that device of one's own no more."""
    if not push_addresses.remove(member_at(request).pk, address_id):
        raise Http404
    return redirect("notices")
