"""Offers: to race, open to anyone in the lobby, by link or to one player; and to play by correspondence."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.engine.rules import Rules
from games.models.deals import Deal
from games.models.matches import Match, new_key


class Offered(models.Model):
    """What both kinds of offer have: who offers which game to whom, and whom it welcomes."""

    class Kind(models.TextChoices):
        OPEN = "open", _("to anyone")
        LINK = "link", _("by link")
        NAMED = "named", _("to a player")

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    kind = models.CharField(max_length=5, choices=Kind)
    rules = models.CharField(max_length=16)
    # Whom an open offer welcomes: members of that authority at least, and those too new to have one, or anybody.
    least_authority = models.PositiveSmallIntegerField(null=True)
    welcomes_new = models.BooleanField(default=True)
    created_at = models.DateTimeField(editable=False)
    closed_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.key

    @property
    def parsed_rules(self) -> Rules:
        return Rules.parse(self.rules)


class Offer(Offered):
    """What somebody wants to race: closed when it led to a match, was withdrawn, declined, or has lapsed."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="offers")
    to = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="asked")
    minutes = models.PositiveSmallIntegerField(null=True)
    best_of = models.PositiveSmallIntegerField(null=True)
    watchable = models.BooleanField(default=True)
    # The race that this would be the rematch of.
    after = models.ForeignKey(Match, on_delete=models.SET_NULL, null=True, related_name="rematch_offers")
    # When its maker was last heard of; an open offer stands only while they are there.
    heard_at = models.DateTimeField(editable=False)
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


class CorrespondenceOffer(Offered):
    """An offer to play by correspondence. Its deal is committed to already, so that both can add bytes of their own."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="slow_offers")
    to = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="slow_asked")
    turn_cards = models.PositiveSmallIntegerField()
    spare_days = models.PositiveSmallIntegerField()
    absence_allowed = models.BooleanField()
    # Null once nothing came of it: the secret is discarded.
    deal = models.OneToOneField(Deal, on_delete=models.SET_NULL, null=True, editable=False)
    # The 16 bytes of its maker; null until their page has sent them.
    contribution = models.BinaryField(max_length=16, null=True, editable=False)
    # Whether it was closed by whom it was made to.
    declined = models.BooleanField(default=False, editable=False)
    # What it led to.
    match = models.OneToOneField(Match, on_delete=models.SET_NULL, null=True, editable=False, related_name="offered_by")

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(kind="named", to__isnull=False) | Q(kind__in=("open", "link"), to=None),
                name="slow_offer_kind_has_its_player",
            ),
            models.CheckConstraint(condition=Q(to=None) | ~Q(to=F("player")), name="slow_offer_not_to_oneself"),
            models.CheckConstraint(
                condition=Q(turn_cards__in=(1, 2, 4, 8), spare_days__lte=3), name="slow_offer_has_terms"
            ),
            models.UniqueConstraint(
                fields=["player", "kind", "rules", "turn_cards", "spare_days", "absence_allowed"],
                condition=Q(kind__in=("open", "link"), closed_at=None),
                name="slow_offer_once_a_player",
            ),
            models.UniqueConstraint(
                fields=["player", "to"], condition=Q(kind="named", closed_at=None), name="slow_offer_once_to_a_player"
            ),
        ]
        indexes: ClassVar = [
            models.Index("kind", "created_at", condition=Q(closed_at=None), name="slow_offer_standing"),
            models.Index("to", condition=Q(closed_at=None), name="slow_offer_asked"),
            models.Index("player", condition=Q(closed_at=None), name="slow_offer_made"),
        ]
