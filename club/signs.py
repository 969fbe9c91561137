"""The sign NUL, which PostgreSQL keeps in no text and looks for in none: a request that holds it is not understood."""

from collections.abc import Awaitable, Callable
from inspect import iscoroutinefunction
from typing import cast

from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import sync_and_async_middleware
from django.utils.translation import gettext_lazy as _

from club.errors import NotUnderstood
from club.scopes import Application, Receive, Scope, Send

type Answers = Callable[[HttpRequest], HttpResponseBase]
type AnswersLater = Callable[[HttpRequest], Awaitable[HttpResponseBase]]

NUL = "\0"


@sync_and_async_middleware
def no_nul(get_response: Answers | AnswersLater) -> Answers | AnswersLater:
    """Before the session is looked for: a quoted cookie can hold it too."""
    if iscoroutinefunction(get_response):

        async def answer_later(request: HttpRequest) -> HttpResponseBase:
            _refuse_nul(request)
            answered: HttpResponseBase = await get_response(request)
            return answered

        return answer_later
    answers = cast("Answers", get_response)

    def answer(request: HttpRequest) -> HttpResponseBase:
        _refuse_nul(request)
        return answers(request)

    return answer


def _refuse_nul(request: HttpRequest) -> None:
    """Raises NotUnderstood."""
    fields = [*request.GET.lists(), *request.POST.lists()]
    texts = [request.path, *request.COOKIES.values(), *(text for _name, values in fields for text in values)]
    if any(NUL in text for text in texts):
        raise NotUnderstood(_("That holds a character that cannot be seen. Take it out."))


class CookiesWithoutNul:
    """For sockets, between their cookies and the session: a cookie that holds the sign is none of the club's."""

    def __init__(self, inner: Application) -> None:
        self._inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        cookies = {name: text for name, text in scope["cookies"].items() if NUL not in text}
        await self._inner({**scope, "cookies": cookies}, receive, send)
