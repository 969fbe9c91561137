"""What players are told, and by which ways."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from club.models.people import Player


class Kind(models.TextChoices):
    """What a player can be told."""

    YOUR_TURN = "your_turn", _("your turn")
    TURN_ENDS = "turn_ends", _("your turn ends soon")
    PARTNER_ASKS = "partner_asks", _("a partner asks")
    CHALLENGE = "challenge", _("a challenge")
    MATCH_OVER = "match_over", _("a match is over")
    AFTERWORD = "afterword", _("a word after the match")


class Way(models.TextChoices):
    """How it reaches the player."""

    PAGE = "page", _("on the page")
    MAIL = "mail", _("by e-mail")
    PUSH = "push", _("by push")


class How(models.TextChoices):
    """How soon, or not at all."""

    AT_ONCE = "at_once", _("at once")
    DAILY = "daily", _("once a day")
    OFF = "off", _("off")


class NoticeChoice(models.Model):
    """What a player has chosen for one kind and way; without a row it is on the page and by mail, and no push."""

    # Of a kind and way that nobody has chosen.
    UNCHOSEN: ClassVar = {Way.PAGE: How.AT_ONCE, Way.MAIL: How.AT_ONCE, Way.PUSH: How.OFF}

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="notice_choices")
    kind = models.CharField(max_length=12, choices=Kind)
    way = models.CharField(max_length=4, choices=Way)
    how = models.CharField(max_length=7, choices=How)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "kind", "way"], name="notice_choice_once"),
            models.CheckConstraint(
                condition=~models.Q(how="daily") | (models.Q(way="mail") & ~models.Q(kind="turn_ends")),
                name="notice_choice_daily_by_mail",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.way}: {self.how}"


class Notice(models.Model):
    """One thing told to one player by one way: once, which the constraint sees to."""

    class Outcome(models.TextChoices):
        """What became of it; empty while it is still to be told."""

        NOT_YET = "", _("still to be told")
        SENT = "sent", _("told")
        DROPPED = "dropped", _("no longer so when it was to be told")
        OFF = "off", _("switched off, or no way there")
        FAILED = "failed", _("could not be delivered")

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=12, choices=Kind)
    # What it is about, by its address: "MATCHKEY/TURN", "MATCHKEY", "OFFERKEY".
    cause = models.CharField(max_length=40)
    way = models.CharField(max_length=4, choices=Way)
    made_at = models.DateTimeField(editable=False)
    # When its cause wants it told.
    wanted_at = models.DateTimeField(editable=False)
    # When it is looked at next: `wanted_at` moved by quiet hours, the daily mail's hour or a failure; while somebody is
    # sending it, when that is taken for lost.
    due_at = models.DateTimeField(editable=False)
    # Who is sending it, if anybody is.
    claim = models.UUIDField(null=True, editable=False)
    # Failures that may pass, so far.
    failures = models.PositiveSmallIntegerField(default=0, editable=False)
    done_at = models.DateTimeField(null=True, editable=False)
    outcome = models.CharField(max_length=7, choices=Outcome, default=Outcome.NOT_YET, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "kind", "cause", "way"], name="notice_once"),
            models.CheckConstraint(
                condition=models.Q(done_at=None, outcome="")
                | (models.Q(done_at__isnull=False) & ~models.Q(outcome="")),
                name="notice_done_has_its_outcome",
            ),
        ]
        indexes: ClassVar = [
            models.Index("way", "due_at", condition=models.Q(done_at=None), name="notice_to_send"),
            models.Index("player", "due_at", condition=models.Q(done_at=None), name="notice_of_player"),
            models.Index("claim", condition=models.Q(done_at=None), name="notice_claimed"),
            models.Index("made_at", name="notice_made"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.cause} {self.way}"


class MailRefused(models.Model):
    """How often in a row a mail server has refused a player's address for good; no row after one that it took."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="mail_refused")
    address = models.EmailField()
    times = models.PositiveSmallIntegerField(default=0)
    last_at = models.DateTimeField(editable=False)
    # The server's own words.
    words = models.CharField(max_length=200, blank=True)

    def __str__(self) -> str:
        return f"{self.address}: {self.times}"


class PushAddress(models.Model):
    """Where a browser takes push messages, and the keys that only it can read them with."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="push_addresses")
    endpoint = models.URLField(max_length=500, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    # What the player calls to mind the device by, as "Firefox on Linux".
    device = models.CharField(max_length=80, blank=True)
    added_at = models.DateTimeField(editable=False)

    class Meta:
        verbose_name_plural = "push addresses"

    def __str__(self) -> str:
        return self.device or self.endpoint


class CalendarFeed(models.Model):
    """The secret part of the address at which a player's open deadlines can be read."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="calendar_feed")
    token = models.CharField(max_length=43, unique=True)
    made_at = models.DateTimeField(editable=False)

    def __str__(self) -> str:
        return f"calendar of {self.player_id}"
