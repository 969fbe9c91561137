"""The people of the club, what they are told and by which ways, and the times in which nobody was served."""

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
