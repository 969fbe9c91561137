"""What the club thinks about in the background: analyses, hints, and how house players fare on a day's deal."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.deals import Deal
from games.models.seats import Seat


class Analysis(models.Model):
    """The analysis of one seat's ended game: asked for once, done piece by piece, and kept."""

    class State(models.TextChoices):
        QUEUED = "queued"
        DONE = "done"
        FAILED = "failed"

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="analysis")
    # Whose limit a day it counts towards.
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField(editable=False)
    state = models.CharField(max_length=6, choices=State, default=State.QUEUED)
    # How many pieces there are, 0 before that is known.
    pieces = models.PositiveSmallIntegerField(default=0)
    # Where the version before this one keeps its pieces; nothing else is written to it, and the next drops it.
    found = models.JSONField(default=list, blank=True)
    # How often the process that worked on the next piece has died of it.
    deaths = models.PositiveSmallIntegerField(default=0)
    ended_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name_plural = "analyses"
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(state="queued", ended_at=None) | (~Q(state="queued") & Q(ended_at__isnull=False)),
                name="analysis_ends_once",
            ),
        ]
        indexes: ClassVar = [
            models.Index("asked_at", "id", condition=Q(state="queued"), name="analysis_queued"),
            models.Index("asked_by", "asked_at", name="analysis_of_player"),
        ]

    def __str__(self) -> str:
        return f"analysis of {self.seat_id}"


class AnalysisPiece(models.Model):
    """One piece of an analysis, numbered from 0: what a decision's choices come to, or what a search found."""

    analysis = models.ForeignKey(Analysis, on_delete=models.CASCADE, related_name="kept")
    n = models.PositiveSmallIntegerField()
    found = models.JSONField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["analysis", "n"], name="analysis_piece_once")]

    def __str__(self) -> str:
        return f"piece {self.analysis_id}/{self.n}"


class Hint(models.Model):
    """What the coach says about one position of a practice game: asked for by its number of rows."""

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="hints")
    rows = models.PositiveIntegerField()
    asked_at = models.DateTimeField(editable=False)
    answered_at = models.DateTimeField(null=True, editable=False)
    # The choices, best first; none where the process that compared them died of it again and again.
    choices = models.JSONField(default=list, blank=True)
    deaths = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["seat", "rows"], name="hint_once_a_position")]
        indexes: ClassVar = [models.Index("asked_at", condition=Q(answered_at=None), name="hint_waits")]

    def __str__(self) -> str:
        return f"hint {self.seat_id}/{self.rows}"


class Trial(models.Model):
    """How often a house player of that level has won a closed day's deal, with other luck each time."""

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="trials")
    level = models.CharField(max_length=8)
    tries = models.PositiveSmallIntegerField(default=0)
    won = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["deal", "level"], name="trial_once_a_level"),
            models.CheckConstraint(condition=Q(won__lte=models.F("tries")), name="trial_won_of_tries"),
        ]

    def __str__(self) -> str:
        return f"{self.level} on {self.deal_id}"
