"""What each answer tells browsers beyond Django's own headers: what pages may use, who loads and who keeps them."""

from collections.abc import Awaitable, Callable
from inspect import iscoroutinefunction
from typing import cast

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

type Answers = Callable[[HttpRequest], HttpResponseBase]
type AnswersLater = Callable[[HttpRequest], Awaitable[HttpResponseBase]]

USED = ("clipboard-write", "publickey-credentials-create", "publickey-credentials-get", "screen-wake-lock", "web-share")
# Only names that every browser of today knows: others are complained of in its console.
UNUSED = (
    "accelerometer",
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "hid",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "serial",
    "usb",
    "xr-spatial-tracking",
)
PERMISSIONS = ", ".join([f"{name}=(self)" for name in USED] + [f"{name}=()" for name in UNUSED])
# What may hold something of a person. Scripts and words are the same for all.
PRIVATE_TYPES = ("text/html", "application/json", "text/plain")


@sync_and_async_middleware
def browsers_are_told(get_response: Answers | AnswersLater) -> Answers | AnswersLater:
    """The outermost of all, so that errors and static files bear the same."""
    if iscoroutinefunction(get_response):

        async def answer_later(request: HttpRequest) -> HttpResponseBase:
            return _told(request, await get_response(request))

        return answer_later
    answers = cast("Answers", get_response)

    def answer(request: HttpRequest) -> HttpResponseBase:
        return _told(request, answers(request))

    return answer


def _told(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    response.headers.setdefault("Permissions-Policy", PERMISSIONS)
    response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
    if response.headers.get("Content-Type", "").startswith(PRIVATE_TYPES):
        # By the cookie, so that a page that needs no database asks none. What somebody saw is on no disk, and Back
        # shows it to nobody who sits down at the same browser later.
        kept = "private, no-store" if settings.SESSION_COOKIE_NAME in request.COOKIES else "private, no-cache"
        response.headers.setdefault("Cache-Control", kept)
    return response
