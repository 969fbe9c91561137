"""Notes for oneself on a match, written at its table."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.views.decorators.http import require_POST

from club.limits import limited
from games import notes
from games.forms import read_note
from games.pages.sitting import SeeOther
from games.tables import place_of


@require_POST
@limited("note")
def write(request: HttpRequest, key: str) -> HttpResponse:
    """Kept by the player of a seat; back to the table. The same 404 for no such table and for another's."""
    at = place_of(key, request.user.pk if request.user.is_authenticated else None)
    if at is None or at.seat_id is None:
        raise Http404
    notes.write(at.seat_id, read_note(request.POST))
    return SeeOther(resolve_url("table", key))
