"""How often somebody may ask for the same thing: the club's own limits beside allauth's, counted in the same place."""

from collections.abc import Awaitable, Callable
from functools import wraps
from inspect import iscoroutinefunction
from typing import Concatenate, cast

from allauth.account import app_settings
from allauth.core.internal import ratelimit
from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from club.rates import for_somebody

type Answers = Callable[[HttpRequest], HttpResponseBase]
type AnswersLater = Callable[[HttpRequest], Awaitable[HttpResponseBase]]

# What only looks.
LOOKING = ("GET", "HEAD", "OPTIONS", "TRACE")


def limited[**P](
    action: str, methods: tuple[str, ...] = ("POST",)
) -> Callable[
    [Callable[Concatenate[HttpRequest, P], HttpResponseBase]], Callable[Concatenate[HttpRequest, P], HttpResponseBase]
]:
    """Answers 429 above the rates that ACCOUNT_RATE_LIMITS names for that action; other methods are not counted."""

    def decorate(
        view: Callable[Concatenate[HttpRequest, P], HttpResponseBase],
    ) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
        @wraps(view)
        def counted(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            if request.method in methods and not is_allowed(request, action):
                return _refused(request)
            return view(request, *args, **kwargs)

        return counted

    return decorate


def is_allowed(request: HttpRequest, action: str) -> bool:
    """Whether the request is within that action's rates, of which it then uses up one.

    Of rates by account those of the account that is signed in; whoever is not is counted by address alone.
    """
    rates = for_somebody(app_settings.RATE_LIMITS[action], known=request.user.is_authenticated)
    # Not allauth's public function, which counts no GET: which methods count is said by whoever asks.
    used = ratelimit.consume(request, app="allauth.account", action=action, config={action: rates}, limit_get=True)
    return used is not None


@sync_and_async_middleware
def every_form(get_response: Answers | AnswersLater) -> Answers | AnswersLater:
    """The widest limit, for whatever is more than a look, whether or not its page has a limit of its own."""
    if iscoroutinefunction(get_response):

        async def answer_later(request: HttpRequest) -> HttpResponseBase:
            # A look costs no hop to another thread.
            if request.method not in LOOKING and not await sync_to_async(is_allowed)(request, "form"):
                return await sync_to_async(_refused)(request)
            answered: HttpResponseBase = await get_response(request)
            return answered

        return answer_later
    answers = cast("Answers", get_response)

    def answer(request: HttpRequest) -> HttpResponseBase:
        if request.method not in LOOKING and not is_allowed(request, "form"):
            return _refused(request)
        return answers(request)

    return answer


def _refused(request: HttpRequest) -> HttpResponseBase:
    refused: HttpResponseBase = ratelimit.respond_429(request)
    return refused
