"""Deals, matches and what was played in them: fields, constraints, queries; nothing here writes or decides."""

from __future__ import annotations

import datetime as dt
import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games import clocks
from games.engine.deal import Dealt, deal
from games.engine.rules import Rules

KEY_BYTES = 9


def new_key() -> str:
    """A table's address: 12 characters, 72 random bits, so that it cannot be guessed or counted."""
    return secrets.token_urlsafe(KEY_BYTES)


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


class Series(models.Model):
    """Races that count together: best of three or five."""

    best_of = models.PositiveSmallIntegerField()
    created_at = models.DateTimeField(editable=False)
    ended_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name_plural = "series"
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(best_of__in=(3, 5)), name="series_is_of_three_or_five")
        ]

    def __str__(self) -> str:
        return f"best of {self.best_of}"


class Match(models.Model):
    """One deal played once: alone, as a race or by correspondence."""

    class Mode(models.TextChoices):
        SOLO = "solo", _("solo")
        RACE = "race", _("race")
        CORRESPONDENCE = "correspondence", _("by correspondence")

    class Phase(models.TextChoices):
        OPENING = "opening", _("opening")
        RUNNING = "running", _("running")
        ENDED = "ended", _("ended")

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    mode = models.CharField(max_length=14, choices=Mode)
    phase = models.CharField(max_length=8, choices=Phase, default=Phase.OPENING)
    deal = models.ForeignKey(Deal, on_delete=models.PROTECT)
    series = models.ForeignKey(Series, on_delete=models.PROTECT, null=True, blank=True)
    open_stock = models.BooleanField(default=False)
    created_at = models.DateTimeField(editable=False)
    started_at = models.DateTimeField(null=True, editable=False)
    ended_at = models.DateTimeField(null=True, editable=False)
    # The instant at which the match ends as it stands; null where no clock runs.
    deadline = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name_plural = "matches"
        indexes: ClassVar = [
            models.Index("deadline", condition=Q(phase="running"), name="match_due"),
            models.Index("created_at", condition=Q(phase="opening"), name="match_never_opened"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(phase="opening", started_at=None, ended_at=None)
                | Q(phase="running", started_at__isnull=False, ended_at=None)
                | Q(phase="ended", ended_at__isnull=False),
                name="match_phase_has_its_instants",
            )
        ]

    def __str__(self) -> str:
        return self.key

    @property
    def rules(self) -> Rules:
        return Rules.parse(self.deal.rules)


class SeatQuerySet(models.QuerySet["Seat"]):
    """The questions asked about seats."""

    def of(self, player_id: int) -> SeatQuerySet:
        return self.filter(player_id=player_id)

    def running(self) -> SeatQuerySet:
        return self.filter(match__phase=Match.Phase.RUNNING)

    def ended(self) -> SeatQuerySet:
        return self.filter(match__phase=Match.Phase.ENDED)

    def counted(self) -> SeatQuerySet:
        """Ended solo games that statistics rest on: no practice, and at least one card placed."""
        return self.ended().filter(mode=Match.Mode.SOLO, practice="", rows__gt=0)

    def table_of(self, day: dt.date) -> SeatQuerySet:
        """The day's tries, best first; those that share a place by the order in which they were begun."""
        return (
            self.ended()
            .filter(day=day, practice="", rows__gt=0)
            .order_by("-won", "-foundation_cards", "-direct_points", "pk")
        )


class Seat(models.Model):
    """One player's side of a match: whose it is, how far the board has come, and why it ended."""

    class Practice(models.TextChoices):
        """Why a game counts nowhere; empty when it does count."""

        NO = "", _("counts")
        OPEN_STOCK = "open-stock", _("the stock lies open")
        NUMBERED = "numbered", _("a numbered deal")
        SAME_DEAL = "same-deal", _("the same deal again")
        PAST_DAY = "past-day", _("the deal of a past day")
        TOOK_BACK = "took-back", _("a turned card was taken back")

    class EndedBy(models.TextChoices):
        """The record's `ended_by`; empty while the board is played."""

        NOT_YET = "", _("still played")
        WON = "won", _("won")
        BLOCKED = "blocked", _("blocked")
        RESIGNED = "resigned", _("resigned")
        LEFT = "left", _("left for the next deal")
        DAY_OVER = "day_over", _("the day was over")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    place = models.PositiveSmallIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="seats")
    # Copied from match and deal, so that one index answers what a player has played.
    mode = models.CharField(max_length=14, choices=Match.Mode)
    variant = models.CharField(max_length=16)
    day = models.DateField(null=True, editable=False)
    practice = models.CharField(max_length=10, choices=Practice, default=Practice.NO, blank=True)
    # Moves and take-backs so far; the next row's number is one more.
    rows = models.PositiveIntegerField(default=0)
    # Rises whenever what this seat may see has changed, and at no other time.
    version = models.PositiveIntegerField(default=1)
    started_at = models.DateTimeField(null=True, editable=False)
    ended_at = models.DateTimeField(null=True, editable=False)
    ended_by = models.CharField(max_length=8, choices=EndedBy, default=EndedBy.NOT_YET, blank=True)
    won = models.BooleanField(default=False)
    near_win = models.BooleanField(default=False)
    foundation_cards = models.PositiveSmallIntegerField(default=0)
    direct_points = models.PositiveSmallIntegerField(default=0)
    stock_left = models.PositiveSmallIntegerField(default=0)
    redeals_used = models.PositiveSmallIntegerField(default=0)

    objects = SeatQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "place"], name="seat_place_once"),
            models.UniqueConstraint(
                fields=["player", "variant"],
                condition=Q(mode="solo", practice="", day=None, started_at__isnull=False, ended_at=None),
                name="seat_one_counted_game_a_variant",
            ),
            models.UniqueConstraint(fields=["player", "day"], condition=Q(practice=""), name="seat_one_try_a_day"),
            models.CheckConstraint(
                condition=Q(ended_at=None, ended_by="") | (Q(ended_at__isnull=False) & ~Q(ended_by="")),
                name="seat_end_has_its_reason",
            ),
        ]
        indexes: ClassVar = [
            models.Index("player", F("started_at").desc(), name="seat_games_of_player"),
            models.Index("player", "variant", "ended_at", condition=Q(practice=""), name="seat_counted"),
            models.Index(
                "day",
                F("won").desc(),
                F("foundation_cards").desc(),
                F("direct_points").desc(),
                condition=Q(practice="", day__isnull=False),
                name="seat_table_of_day",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.place}"


class Move(models.Model):
    """One row of a seat's log: a move as written in the record, or a take-back. Appended, never changed."""

    TAKE_BACK = "back"

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="moves")
    n = models.PositiveIntegerField()
    move = models.CharField(max_length=4)
    at = models.DateTimeField(editable=False)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["seat", "n"], name="move_number_once")]

    def __str__(self) -> str:
        return f"{self.n} {self.move}"


class Turn(models.Model):
    """One seat's turn of a match by correspondence: when it opened, until when, and when it was ended."""

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="turns")
    number = models.PositiveSmallIntegerField()
    opened_at = models.DateTimeField(editable=False)
    deadline = models.DateTimeField(editable=False)
    ended_at = models.DateTimeField(null=True, editable=False)
    # The rows the seat had when the turn was ended: the board as both may see it.
    rows = models.PositiveIntegerField(null=True, editable=False)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["seat", "number"], name="turn_number_once")]
        indexes: ClassVar = [models.Index("deadline", condition=Q(ended_at=None), name="turn_due")]

    def __str__(self) -> str:
        return f"turn {self.number}"
