"""What has to be there before a club can be served from one process: its tables and its pages' files."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from club.collecting import collect_static


class Command(BaseCommand):
    help = "Migrate, and collect the static files where one changed: what serve does first."

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", interactive=False, verbosity=0)
        collect_static()
