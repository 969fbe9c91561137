"""How one becomes a member where the club is not open to all."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from club.models.people import Player


class Invitation(models.Model):
    """A link by which one person may join."""

    token = models.CharField(max_length=43, unique=True, editable=False)
    # Null: by the operator, on the command line.
    made_by = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, related_name="invitations")
    made_at = models.DateTimeField(editable=False)
    ends_at = models.DateTimeField(editable=False)
    used_by = models.OneToOneField(Player, on_delete=models.SET_NULL, null=True, related_name="invited_by")
    used_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(used_by=None) | Q(used_at__isnull=False), name="invitation_used_at_an_instant"
            ),
        ]

    def __str__(self) -> str:
        return f"invitation {self.pk}"
