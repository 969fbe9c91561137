"""The short talk of the two players after a match or a series."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from games.models.matches import Match, Series


class Afterword(models.Model):
    """Opens with the end of its match, or its series, for three days; either of the two can close it before."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, null=True, related_name="afterword")
    series = models.OneToOneField(Series, on_delete=models.CASCADE, null=True, related_name="afterword")
    opened_at = models.DateTimeField(editable=False)
    closes_at = models.DateTimeField(editable=False)
    # By the player of that place.
    closed_by = models.PositiveSmallIntegerField(null=True, editable=False)
    # Whether the player of that place lets others read it; they do only where both do.
    shown_by_1 = models.BooleanField(default=False)
    shown_by_2 = models.BooleanField(default=False)
    # Only what was reported is opened by moderators.
    reported_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(match__isnull=False, series=None) | Q(match=None, series__isnull=False),
                name="afterword_of_match_or_series",
            ),
        ]

    def __str__(self) -> str:
        return f"afterword {self.pk}"


class Remark(models.Model):
    """One of the ten that each may write; a guest's is one of the ready-made, kept by its code."""

    MOST = 10
    LONGEST = 280

    afterword = models.ForeignKey(Afterword, on_delete=models.CASCADE, related_name="remarks")
    place = models.PositiveSmallIntegerField()
    # From 1 for each of the two.
    n = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=LONGEST, blank=True)
    ready_made = models.CharField(max_length=16, blank=True)
    at = models.DateTimeField(editable=False)
    # By a moderator, or because its writer has left the club.
    hidden_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["afterword", "place", "n"], name="remark_number_once"),
            models.CheckConstraint(condition=Q(n__gte=1, n__lte=10), name="remark_ten_each"),
        ]

    def __str__(self) -> str:
        return f"remark {self.pk}"


class Thanks(models.Model):
    """What the player of one place said to the other, once."""

    afterword = models.ForeignKey(Afterword, on_delete=models.CASCADE, related_name="thanks")
    place = models.PositiveSmallIntegerField()
    at = models.DateTimeField(editable=False)

    class Meta:
        verbose_name_plural = "thanks"
        constraints: ClassVar = [models.UniqueConstraint(fields=["afterword", "place"], name="thanks_once")]

    def __str__(self) -> str:
        return f"thanks {self.pk}"
