"""The tests' settings on a PostgreSQL server, which the environment names as it does for PostgreSQL's own programs."""

import os

from tests.settings import *  # noqa: F403 - the same club on another database

DATABASES = {
    "default": {"ENGINE": "django.db.backends.postgresql", "NAME": os.environ["PGDATABASE"], "CONN_MAX_AGE": None}
}
