"""Seats, and what was played on them: moves and turns; and what a player notes down for themselves."""

from __future__ import annotations

import datetime as dt
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models.matches import Match


class SeatQuerySet(models.QuerySet["Seat"]):
    """The questions asked about seats."""

    def of(self, player_id: int) -> SeatQuerySet:
        return self.filter(player_id=player_id)

    def with_match(self) -> SeatQuerySet:
        """With match and deal, and everybody who sits there: what a list of games shows."""
        return self.select_related("match__deal").prefetch_related("match__seats__player")

    def running(self) -> SeatQuerySet:
        return self.filter(ended_at=None, match__phase=Match.Phase.RUNNING)

    def going_on(self) -> SeatQuerySet:
        """Seats that wait for their player: boards that are played, and races that are agreed on."""
        agreed_on = Q(mode=Match.Mode.RACE, match__phase__in=Match.LIVE)
        return self.filter(Q(match__phase=Match.Phase.RUNNING) | agreed_on, ended_at=None)

    def in_live_race(self) -> SeatQuerySet:
        """Seats of races that are agreed on and not over."""
        return self.filter(ended_at=None, mode=Match.Mode.RACE, match__phase__in=Match.LIVE)

    def waiting(self) -> SeatQuerySet:
        """Seats by correspondence whose turn is open, the most urgent first."""
        return self.filter(turn_deadline__isnull=False).order_by("turn_deadline", "pk")

    def ended(self) -> SeatQuerySet:
        return self.filter(match__phase=Match.Phase.ENDED)

    def counted(self) -> SeatQuerySet:
        """Ended solo games that statistics rest on: no practice, at least one card placed, and not void."""
        return self.ended().filter(match__voided_at=None, mode=Match.Mode.SOLO, practice="", rows__gt=0)

    def table_of(self, day: dt.date) -> SeatQuerySet:
        """The day's tries, best first; those that share a place by the order in which they were begun."""
        return (
            self.ended()
            .filter(match__voided_at=None, day=day, practice="", rows__gt=0)
            .order_by("-won", "-foundation_cards", "-direct_points", "pk")
        )


class Seat(models.Model):
    """One player's side of a match: whose it is, how far the board has come, and why it ended."""

    class Practice(models.TextChoices):
        """Why a game counts nowhere; empty when it does count."""

        NO = "", _("counts")
        OPEN_STOCK = "open-stock", _("the stock lies open")
        GUIDED = "guided", _("the first game, with a guide")
        NUMBERED = "numbered", _("a numbered deal")
        SAME_DEAL = "same-deal", _("the same deal again")
        PAST_DAY = "past-day", _("the deal of a past day")
        PLAYED_ON = "played-on", _("played on after the match")
        TOOK_BACK = "took-back", _("a turned card was taken back")
        HINT = "hint", _("a hint was taken")

    class EndedBy(models.TextChoices):
        """The record's `ended_by`; empty while the board is played."""

        NOT_YET = "", _("still played")
        WON = "won", _("won")
        BLOCKED = "blocked", _("blocked")
        RESIGNED = "resigned", _("resigned")
        TIME = "time", _("out of time")
        LEFT = "left", _("left")
        DECIDED = "decided", _("decided before the board was played out")
        DAY_OVER = "day_over", _("the day was over")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    place = models.PositiveSmallIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="seats")
    # The member's name as the table shows it, empty for a guest: it follows the player's when they are next heard of.
    known_as = models.CharField(max_length=24, blank=True, editable=False)
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
    # When a match began to go on without this board: no move was left on it, or by correspondence it was ended or won.
    stopped_at = models.DateTimeField(null=True, editable=False)
    ended_at = models.DateTimeField(null=True, editable=False)
    ended_by = models.CharField(max_length=8, choices=EndedBy, default=EndedBy.NOT_YET, blank=True)
    won = models.BooleanField(default=False)
    near_win = models.BooleanField(default=False)
    foundation_cards = models.PositiveSmallIntegerField(default=0)
    direct_points = models.PositiveSmallIntegerField(default=0)
    stock_left = models.PositiveSmallIntegerField(default=0)
    redeals_used = models.PositiveSmallIntegerField(default=0)
    # The 16 bytes of a player who is ready for the start; empty bytes are never stored.
    contribution = models.BinaryField(max_length=16, null=True, editable=False)
    # When the seat's player was last heard of, to the second, and last moved; null before the first time.
    heard_at = models.DateTimeField(null=True, editable=False)
    moved_at = models.DateTimeField(null=True, editable=False)
    # Since when the player is away, as the views say; null: here. Claims are judged by the instants above, not by this.
    away_since = models.DateTimeField(null=True, editable=False)
    # By correspondence: until when the open turn is to be ended, null where none waits for this seat; how many moves
    # stood when it was opened; the days left that it may be late by; the days of its one absence, 0 before it is taken.
    turn_deadline = models.DateTimeField(null=True, editable=False)
    turn_line = models.PositiveSmallIntegerField(default=0, editable=False)
    spare_days_left = models.PositiveSmallIntegerField(default=0, editable=False)
    absence_days = models.PositiveSmallIntegerField(default=0, editable=False)
    # Whether the player was a member at the match's end; null before it and in solo.
    was_member = models.BooleanField(null=True, editable=False)

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
            models.CheckConstraint(
                condition=Q(turn_deadline=None) | Q(mode="correspondence", ended_at=None, stopped_at=None),
                name="seat_turn_is_of_a_board_in_play",
            ),
        ]
        indexes: ClassVar = [
            models.Index("player", F("started_at").desc(), name="seat_games_of_player"),
            models.Index("player", F("started_at").desc(), condition=Q(ended_at=None), name="seat_not_ended"),
            models.Index("player", condition=Q(mode="race", ended_at=None), name="seat_in_live_race"),
            models.Index(
                "player", "turn_deadline", condition=Q(turn_deadline__isnull=False), name="seat_waits_for_player"
            ),
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
    """A turn that one seat has ended: when it was open, and how the board stood then. Appended, never changed.

    The other player learns of it when both have ended theirs.
    """

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="turns")
    number = models.PositiveSmallIntegerField()
    opened_at = models.DateTimeField(editable=False)
    deadline = models.DateTimeField(editable=False)
    ended_at = models.DateTimeField(editable=False)
    # The rows that the seat had then: its board as both may see it.
    rows = models.PositiveIntegerField(editable=False)
    foundation_cards = models.PositiveSmallIntegerField(editable=False)
    stock_left = models.PositiveSmallIntegerField(editable=False)
    spare_days_left = models.PositiveSmallIntegerField(editable=False)
    # Whether the seat stopped with it.
    stopped = models.BooleanField(editable=False)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["seat", "number"], name="turn_number_once")]

    def __str__(self) -> str:
        return f"turn {self.number}"


class Note(models.Model):
    """What a player has written down about a match, for nobody else."""

    LONGEST = 2000

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="note")
    text = models.TextField(max_length=LONGEST, blank=True)

    def __str__(self) -> str:
        return f"note on {self.seat_id}"
