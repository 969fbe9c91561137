"""No request body above a bound reaches Django, which would write all of it to the disk before it looks at it."""

from django.utils import translation
from django.utils.translation import gettext

from club.scopes import Application, Event, Receive, Scope, Send, language_of

# The longest form of the club holds some thousand characters, each of which may take nine in the form's encoding.
LARGEST = 128 * 1024


class BoundedBodies:
    """Reads what is sent, up to the bound, and hands it on as one; above it the answer is 413 in one sentence."""

    def __init__(self, inner: Application) -> None:
        self._inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if _is_announced_too_large(scope):
            await _refuse(scope, send)
            return
        body = bytearray()
        while True:
            event = await receive()
            if event["type"] != "http.request":
                # Who sent it is gone.
                return
            body += event.get("body", b"")
            if len(body) > LARGEST:
                await _refuse(scope, send)
                return
            if not event.get("more_body"):
                break
        read: list[Event] = [{"type": "http.request", "body": bytes(body), "more_body": False}]

        async def receive_read() -> Event:
            return read.pop() if read else await receive()

        await self._inner(scope, receive_read, send)


def _is_announced_too_large(scope: Scope) -> bool:
    announced = [value for name, value in scope["headers"] if name == b"content-length"]
    return any(not value.isdigit() or len(value) > 15 or int(value) > LARGEST for value in announced)


async def _refuse(scope: Scope, send: Send) -> None:
    with translation.override(language_of(scope)):
        text = gettext("That is more than the club takes at once.").encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(text)).encode())]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": text})
