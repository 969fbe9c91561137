"""Who plays with whom regularly, who wants nothing of whom, and who is here."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from club.models.people import Player


class Partnership(models.Model):
    """Two members who agreed to be partners, or one who has asked the other; `one` is who joined the club first."""

    one = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="partnerships_as_one")
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="partnerships_as_other")
    asked_by = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="partnerships_asked")
    asked_at = models.DateTimeField(editable=False)
    # Null while it is only asked for.
    agreed_at = models.DateTimeField(null=True, editable=False)
    # Declined, withdrawn, or ended, and by which of the two.
    ended_at = models.DateTimeField(null=True, editable=False)
    ended_by = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, related_name="partnerships_ended")

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="partnership_lower_id_first"),
            models.CheckConstraint(
                condition=Q(asked_by=F("one")) | Q(asked_by=F("other")), name="partnership_asked_by_one_of_two"
            ),
            models.CheckConstraint(
                condition=Q(ended_at=None, ended_by=None)
                | (Q(ended_at__isnull=False) & (Q(ended_by=F("one")) | Q(ended_by=F("other")))),
                name="partnership_ended_by_one_of_two",
            ),
            models.UniqueConstraint(
                fields=["one", "other"], condition=Q(ended_at=None), name="partnership_once_between_two"
            ),
        ]
        indexes: ClassVar = [
            models.Index("other", condition=Q(ended_at=None), name="partnership_of_other"),
        ]

    def __str__(self) -> str:
        return f"{self.one_id} and {self.other_id}"


class Block(models.Model):
    """A player who wants nothing of another one."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="blocked_by")
    made_at = models.DateTimeField(editable=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "blocked"], name="block_once"),
            models.CheckConstraint(condition=~Q(player=F("blocked")), name="block_not_oneself"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} blocks {self.blocked_id}"


class Presence(models.Model):
    """When a member's page was last heard of, to the second."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, primary_key=True, related_name="presence")
    heard_at = models.DateTimeField(editable=False)

    class Meta:
        verbose_name_plural = "presence"

    def __str__(self) -> str:
        return f"{self.player_id} at {self.heard_at:%H:%M:%S}"
