"""The words that scripts say: one file a language, kept by browsers for good since its address changes with it."""

import hashlib
import re
from functools import cache

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.cache import add_never_cache_headers, patch_cache_control
from django.views.decorators.http import require_safe
from django.views.i18n import JavaScriptCatalog

ESCAPED = re.compile(r"\\u([0-9a-f]{4})")
A_YEAR = 365 * 24 * 3600


@cache
def written(language: str) -> bytes:
    """The file: Django's catalogue of that language, of the texts marked in scripts."""
    with translation.override(language):
        catalogue = JavaScriptCatalog(packages=["club", "games"]).get(HttpRequest()).text
    # Letters as they are instead of six signs each: Russian is a seventh smaller so, even compressed.
    return ESCAPED.sub(_letter, catalogue).encode()


def _letter(escaped: re.Match[str]) -> str:
    letter = chr(int(escaped[1], 16))
    return letter if letter.isalpha() else escaped[0]


@cache
def address(language: str) -> str:
    """Where the file is; empty for the language that the scripts themselves are written in."""
    if language == settings.LANGUAGE_CODE:
        return ""
    return reverse("script-words", args=[language, _fingerprint(language)])


def _fingerprint(language: str) -> str:
    return hashlib.sha256(written(language)).hexdigest()[:12]


@require_safe
def show(request: HttpRequest, language: str, fingerprint: str) -> HttpResponse:
    """The file; under the address of another version, as a page of before may ask, it is not kept."""
    if language not in dict(settings.LANGUAGES):
        raise Http404
    answer = HttpResponse(written(language), content_type="text/javascript; charset=utf-8")
    if fingerprint == _fingerprint(language):
        patch_cache_control(answer, public=True, max_age=A_YEAR, immutable=True)
    else:
        add_never_cache_headers(answer)
    return answer
