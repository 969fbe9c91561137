"""Matches, and the series that join them."""

from __future__ import annotations

import secrets
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.engine import winner
from games.engine.rules import Rules
from games.models.deals import Deal

KEY_BYTES = 9


def new_key() -> str:
    """A table's address: 12 characters, 72 random bits, so that it cannot be guessed or counted."""
    return secrets.token_urlsafe(KEY_BYTES)


class Reason(models.TextChoices):
    """What decided a match or a series: the record's `reason`; empty while nothing has."""

    NOT_YET = "", _("still played")
    FIRST_TO_WIN = winner.Reason.FIRST_TO_WIN, _("first to win the board")
    MORE_CARDS = winner.Reason.MORE_CARDS, _("more cards on the foundations")
    MORE_DIRECT_POINTS = winner.Reason.MORE_DIRECT_POINTS, _("more direct points")
    FEWER_REDEALS = winner.Reason.FEWER_REDEALS, _("fewer redeals")
    EARLIER_TURN = winner.Reason.EARLIER_TURN, _("in an earlier turn")
    EQUAL = winner.Reason.EQUAL, _("equal")
    RESIGNED = winner.Reason.RESIGNED, _("resigned")
    LEFT = winner.Reason.LEFT, _("away for too long")
    TIME = winner.Reason.TIME, _("out of time")
    MORE_POINTS = "more_points", _("more points in the series")


class Series(models.Model):
    """Races that count together: best of three or five."""

    best_of = models.PositiveSmallIntegerField()
    created_at = models.DateTimeField(editable=False)
    ended_at = models.DateTimeField(null=True, editable=False)
    # A place; null while it runs, and for a draw.
    winner = models.PositiveSmallIntegerField(null=True, editable=False)
    reason = models.CharField(max_length=18, choices=Reason, default=Reason.NOT_YET, blank=True)

    class Meta:
        verbose_name_plural = "series"
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(best_of__in=(3, 5)), name="series_is_of_three_or_five"),
            models.CheckConstraint(
                condition=Q(ended_at=None, winner=None, reason="") | (Q(ended_at__isnull=False) & ~Q(reason="")),
                name="series_end_has_its_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"best of {self.best_of}"


class MatchQuerySet(models.QuerySet["Match"]):
    """The questions asked about matches."""

    def live_races(self) -> MatchQuerySet:
        """Races that are agreed on and not over, in the words of their index."""
        return self.filter(mode=Match.Mode.RACE, ended_at=None)


class Match(models.Model):
    """One deal played once: alone, as a race or by correspondence."""

    class Mode(models.TextChoices):
        SOLO = "solo", _("solo")
        RACE = "race", _("race")
        CORRESPONDENCE = "correspondence", _("by correspondence")

    class Phase(models.TextChoices):
        OPENING = "opening", _("opening")
        STARTING = "starting", _("starting")
        RUNNING = "running", _("running")
        ENDED = "ended", _("ended")
        # Never begun: somebody did not come. Its deal's secret is gone.
        CALLED_OFF = "called_off", _("called off")

    # A race in one of these wants its players' attention; nobody has two.
    LIVE = (Phase.OPENING, Phase.STARTING, Phase.RUNNING)

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    mode = models.CharField(max_length=14, choices=Mode)
    phase = models.CharField(max_length=10, choices=Phase, default=Phase.OPENING)
    deal = models.ForeignKey(Deal, on_delete=models.PROTECT)
    series = models.ForeignKey(Series, on_delete=models.PROTECT, null=True, blank=True, related_name="races")
    # The race after which this one was agreed on, as a rematch or as the next of a series: one follows one.
    follows = models.OneToOneField(
        "self", on_delete=models.SET_NULL, null=True, blank=True, editable=False, related_name="next"
    )
    # Of a series: which race this is, from 1, and the half points of seats 1 and 2 up to it and, once ended, with it.
    round = models.PositiveSmallIntegerField(default=1)
    half_points_1 = models.PositiveSmallIntegerField(default=0)
    half_points_2 = models.PositiveSmallIntegerField(default=0)
    open_stock = models.BooleanField(default=False)
    # A race's clock for both; null where there is none.
    minutes = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    # By correspondence: cards of the stock that a turn takes, days each seat may be late by, whether a seat may take an
    # absence; which turn is open, and since when.
    turn_cards = models.PositiveSmallIntegerField(null=True, editable=False)
    spare_days = models.PositiveSmallIntegerField(default=0, editable=False)
    absence_allowed = models.BooleanField(default=False, editable=False)
    turn = models.PositiveSmallIntegerField(default=0, editable=False)
    turn_opened_at = models.DateTimeField(null=True, editable=False)
    # Whether others than the two players may look, and find it in the lobby.
    watchable = models.BooleanField(default=False)
    created_at = models.DateTimeField(editable=False)
    # When a countdown ends and both boards open.
    starts_at = models.DateTimeField(null=True, editable=False)
    started_at = models.DateTimeField(null=True, editable=False)
    ended_at = models.DateTimeField(null=True, editable=False)
    # Before the start: until when it may begin. Then: when it ends as it stands, or by correspondence the earliest
    # deadline of a seat. Null where no clock runs.
    deadline = models.DateTimeField(null=True, editable=False)
    # A place; null before the end, for a draw and in solo.
    winner = models.PositiveSmallIntegerField(null=True, editable=False)
    reason = models.CharField(max_length=18, choices=Reason, default=Reason.NOT_YET, blank=True)
    # When a moderator voided the result: it counts nowhere then.
    voided_at = models.DateTimeField(null=True, editable=False)
    # Rises whenever what watchers may see has changed, and at no other time.
    version = models.PositiveIntegerField(default=1)

    objects = MatchQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "matches"
        indexes: ClassVar = [
            models.Index("deadline", condition=Q(phase="running"), name="match_due"),
            # Conditions without `in`: SQLite uses no such index for a question whose values are bound.
            models.Index("created_at", condition=Q(started_at=None), name="match_never_opened"),
            # Presence, sweep and lobby ask for these again and again; there are few at any time.
            models.Index("created_at", condition=Q(mode="race", ended_at=None), name="match_live_race"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(phase="opening", starts_at=None, started_at=None, ended_at=None)
                | Q(phase="starting", starts_at__isnull=False, started_at=None, ended_at=None)
                | Q(phase="running", started_at__isnull=False, ended_at=None)
                | Q(phase="ended", ended_at__isnull=False)
                | Q(phase="called_off", started_at=None, ended_at__isnull=False),
                name="match_phase_has_its_instants",
            ),
            models.CheckConstraint(
                condition=Q(mode="correspondence", turn_cards__in=(1, 2, 4, 8), spare_days__lte=3)
                | (~Q(mode="correspondence") & Q(turn_cards=None, turn=0)),
                name="match_by_correspondence_has_turns",
            ),
            models.CheckConstraint(
                condition=Q(winner=None) | (Q(phase="ended") & ~Q(reason="")), name="match_winner_has_a_reason"
            ),
        ]

    def __str__(self) -> str:
        return self.key

    @property
    def rules(self) -> Rules:
        return Rules.parse(self.deal.rules)
