"""The club as a Django app."""

from django.apps import AppConfig


class ClubConfig(AppConfig):
    name = "club"
