"""`manage.py testmail ADDRESS`: whether the club's mail is taken, in the mail server's own words."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext


class Command(BaseCommand):
    help = "Send one mail to that address by the settings of the club, and say what became of it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("address")

    def handle(self, *args: Any, **options: Any) -> None:
        mail = EmailMessage(
            subject=settings.ACCOUNT_EMAIL_SUBJECT_PREFIX + gettext("Mails from the club reach you"),
            body=gettext("This mail was sent to see whether mails from %(site)s arrive.") % {"site": settings.SITE_URL},
            to=[options["address"]],
            headers={"Auto-Submitted": "auto-generated"},
        )
        by = f"{settings.SMTP_HOST}" if settings.SMTP_HOST else f"files in {settings.DATA_DIR / 'mail'} (no SMTP_HOST)"
        try:
            mail.send()
        except (OSError, ValueError) as error:
            raise CommandError(f"the mail to {options['address']} was not taken by {by}: {error}") from error
        self.stdout.write(f"the mail from {settings.DEFAULT_FROM_EMAIL} to {options['address']} was taken by {by}")
