"""What a player has reached with the trainer of the four orders."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models


class Training(models.Model):
    """The rounds that a player has gone through, and the best of them."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="training")
    rounds = models.PositiveIntegerField(default=1)
    # Milliseconds for one round, what its slips cost included.
    best_ms = models.PositiveIntegerField()
    best_at = models.DateTimeField(editable=False)

    class Meta:
        verbose_name_plural = "trainings"
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(rounds__gte=1), name="training_has_a_round"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.best_ms} ms"
