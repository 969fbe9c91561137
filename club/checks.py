"""System checks that refuse what cannot work together, each with its remedy: several processes, https."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error
from django.core.management.base import CommandError, OutputWrapper

from club.layer import OneProcessLayer

ONE_PROCESS_LAYER = f"{OneProcessLayer.__module__}.{OneProcessLayer.__qualname__}"
ONE_PROCESS_CACHE = "django.core.cache.backends.locmem.LocMemCache"


def shared_ground() -> list[CheckMessage]:
    """What several processes cannot share as the settings stand, with what to do about it; none where all is well."""
    found: list[CheckMessage] = []
    if "sqlite3" in str(settings.DATABASES["default"]["ENGINE"]):
        found.append(
            Error(
                "Several processes would write one SQLite file.",
                hint="Name a PostgreSQL database: DATABASE_URL=postgresql://user:password@host/name, or run all in one"
                " process: manage.py serve, with PROCESSES=1.",
                id="club.E001",
            )
        )
    backends = {settings.CHANNEL_LAYERS["default"]["BACKEND"], settings.CACHES["default"]["BACKEND"]}
    if backends & {ONE_PROCESS_LAYER, ONE_PROCESS_CACHE}:
        found.append(
            Error(
                "Several processes would not hear of each other's moves, and each would count its limits alone.",
                hint="Name a Redis server: REDIS_URL=redis://host:6379/0.",
                id="club.E002",
            )
        )
    if not settings.KEYS_ARE_GIVEN:
        found.append(
            Error(
                "Each machine would make keys of its own, and would not know who signed in at another.",
                hint="Give all of them the same SECRET_KEY and PUSH_PRIVATE_KEY; what one process has made is in the"
                " files secret_key and push_key of its DATA_DIR.",
                id="club.E003",
            )
        )
    return found


def check_processes(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """Several web processes need what they share."""
    return shared_ground() if settings.PROCESSES > 1 else []


def check_https(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """A club that is reached by https shows no tracebacks, and is told by its proxy what came by https."""
    if not settings.HTTPS:
        return []
    found: list[CheckMessage] = []
    if settings.DEBUG:
        found.append(
            Error(
                "DEBUG would show settings and code to everybody who meets an error.",
                hint="Leave DEBUG out, or set DEBUG=0.",
                id="club.E004",
            )
        )
    if settings.SECURE_PROXY_SSL_HEADER is None:
        found.append(
            Error(
                "SITE_URL begins with https, and nothing says what came by it: each page would lead to itself.",
                hint="Put a server in front that ends TLS and sets X-Forwarded-Proto, and say BEHIND_PROXY=1.",
                id="club.E005",
            )
        )
    return found


def refuse_unshared(stderr: OutputWrapper) -> None:
    """For commands that are by their nature one of several processes. Raises CommandError where they cannot share."""
    found = shared_ground()
    if found:
        for one in found:
            stderr.write(f"{one.id}: {one.msg} {one.hint}")
        raise CommandError("This command is one of several processes, which need what the lines above say.")
