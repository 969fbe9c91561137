"""`manage.py administrator NAME`: somebody who runs the club, a member already or new."""

import getpass
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from club import administrators
from club.administrators import NotMade


class Command(BaseCommand):
    help = "Make the member of that name an administrator; if there is none, a new one, whose password is asked for."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name")
        parser.add_argument("--email", default="", help="of a new one: where notices about the club go")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            member = administrators.existing_member(options["name"])
            if member is not None:
                administrators.promote(member)
            else:
                member = administrators.make(options["name"], self._password(), options["email"])
        except NotMade as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{member} is an administrator: the pages are at /admin/")

    def _password(self) -> str:
        """Typed twice without being shown, or the first line of what is piped in."""
        if not sys.stdin.isatty():
            return sys.stdin.readline().rstrip("\n")
        password = getpass.getpass("Password: ")
        if getpass.getpass("Again: ") != password:
            raise CommandError("the two are not the same")
        return password
