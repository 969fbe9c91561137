"""Thinking in a process of its own, for a club of many processes."""

from typing import Any

from django.core.management.base import BaseCommand

from games.thinking import Thinking


class Command(BaseCommand):
    help = "Analyse games, give hints and make the house players' moves, until stopped. Two are harmless."

    def handle(self, *args: Any, **options: Any) -> None:
        Thinking().think_again_and_again()
