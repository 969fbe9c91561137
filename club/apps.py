"""The club as a Django app."""

from django.apps import AppConfig
from django.core.checks import register

from club import checks


class ClubConfig(AppConfig):
    name = "club"

    def ready(self) -> None:
        register(checks.check_processes, "club")
        register(checks.check_https, "club")
