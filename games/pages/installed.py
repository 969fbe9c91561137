"""The club as an app of one's device: its manifest, its service worker, and the page shown without a network."""

import hashlib
import json
import re
from random import Random

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from games.pages.trainer import round_shown

WORKER = settings.BASE_DIR / "static" / "sw" / "worker.js"
# The ground of the pages and the cloth of their head, as a device wants them: without tokens, in the light look.
GROUND = "#f5f4eb"
CLOTH = "#cee3d1"
FILE = re.compile(rf'(?:href|src)="({re.escape(settings.STATIC_URL)}[^"]+\.(?:css|js|svg))"')


@require_safe
@vary_on_headers("Accept-Language")
def manifest(request: HttpRequest) -> HttpResponse:
    """What a device shows of the club among its apps."""
    said = {
        "id": "/",
        "name": gettext("The Fairest"),
        "short_name": gettext("The Fairest"),
        "description": gettext("A club for the patience game Calculation"),
        "lang": get_language(),
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": CLOTH,
        "categories": ["games", "cards"],
        "icons": [
            {"src": static("icon.svg"), "sizes": "any", "type": "image/svg+xml"},
            {"src": static("icons/icon-192.png"), "sizes": "192x192", "type": "image/png"},
            {"src": static("icons/icon-512.png"), "sizes": "512x512", "type": "image/png"},
            {"src": static("icons/maskable-512.png"), "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
        ],
        "shortcuts": [
            {"name": gettext("My day"), "url": reverse("my-day")},
            {"name": gettext("Deal of the day"), "url": reverse("daily")},
        ],
    }
    return JsonResponse(said, content_type="application/manifest+json", headers={"Cache-Control": "max-age=3600"})


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """What is shown without a network, and possible all the same; the service worker keeps it beforehand."""
    return HttpResponse(_offline_page(), headers={"Cache-Control": "no-cache"})


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker, at an address above all pages, so that it may speak for all; no cache keeps it.

    Its first line names the page that it keeps, in the reader's language, and that page's files. Browsers take a worker
    up anew when a byte of it differs, so a new release, whose files have other names, is another version.
    """
    page = _offline_page()
    kept = {
        "version": hashlib.sha256(page.encode()).hexdigest()[:12],
        "page": reverse("offline"),
        "files": sorted(set(FILE.findall(page))),
    }
    script = f"self.kept = {json.dumps(kept)};\n".encode() + WORKER.read_bytes()
    return HttpResponse(script, content_type="text/javascript; charset=utf-8", headers={"Cache-Control": "no-cache"})


def _offline_page() -> str:
    """Always the same in one language and release: nobody's own, since it may be shown to whoever comes next."""
    always_the_same = Random(0)  # noqa: S311 - which questions are asked is no secret
    return render_to_string("games/offline.html", {"offline": True} | round_shown(always_the_same))
