"""Deals: one secret and the cards it makes."""

from __future__ import annotations

import datetime as dt
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games import clocks
from games.engine.deal import Dealt, deal
from games.engine.rules import Rules


class Deal(models.Model):
    """One secret and the deal it makes. The secret leaves this row only when the deal is closed."""

    class Kind(models.TextChoices):
        RANDOM = "random", _("random deal")
        NUMBERED = "numbered", _("numbered deal")
        DAILY = "daily", _("deal of the day")

    kind = models.CharField(max_length=8, choices=Kind)
    rules = models.CharField(max_length=16)
    number = models.BigIntegerField(null=True, editable=False)
    day = models.DateField(null=True, unique=True, editable=False)
    secret = models.BinaryField(max_length=32, editable=False)
    commitment = models.CharField(max_length=64, editable=False)
    # 16 bytes a seat, one after the other; null where the seed is itself the secret.
    contributions = models.BinaryField(null=True, editable=False)
    # Null until the contributions are there.
    seed = models.BinaryField(max_length=32, null=True, editable=False)
    created_at = models.DateTimeField(editable=False)
    closed_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["rules", "number"], name="deal_number_once"),
            models.CheckConstraint(
                condition=Q(kind="random", number=None, day=None)
                | Q(kind="numbered", number__gte=1, day=None)
                | Q(kind="daily", number=None, day__isnull=False),
                name="deal_kind_has_its_mark",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number or self.day or self.pk}"

    def is_closed(self, now: dt.datetime) -> bool:
        """Whether nobody can profit from the secret any more (rules.md: "A deal is closed")."""
        if self.day is not None:
            return clocks.is_past(clocks.end_of_day(self.day), now)
        return self.closed_at is not None

    def laid_out(self) -> Dealt:
        """The cards as dealt; for the server's eyes only."""
        if self.seed is None:
            raise ValueError("the contributions are not there yet")
        return deal(Rules.parse(self.rules), bytes(self.seed))
