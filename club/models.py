"""The people of the club."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from club.names import fold


class Players(BaseUserManager["Player"]):
    """Makes the rows: guests at their first game, members by signing up, administrators on the command line."""

    def create_guest(self) -> Player:
        guest = Player(name=None)
        guest.set_unusable_password()
        guest.save(using=self._db)
        return guest

    def create_user(self, name: str, password: str | None = None, email: str = "") -> Player:
        member = Player()
        member.join(name, self.normalize_email(email), timezone.now())
        member.set_password(password)
        member.save(using=self._db)
        return member

    def create_superuser(self, name: str, password: str | None = None, email: str = "") -> Player:
        member = self.create_user(name, password, email)
        member.is_staff = member.is_superuser = True
        member.save(using=self._db, update_fields=["is_staff", "is_superuser"])
        return member

    def get_by_natural_key(self, username: str | None) -> Player:
        return self.get(name_folded=None if username is None else fold(username))


class Player(AbstractBaseUser, PermissionsMixin):
    """Somebody who plays here: a member with a name, or a guest, who has neither name nor password."""

    name = models.CharField(_("name"), max_length=24, null=True, blank=True, unique=True)
    # What decides whether a name is taken: databases differ in which letters they take for the same.
    name_folded = models.CharField(max_length=72, null=True, blank=True, unique=True, editable=False)
    email = models.EmailField(_("e-mail"), blank=True)
    seen_first_at = models.DateTimeField(default=timezone.now, editable=False)
    # The instant at which the guest became a member; null while a guest.
    joined_at = models.DateTimeField(null=True, blank=True, editable=False)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)

    USERNAME_FIELD = "name"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    objects = Players()

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(name__isnull=True, name_folded__isnull=True, joined_at__isnull=True)
                | models.Q(name__isnull=False, name_folded__isnull=False, joined_at__isnull=False),
                name="player_member_has_name",
            ),
        ]

    def __str__(self) -> str:
        return self.name or gettext("Guest %(number)s") % {"number": self.pk}

    @property
    def is_guest(self) -> bool:
        return self.joined_at is None

    def join(self, name: str, email: str, now: datetime) -> None:
        """Make this row, new or a guest's, a member's; not saved. The name is one that `names.parse_name` let pass.

        Saving raises IntegrityError when the name was taken meanwhile, in whatever case.
        """
        self.name = name
        self.name_folded = fold(name)
        self.email = email
        self.joined_at = now

    def was_member_at(self, instant: datetime) -> bool:
        """Whether the player had joined before that instant."""
        return self.joined_at is not None and self.joined_at < instant


class ServingStamp(models.Model):
    """One row: when any process of the club was last known to serve."""

    ONLY = 1

    at = models.DateTimeField(editable=False)

    def __str__(self) -> str:
        return self.at.isoformat()


class Outage(models.Model):
    """A time in which nobody was served, from the last stamp before it to the first start after it."""

    began_at = models.DateTimeField(editable=False)
    ended_at = models.DateTimeField(editable=False)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(ended_at__gt=models.F("began_at")), name="outage_takes_time")
        ]

    def __str__(self) -> str:
        return f"{self.began_at:%Y-%m-%d %H:%M:%S} to {self.ended_at:%H:%M:%S} UTC"

    @property
    def lasted(self) -> timedelta:
        return self.ended_at - self.began_at
