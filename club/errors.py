"""What a page says when it cannot be shown, in the site's look."""

import sys

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import BadRequest, PermissionDenied
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import gettext

# A restart of the database takes about so long.
RETRY_AFTER_SECONDS = "10"


class SignUpFirst(PermissionDenied):
    """Somebody without an account would play where guests are not welcome: led to where one signs up."""


class TooOften(PermissionDenied):
    """More than the limits allow, found where no view's decorator can count it."""


class NotUnderstood(BadRequest):
    """A request that cannot be read; `sentence` tells its sender what was wrong."""

    def __init__(self, sentence: str | Promise) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class NoSuchPage(Http404):
    """Nothing is at this address; `sentence` tells why, where there is more to say than that."""

    def __init__(self, sentence: str | Promise) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400. Django's own exceptions speak to developers: only the club's sentences are shown."""
    sentence = exception.sentence if isinstance(exception, NotUnderstood) else ""
    return HttpResponse(render_to_string("400.html", {"sentence": sentence}), status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403; where signing up is all that is missing, the way there instead."""
    if isinstance(exception, SignUpFirst):
        messages.info(request, gettext("Here members play. Sign up first; it takes a minute."))
        return redirect_to_login(resolve_url("home"), "account_signup")
    if isinstance(exception, TooOften):
        return too_many(request)
    return render(request, "403.html", status=403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form whose token is missing or old; the reason is in the log and of no use to who reads the page."""
    return render(request, "403_csrf.html", status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404."""
    sentence = exception.sentence if isinstance(exception, NoSuchPage) else ""
    return render(request, "404.html", {"sentence": sentence}, status=404)


def too_many(request: HttpRequest) -> HttpResponse:
    """429, called by allauth's limits."""
    return render(request, "429.html", status=429)


def server_error(request: HttpRequest) -> HttpResponse:
    """500, or 503 where the database is away. Without the request, so that nothing in the page asks the database."""
    if isinstance(sys.exception(), OperationalError | InterfaceError):
        return HttpResponse(render_to_string("503.html"), status=503, headers={"Retry-After": RETRY_AFTER_SECONDS})
    return HttpResponse(render_to_string("500.html"), status=500)
