"""Pages that write instants: in the time zone of whoever looks, as far as the club knows it."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from club.quiet import zone_of


def in_own_zone[**P](
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """The view with the visitor's zone active; UTC for whoever has none."""

    @wraps(view)
    def in_zone(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            return view(request, *args, **kwargs)
        with timezone.override(zone_of(request.user)):
            return view(request, *args, **kwargs)

    return in_zone
