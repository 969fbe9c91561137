"""A way out for a socket's frames past the middleware.

That of the session looks at every frame that goes through it; once a socket is accepted it has nothing more to add.
"""

from club.scopes import Application, Receive, Scope, Send

# Where a socket's scope holds the server's own `send`.
WAY_OUT = "way_out"


class WithWayOut:
    """Outside of the middleware that is to be gone past."""

    def __init__(self, inner: Application) -> None:
        self._inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._inner({**scope, WAY_OUT: send}, receive, send)
