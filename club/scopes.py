"""What a request or a socket tells of where it comes from, before Django has made a request of it."""

import io
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.utils import translation

type Scope = dict[str, Any]
type Event = Mapping[str, Any]
type Receive = Callable[[], Awaitable[Event]]
type Send = Callable[[Event], Awaitable[None]]
type Application = Callable[[Scope, Receive, Send], Awaitable[None]]


def language_of(scope: Scope) -> str:
    """The language that the same browser's pages are in."""
    request = ASGIRequest({**scope, "type": "http", "method": "GET"}, io.BytesIO())
    return translation.get_language_from_request(request)


def address_of(scope: Scope) -> str | None:
    """The address that is counted; behind a proxy the last that it wrote down. None where there is none to know."""
    if settings.ALLAUTH_TRUSTED_PROXY_COUNT:
        for name, value in reversed(scope["headers"]):
            if name == b"x-forwarded-for":
                return str(value.decode("latin-1").rpartition(",")[2].strip())
    client = scope.get("client")
    return str(client[0]) if client else None


def account_of(scope: Scope) -> str | None:
    """The number of the player who is signed in, inside of Channels' own look at the session."""
    user = scope["user"]
    return str(user.pk) if user.is_authenticated else None
