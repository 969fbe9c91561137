"""How often somebody may ask for the same thing: the club's own limits beside allauth's, counted in the same place."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate

from allauth.core.internal import ratelimit
from django.http import HttpRequest, HttpResponseBase


def limited[**P](
    action: str, methods: tuple[str, ...] = ("POST",)
) -> Callable[
    [Callable[Concatenate[HttpRequest, P], HttpResponseBase]], Callable[Concatenate[HttpRequest, P], HttpResponseBase]
]:
    """Answers 429 above the rate that ACCOUNT_RATE_LIMITS names for that action; other methods are not counted."""

    def decorate(
        view: Callable[Concatenate[HttpRequest, P], HttpResponseBase],
    ) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
        @wraps(view)
        def counted(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            if request.method in methods and not is_allowed(request, action):
                refused: HttpResponseBase = ratelimit.respond_429(request)
                return refused
            return view(request, *args, **kwargs)

        return counted

    return decorate


def is_allowed(request: HttpRequest, action: str) -> bool:
    """Whether the request is within that action's rate, of which it then uses up one."""
    # Not allauth's public function, which counts no GET: which methods count is said by whoever asks.
    return ratelimit.consume(request, app="allauth.account", action=action, limit_get=True) is not None
