"""`/metrics/`: the club's figures, for Prometheus and for nobody else."""

from hmac import compare_digest

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.views.decorators.http import require_safe

from games import figures

THIS_MACHINE = ("127.0.0.1", "::1")
ITS_NAMES = ("localhost", "127.0.0.1", "[::1]")


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """The figures; 404 for whoever has neither the token nor comes from this machine itself."""
    if not _has_token(request) and not _is_from_here(request):
        raise Http404
    return HttpResponse(figures.written(), content_type=figures.FORMAT, headers={"Cache-Control": "no-store"})


def _has_token(request: HttpRequest) -> bool:
    shown = request.headers.get("Authorization", "")
    return bool(settings.METRICS_TOKEN) and compare_digest(shown.encode(), f"Bearer {settings.METRICS_TOKEN}".encode())


def _is_from_here(request: HttpRequest) -> bool:
    """A front server on the same machine comes from it for everybody: it says for whom, or asks by the club's name."""
    host, _ = split_domain_port(request.get_host())
    forwarded = any(name in request.headers for name in ("X-Forwarded-For", "Forwarded", "X-Real-IP"))
    return request.META.get("REMOTE_ADDR") in THIS_MACHINE and host in ITS_NAMES and not forwarded
