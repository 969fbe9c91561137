"""The people of the club: members, with a name, and guests."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from club.names import fold, skeleton


class Players(BaseUserManager["Player"]):
    """Makes the rows: guests at their first game, members by signing up, administrators on the command line."""

    def create_guest(self, looks: str = "") -> Player:
        guest = Player(name=None, looks=looks)
        guest.set_unusable_password()
        guest.save(using=self._db)
        return guest

    def create_user(self, name: str, password: str | None = None, email: str = "") -> Player:
        member, now = Player(), timezone.now()
        member.join(name, self.normalize_email(email), now)
        member.approved_at = now
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


class Audience(models.TextChoices):
    """Who may see something of a player; the player is always one of them, and nobody who is blocked ever is."""

    NOBODY = "nobody", _("only me")
    PARTNERS = "partners", _("my regular partners")
    MEMBERS = "members", _("members")
    EVERYBODY = "everybody", _("everybody")


class Player(AbstractBaseUser, PermissionsMixin):
    """Somebody who plays here: a member with a name, or a guest, who has neither name nor password."""

    name = models.CharField(_("name"), max_length=24, null=True, blank=True, unique=True)
    # What decides whether a name is taken: databases differ in which letters they take for the same.
    name_folded = models.CharField(max_length=72, null=True, blank=True, unique=True, editable=False)
    # What decides whether a name is too like another one. Not unique: rules for looks are newer than some names.
    name_skeleton = models.CharField(max_length=120, blank=True, db_index=True, editable=False)
    email = models.EmailField(_("e-mail"), blank=True)
    seen_first_at = models.DateTimeField(default=timezone.now, editable=False)
    # The instant at which the guest became a member; null while a guest.
    joined_at = models.DateTimeField(null=True, blank=True, editable=False)
    # When the member deleted the account; the row stays, without anything that says whose it was.
    left_at = models.DateTimeField(null=True, blank=True, editable=False)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    # Empty: whatever the browser asks for.
    language = models.CharField(_("language"), max_length=16, blank=True)
    # By its IANA name; empty while not known, which counts as UTC.
    time_zone = models.CharField(_("time zone"), max_length=64, blank=True)
    # A zone that the player chose stays, whatever the browser says.
    time_zone_chosen = models.BooleanField(default=False, editable=False)
    # Full hours in the player's own zone; no quiet hours where both are null.
    quiet_from = models.PositiveSmallIntegerField(_("quiet from"), null=True, blank=True, default=22)
    quiet_until = models.PositiveSmallIntegerField(_("quiet until"), null=True, blank=True, default=8)
    digest_at = models.PositiveSmallIntegerField(_("daily mail at"), default=18)
    # The text form of the player's `club.looks.Looks`; empty until the player has chosen.
    looks = models.CharField(max_length=200, blank=True, editable=False)

    # Who sees what of the player's page: nobody until the player says otherwise.
    shows_record = models.CharField(_("record"), max_length=9, choices=Audience, default=Audience.NOBODY)
    shows_matches = models.CharField(_("recent matches"), max_length=9, choices=Audience, default=Audience.NOBODY)
    shows_authority = models.CharField(_("authority"), max_length=9, choices=Audience, default=Audience.NOBODY)
    shows_presence = models.CharField(_("here or away"), max_length=9, choices=Audience, default=Audience.NOBODY)
    # Who finds the player by searching, and who may ask them for a match or to be partners, knowing the name.
    found_by = models.CharField(_("found by"), max_length=9, choices=Audience, default=Audience.NOBODY)
    asked_by = models.CharField(_("asked by"), max_length=9, choices=Audience, default=Audience.MEMBERS)
    # When the member was let in: at once, or where joining waits for approval, when a moderator gave it. Null for
    # guests, and while it is waited for.
    approved_at = models.DateTimeField(null=True, blank=True, editable=False)
    # Until when a moderator lets the player write nothing, and play nothing.
    muted_until = models.DateTimeField(null=True, blank=True, editable=False)
    suspended_until = models.DateTimeField(null=True, blank=True, editable=False)

    # How strongly the club itself plays by this name; null for people.
    house_level = models.CharField(max_length=8, null=True, blank=True, unique=True, editable=False)

    USERNAME_FIELD = "name"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    objects = Players()

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(name__isnull=True, name_folded__isnull=True, joined_at__isnull=True, left_at=None)
                | models.Q(name__isnull=False, name_folded__isnull=False, joined_at__isnull=False, left_at=None)
                | models.Q(name=None, name_folded=None, joined_at__isnull=False, left_at__isnull=False),
                name="player_member_has_name",
            ),
            models.CheckConstraint(
                condition=models.Q(quiet_from=None, quiet_until=None)
                | (models.Q(quiet_from__lt=24, quiet_until__lt=24) & ~models.Q(quiet_from=models.F("quiet_until"))),
                name="player_quiet_hours_are_two",
            ),
            models.CheckConstraint(condition=models.Q(digest_at__lt=24), name="player_digest_at_an_hour"),
        ]

    def __str__(self) -> str:
        if self.has_left:
            return gettext("Former member %(number)s") % {"number": self.pk}
        return self.name or gettext("Guest %(number)s") % {"number": self.pk}

    @property
    def is_guest(self) -> bool:
        return self.joined_at is None

    @property
    def has_left(self) -> bool:
        """Whether this was a member, who is nobody that could be named any more."""
        return self.left_at is not None

    @property
    def is_house(self) -> bool:
        """Whether this is no person but the club itself, playing at one of its strengths."""
        return self.house_level is not None

    @property
    def awaits_approval(self) -> bool:
        """Whether this one has signed up and is not let in yet: until then no more is open to them than to a guest."""
        return self.joined_at is not None and self.approved_at is None and not self.has_left

    @property
    def is_member(self) -> bool:
        """Whether what is for members only is for this player."""
        return self.joined_at is not None and self.approved_at is not None and not self.has_left

    def join(self, name: str, email: str, now: datetime) -> None:
        """Give this row, new or a guest's, a name by which one signs in; not saved, and not approved by itself.

        Saving raises IntegrityError when the name was taken meanwhile, in whatever case.
        """
        self.bear(name)
        self.email = email
        self.joined_at = now

    def bear(self, name: str | None) -> None:
        """Take that name, one that `names.parse_name` let pass, or none; not saved."""
        self.name = name
        self.name_folded = None if name is None else fold(name)
        self.name_skeleton = "" if name is None else skeleton(name)

    def was_member_at(self, instant: datetime) -> bool:
        """Whether the member had joined before that instant."""
        return self.is_member and self.joined_at is not None and self.joined_at < instant

    def is_muted_at(self, instant: datetime) -> bool:
        """Whether a moderator lets the player write nothing and ask nobody then."""
        return self.muted_until is not None and instant < self.muted_until

    def is_suspended_at(self, instant: datetime) -> bool:
        """Whether a moderator lets the player begin nothing then, nor be signed in."""
        return self.suspended_until is not None and instant < self.suspended_until
