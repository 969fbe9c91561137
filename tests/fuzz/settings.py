"""The club's own settings for a club that is fuzzed: without limits that end it early, and quick at passwords."""

from club.rates import SocketLimit
from club.settings import *  # noqa: F403 - what is fuzzed is what the club runs

ACCOUNT_RATE_LIMITS = dict.fromkeys(ACCOUNT_RATE_LIMITS, "1000000/m/ip")  # noqa: F405 - see above
SOCKET_LIMITS = dict.fromkeys(
    SOCKET_LIMITS,  # noqa: F405 - see above
    SocketLimit(held=10_000, at_once=100_000, a_minute=1_000_000),
)
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
