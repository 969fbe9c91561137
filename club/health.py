"""Whether this process serves: asked by pages that lost their connection, and by whatever watches over the club."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe


@require_safe
def alive(request: HttpRequest) -> HttpResponse:
    """204. Asks nothing of the database, so that it is cheap and answers while the database is away."""
    return HttpResponse(status=204, headers={"Cache-Control": "no-store"})
