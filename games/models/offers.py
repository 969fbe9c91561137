"""Offers to race: open to anyone in the lobby, by link, or to one player."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.engine.rules import Rules
from games.models.matches import Match, new_key


class Offer(models.Model):
    """What somebody wants to race: closed when it led to a match, was withdrawn, declined, or has lapsed."""

    class Kind(models.TextChoices):
        OPEN = "open", _("to anyone")
        LINK = "link", _("by link")
        NAMED = "named", _("to a player")

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    kind = models.CharField(max_length=5, choices=Kind)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="offers")
    to = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="asked")
    rules = models.CharField(max_length=16)
    minutes = models.PositiveSmallIntegerField(null=True)
    best_of = models.PositiveSmallIntegerField(null=True)
    watchable = models.BooleanField(default=True)
    # Whom an open offer welcomes: members of that authority at least, and those too new to have one, or anybody.
    least_authority = models.PositiveSmallIntegerField(null=True)
    welcomes_new = models.BooleanField(default=True)
    # The race that this would be the rematch of.
    after = models.ForeignKey(Match, on_delete=models.SET_NULL, null=True, related_name="rematch_offers")
    created_at = models.DateTimeField(editable=False)
    # When its maker was last heard of; an open offer stands only while they are there.
    heard_at = models.DateTimeField(editable=False)
    closed_at = models.DateTimeField(null=True, editable=False)
    # What it led to.
    match = models.ForeignKey(Match, on_delete=models.SET_NULL, null=True, related_name="agreed_by")

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(kind="named", to__isnull=False) | Q(kind__in=("open", "link"), to=None),
                name="offer_kind_has_its_player",
            ),
            models.CheckConstraint(condition=Q(to=None) | ~Q(to=F("player")), name="offer_not_to_oneself"),
            models.UniqueConstraint(
                fields=["player"], condition=Q(kind="open", closed_at=None), name="offer_open_once_a_player"
            ),
            models.UniqueConstraint(
                fields=["player", "to"], condition=Q(kind="named", closed_at=None), name="offer_once_to_a_player"
            ),
        ]
        indexes: ClassVar = [
            models.Index("kind", "created_at", condition=Q(closed_at=None), name="offer_standing"),
            models.Index("to", condition=Q(closed_at=None), name="offer_asked"),
        ]

    def __str__(self) -> str:
        return self.key

    @property
    def parsed_rules(self) -> Rules:
        return Rules.parse(self.rules)
