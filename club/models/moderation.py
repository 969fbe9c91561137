"""What was reported, and what moderators decided about players."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from club.models.people import Player


class Report(models.Model):
    """Somebody's word to the moderators about another player: their name, a match, or what they wrote after it."""

    LONGEST = 1000

    class About(models.TextChoices):
        NAME = "name", _("a name")
        MATCH = "match", _("a match")
        AFTERWORD = "afterword", _("an afterword")

    class Outcome(models.TextChoices):
        OPEN = "", _("not looked at yet")
        ACTED = "acted", _("something was done")
        NOTHING = "nothing", _("nothing was found")

    about = models.CharField(max_length=9, choices=About)
    reporter = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="reports_made")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="reports")
    # The key of the match's table, empty for a name.
    table = models.CharField(max_length=16, blank=True)
    text = models.TextField(max_length=LONGEST, blank=True)
    made_at = models.DateTimeField(editable=False)
    outcome = models.CharField(max_length=7, choices=Outcome, default=Outcome.OPEN, blank=True)
    # What the reporter is told of it.
    answer = models.TextField(max_length=LONGEST, blank=True)
    closed_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(reporter=F("player")), name="report_not_oneself"),
            models.CheckConstraint(
                condition=Q(about="name", table="") | (Q(about__in=("match", "afterword")) & ~Q(table="")),
                name="report_has_its_table",
            ),
            models.UniqueConstraint(
                fields=["reporter", "player", "about", "table"], condition=Q(closed_at=None), name="report_once_open"
            ),
        ]
        indexes: ClassVar = [models.Index("made_at", condition=Q(closed_at=None), name="report_open")]

    def __str__(self) -> str:
        return f"report {self.pk}"


class Judgement(models.Model):
    """What a moderator did, and why: the log, appended and never changed."""

    LONGEST = 1000

    class Act(models.TextChoices):
        WARN = "warn", _("warned")
        MUTE = "mute", _("muted")
        SUSPEND = "suspend", _("suspended")
        RELEASE = "release", _("mute and suspension ended")
        RENAME = "rename", _("renamed")
        HIDE = "hide", _("a remark hidden")
        VOID = "void", _("a result voided")
        APPROVE = "approve", _("joining approved")
        DISMISS = "dismiss", _("a report closed without more")

    act = models.CharField(max_length=8, choices=Act)
    # Who judged; null once that moderator has left.
    moderator = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="judgements_made")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="judgements")
    report = models.ForeignKey(Report, on_delete=models.SET_NULL, null=True, blank=True, related_name="judgements")
    # The key of the match's table, where it is about one.
    table = models.CharField(max_length=16, blank=True)
    # What the player is told; and until when it holds, where it ends by itself.
    reason = models.TextField(max_length=LONGEST)
    until = models.DateTimeField(null=True, blank=True)
    made_at = models.DateTimeField(editable=False)
    # When the player was shown it on the page.
    seen_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        indexes: ClassVar = [models.Index("player", "made_at", name="judgement_of_player")]

    def __str__(self) -> str:
        return f"{self.act} {self.player_id}"
