"""How many sockets one address or one account may hold and open, in this process; who wants more is told and closed."""

import time
from collections.abc import Callable

import orjson
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext

from club.rates import SocketLimit
from club.scopes import Application, Receive, Scope, Send, language_of

# As at a table that is flooded: pages wait before they come again.
TOO_MANY = 4429
# Sources that are remembered at most without one open socket.
REMEMBERED = 10_000


class Source:
    """What one source holds, and how many it may still open at once; that fills up again by the minute."""

    def __init__(self, limit: SocketLimit, now: float) -> None:
        self.held = 0
        self._left = float(limit.at_once)
        self._at = now

    def opens_one(self, limit: SocketLimit, now: float) -> bool:
        """Whether one more may be opened at that instant (seconds of a steady clock); it then counts as opened."""
        self._left = self.left(limit, now)
        self._at = now
        if self.held >= limit.held or self._left < 1:
            return False
        self._left -= 1
        self.held += 1
        return True

    def left(self, limit: SocketLimit, now: float) -> float:
        return min(limit.at_once, self._left + (now - self._at) * limit.a_minute / 60)


class LimitedSockets:
    """Between the server and the sockets: `source_of` says who opens one, None for nobody who could be counted.

    The limit is settings.SOCKET_LIMITS[name]. Touched by the event loop's thread alone.
    """

    def __init__(self, inner: Application, name: str, source_of: Callable[[Scope], str | None]) -> None:
        self._inner = inner
        self._name = name
        self._source_of = source_of
        self._sources: dict[str, Source] = {}

    @property
    def remembered(self) -> int:
        """Of how many sources something is known."""
        return len(self._sources)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        name = self._source_of(scope)
        if name is None:
            await self._inner(scope, receive, send)
            return
        limit: SocketLimit = settings.SOCKET_LIMITS[self._name]
        source = self._source(name, limit)
        if not source.opens_one(limit, time.monotonic()):
            await _turn_away(scope, receive, send)
            return
        try:
            await self._inner(scope, receive, send)
        finally:
            source.held -= 1

    def _source(self, name: str, limit: SocketLimit) -> Source:
        now = time.monotonic()
        if len(self._sources) > REMEMBERED:
            # Whoever holds none and has all of theirs left is as good as new.
            for other, known in list(self._sources.items()):
                if not known.held and known.left(limit, now) >= limit.at_once:
                    del self._sources[other]
        return self._sources.setdefault(name, Source(limit, now))


async def _turn_away(scope: Scope, receive: Receive, send: Send) -> None:
    """Accepted first: the code of a socket that is closed before it was accepted reaches no page."""
    await receive()
    await send({"type": "websocket.accept"})
    with translation.override(language_of(scope)):
        text = gettext("Too many pages of the club are open from here, or were opened at once. Wait a minute.")
    told = orjson.dumps({"is": "error", "error": "too-many", "text": text}).decode()
    await send({"type": "websocket.send", "text": told})
    await send({"type": "websocket.close", "code": TOO_MANY})
