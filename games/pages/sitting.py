"""How every form that asks for a table is answered."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url

from games.models import Match
from games.refusals import Refused
from games.writer import writer


class SeeOther(HttpResponseRedirect):
    """303: what was posted is done, and this is the page to get."""

    status_code = 303


def sit_down(request: HttpRequest, opens: Callable[[], Match], otherwise: str) -> HttpResponse:
    """To the table that `opens` gives in the writer's transaction, else to the page named, which says why not."""
    try:
        match = writer.wait(opens)
    except Refused as refused:
        return turned_away(request, refused, otherwise)
    return SeeOther(resolve_url("table", match.key))


def turned_away(request: HttpRequest, refused: Refused, otherwise: str) -> HttpResponse:
    messages.error(request, str(refused.sentence))
    return SeeOther(resolve_url(otherwise))
