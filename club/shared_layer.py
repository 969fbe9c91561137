"""The channel layer of a club of many processes: Channels' own on Redis, made to outlive Redis.

An announcement is a hint (games/announce.py). So where Redis cannot be reached hints are dropped and nothing fails;
what was to be subscribed to is subscribed to when Redis is back. Meanwhile every view is kept current by its version.
"""

import asyncio
import logging
import time
from typing import Any

from channels_redis.pubsub import RedisPubSubChannelLayer, RedisPubSubLoopLayer, RedisSingleShardConnection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

# What Redis can fail with: RuntimeError where a connection was lost between two steps.
AWAY = (RedisError, OSError, TimeoutError, RuntimeError)
# A hint that takes longer is of no more use than the rounds that find what it tells.
PATIENCE_SECONDS = 1.0
# After a failure nothing is tried for so long, so that a server that does not answer holds up nobody.
PAUSE_SECONDS = 1.0
# How long the reader waits for a message before it looks for something to subscribe to.
READ_SECONDS = 0.1
# One publishes, one reads; a few more while broken ones are being closed.
CONNECTIONS = 10


class SharedLayer(RedisPubSubChannelLayer):
    """Announcements by Redis to all processes; to be given the server's address."""

    def __init__(self, url: str, **options: Any) -> None:
        host = {
            "address": url,
            # Without this redis-py closes a connection on which nothing came for five seconds.
            "socket_timeout": None,
            "socket_connect_timeout": PATIENCE_SECONDS,
            "socket_keepalive": True,
            "max_connections": CONNECTIONS,
            # What failed is tried again here, and not while a socket waits.
            "retry": Retry(NoBackoff(), 0),
        }
        super().__init__(hosts=[host], **options)
        self._hosts = [host]

    def _get_layer(self) -> RedisPubSubLoopLayer:
        loop = asyncio.get_running_loop()
        if loop not in self._layers:
            # Made by the library, which also sees to its end with the loop; only the connection is ours.
            layer = super()._get_layer()
            layer._shards = [_Connection(host, layer) for host in self._hosts]
        found: RedisPubSubLoopLayer = self._layers[loop]
        return found


class _Connection(RedisSingleShardConnection):
    """One connection to publish by and one to listen on, either of which may be lost at any time."""

    def __init__(self, host: dict[str, Any], layer: RedisPubSubLoopLayer) -> None:
        super().__init__(host, layer)
        # Channels that are wanted and could not be subscribed to.
        self._missing: set[str] = set()
        self._is_away = False
        self._pauses_until = 0.0

    async def publish(self, channel: str, message: bytes) -> None:
        if self._pauses():
            return
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await super().publish(channel, message)
        except AWAY as error:
            self._note_away(error)

    async def subscribe(self, channel: str) -> None:
        self._missing.add(channel)
        self._ensure_receiver()
        if not self._pauses():
            await self._subscribe_missing(channel)

    async def unsubscribe(self, channel: str) -> None:
        self._missing.discard(channel)
        if self._pauses():
            # What still comes for it finds nobody.
            self._subscribed_to.discard(channel)
            return
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await super().unsubscribe(channel)
        except AWAY as error:
            self._subscribed_to.discard(channel)
            self._note_away(error)

    async def _subscribe_missing(self, channel: str) -> None:
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await super().subscribe(channel)
            self._missing.discard(channel)
        except AWAY as error:
            self._note_away(error)

    async def _do_receiving(self) -> None:
        """Hand on what comes, for ever. Redis' library subscribes anew by itself to what it had subscribed to."""
        while True:
            try:
                for channel in list(self._missing):
                    if self._pauses():
                        break
                    await self._subscribe_missing(channel)
                if self._pubsub is not None and self._pubsub.subscribed:
                    message = await self._pubsub.get_message(ignore_subscribe_messages=True, timeout=READ_SECONDS)
                    self._note_back()
                    self._receive_message(message)
                else:
                    await asyncio.sleep(READ_SECONDS)
            except AWAY as error:
                self._note_away(error)
                await asyncio.sleep(PAUSE_SECONDS)

    def _pauses(self) -> bool:
        return time.monotonic() < self._pauses_until

    def _note_away(self, error: BaseException) -> None:
        self._pauses_until = time.monotonic() + PAUSE_SECONDS
        if not self._is_away:
            self._is_away = True
            log.warning("Redis cannot be reached, views are kept current without it: %s", error or type(error).__name__)

    def _note_back(self) -> None:
        if self._is_away and not self._pauses():
            self._is_away = False
            log.warning("Redis can be reached again")
