"""The club as it is served, but for what costs time and proves nothing where people sign up again and again."""

from club.settings import *  # noqa: F403 - the tests run what the club runs

# Hashing passwords slowly is Django's promise, not ours.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
