"""`manage.py invite`: a link by which one person may join, printed; for the first, before there is a moderator."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from club import joining


class Command(BaseCommand):
    help = "Print a link by which one person may join within two weeks; more of them with a number."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("number", nargs="?", type=int, default=1, help="how many links (1)")

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        for _ in range(options["number"]):
            self.stdout.write(joining.link_to(joining.invite(None, now)))
