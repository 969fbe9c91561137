"""Whether this process lives, and whether it can serve: asked by pages, front servers and whatever watches over it."""

import logging

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from redis import Redis, RedisError

log = logging.getLogger(__name__)

# A server that takes longer is of no use to players either.
PATIENCE_SECONDS = 2
NEVER_KEPT = {"Cache-Control": "no-store"}


@require_safe
def alive(request: HttpRequest) -> HttpResponse:
    """204. Asks nothing of the database, so that it is cheap and answers while the database is away."""
    return HttpResponse(status=204, headers=NEVER_KEPT)


@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """204 if database and channel layer answer, else 503 with a line for each that does not."""
    away = [name for name, answers in (("database", _database_answers), ("layer", _layer_answers)) if not answers()]
    if not away:
        return HttpResponse(status=204, headers=NEVER_KEPT)
    said = "".join(f"{name} does not answer\n" for name in away)
    return HttpResponse(said, status=503, content_type="text/plain", headers=NEVER_KEPT)


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        log.warning("the database does not answer: %s", error)
        # The next one to ask opens another.
        connection.close()
        return False
    return True


def _layer_answers() -> bool:
    """The Redis server behind it, asked directly: the layer itself keeps quiet about one that is away."""
    if not settings.REDIS_URL:
        # Within the process itself.
        return True
    try:
        with Redis.from_url(
            settings.REDIS_URL, socket_timeout=PATIENCE_SECONDS, socket_connect_timeout=PATIENCE_SECONDS
        ) as server:
            server.ping()
    except RedisError as error:
        log.warning("Redis does not answer: %s", type(error).__name__)
        return False
    return True
