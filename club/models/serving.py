"""When the club was served, and when it was not."""

from __future__ import annotations

from datetime import timedelta
from typing import ClassVar

from django.db import models


class ServingStamp(models.Model):
    """One row: when any process of the club was last known to serve."""

    ONLY = 1

    at = models.DateTimeField(editable=False)

    def __str__(self) -> str:
        return self.at.isoformat()


class Outage(models.Model):
    """A time in which nobody was served, from the last stamp before it to the first start after it."""

    began_at = models.DateTimeField(editable=False)
    ended_at = models.DateTimeField(editable=False)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(ended_at__gt=models.F("began_at")), name="outage_takes_time")
        ]

    def __str__(self) -> str:
        return f"{self.began_at:%Y-%m-%d %H:%M:%S} to {self.ended_at:%H:%M:%S} UTC"

    @property
    def lasted(self) -> timedelta:
        return self.ended_at - self.began_at
