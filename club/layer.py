"""The channel layer of a club of one process."""

import time

from channels.layers import InMemoryChannelLayer

CLEANED_EVERY_SECONDS = 1.0


class OneProcessLayer(InMemoryChannelLayer):
    """Channels' own, which looks through every channel and group before each message; here once a second at most."""

    _cleaned_at = 0.0

    def _clean_expired(self) -> None:
        now = time.monotonic()
        if now - self._cleaned_at >= CLEANED_EVERY_SECONDS:
            self._cleaned_at = now
            super()._clean_expired()  # type: ignore[no-untyped-call] # Channels has no types
