"""The club's own settings, but for what costs time and proves nothing in a test."""

from club.rates import SocketLimit
from club.settings import *  # noqa: F403 - the tests run what the club runs

# Hashing passwords slowly is Django's promise, not ours.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Plain names: collecting and fingerprinting is tested by the browser tests, which run the real server.
STORAGES = STORAGES | {  # noqa: F405 - see above
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
}
STATIC_ROOT = BASE_DIR / "static"  # noqa: F405 - see above; a folder that exists
# Players of one test after the other have the same numbers; what a limit does has tests that set it.
SOCKET_LIMITS = dict.fromkeys(
    SOCKET_LIMITS,  # noqa: F405 - see above
    SocketLimit(held=10_000, at_once=100_000, a_minute=1_000_000),
)
# Surviving a power cut is SQLite's promise, not ours; a crash of the club itself costs nothing either way.
SQLITE["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF; PRAGMA foreign_keys=ON;"  # noqa: F405 - see above
