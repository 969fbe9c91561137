"""What the operators have to know: whether the club's own chores are done."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Chore(models.TextChoices):
    """What has to be done again and again, and is noticed only when it is not."""

    BACKUP = "backup", _("backup")
    MAIL = "mail", _("mail")
    SWEEP = "sweep", _("sweep")


class Upkeep(models.Model):
    """One row a chore: when it was last done, and since when it fails, if it does."""

    chore = models.CharField(_("chore"), max_length=8, choices=Chore, primary_key=True)
    good_at = models.DateTimeField(_("last done"), null=True, editable=False)
    # Of the sweep: the matches that it ended, ever.
    done = models.PositiveBigIntegerField(default=0, editable=False)
    failing_since = models.DateTimeField(_("fails since"), null=True, editable=False)
    # The reason, in the words of whoever refused.
    words = models.CharField(_("why"), max_length=300, blank=True)
    # When the administrators were last told that it fails.
    told_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = _("operations")
        verbose_name_plural = _("operations")

    def __str__(self) -> str:
        return str(Chore(self.chore).label)
