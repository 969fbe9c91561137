"""The imprint: who answers for this club, where the law of its country wants that said; hidden where nothing is set."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def imprint(request: HttpRequest) -> HttpResponse:
    """The lines of the setting, as they are."""
    if not settings.IMPRINT:
        raise Http404
    return render(request, "reading/imprint.html", {"lines": settings.IMPRINT})


def for_pages(request: HttpRequest) -> dict[str, object]:
    """Whether the foot of a page leads there."""
    return {"has_imprint": bool(settings.IMPRINT)}
