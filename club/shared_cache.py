"""The cache of a club of many processes: Redis, and while that cannot be reached one of each process's own.

What is kept here are the counts of limits and presses that came twice: less exact for a while, and never in the way.
"""

import logging
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

log = logging.getLogger(__name__)

PATIENCE_SECONDS = 1


class SharedCache(RedisCache):
    """Django's own on Redis; whatever fails there is asked of this process's memory."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = _Client


class _Client:
    """Django's client, and this process's memory where it fails."""

    # Of all threads, each of which has a client of its own: so that it is said once.
    _is_away = False

    def __init__(self, servers: list[str], **options: Any) -> None:
        patience: dict[str, Any] = {
            "socket_timeout": PATIENCE_SECONDS,
            "socket_connect_timeout": PATIENCE_SECONDS,
            "retry": Retry(NoBackoff(), 0),
        }
        self._redis = RedisCacheClient(servers, **patience, **options)
        self._own = LocMemCache("while Redis is away", {})

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def ask(*args: Any) -> Any:
            try:
                answer = getattr(self._redis, name)(*args)
            except (RedisError, OSError) as error:
                if not _Client._is_away:
                    log.warning("Redis cannot be reached, limits are counted by this process alone: %s", error)
                _Client._is_away = True
                return getattr(self._own, name)(*args)
            _Client._is_away = False
            return answer

        return ask
