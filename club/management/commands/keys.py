"""`manage.py keys`: new keys for the environment of a club of many processes."""

import secrets
from typing import Any

from django.core.management.base import BaseCommand

from club.env import new_push_key


class Command(BaseCommand):
    help = "Print keys that were never used, as lines for a file of settings. Nothing is stored."
    # It is run before there is a club.
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"SECRET_KEY={secrets.token_urlsafe(64)}")
        self.stdout.write(f"PUSH_PRIVATE_KEY={new_push_key()}")
        self.stdout.write(f"METRICS_TOKEN={secrets.token_urlsafe(32)}")
        self.stdout.write(f"POSTGRES_PASSWORD={secrets.token_urlsafe(24)}")
