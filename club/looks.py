"""How the club looks and answers to whom: what may be chosen, its text form, and where it is kept."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

COOKIE = "looks"
COOKIE_SECONDS = 400 * 24 * 3600


class Theme(models.TextChoices):
    SYSTEM = "system", _("as the system")
    LIGHT = "light", pgettext_lazy("colours of the pages", "light")
    DARK = "dark", pgettext_lazy("colours of the pages", "dark")


class Suits(models.TextChoices):
    TWO = "two", _("two colours")
    FOUR = "four", _("four colours")
    NONE = "none", _("none, ranks only")


class Index(models.TextChoices):
    SMALL = "small", pgettext_lazy("size of ranks", "small")
    MEDIUM = "medium", pgettext_lazy("size of ranks", "medium")
    LARGE = "large", pgettext_lazy("size of ranks", "large")


class Hand(models.TextChoices):
    RIGHT = "right", _("on the right")
    LEFT = "left", _("on the left")


class Play(models.TextChoices):
    BOTH = "both", _("tap or drag")
    TAP = "tap", _("tap only")
    DRAG = "drag", _("drag only")


class Motion(models.TextChoices):
    OFF = "off", _("not at all")
    QUICK = "quick", _("quickly")
    CALM = "calm", _("calmly")


class Switch(models.TextChoices):
    ON = "on", pgettext_lazy("a setting", "on")
    OFF = "off", pgettext_lazy("a setting", "off")


@dataclass(frozen=True, slots=True)
class Looks:
    """One choice of everything that can be chosen; without arguments what nobody had to choose."""

    theme: Theme = Theme.SYSTEM
    suits: Suits = Suits.TWO
    index: Index = Index.MEDIUM
    # Where the stock lies and the buttons are.
    hand: Hand = Hand.RIGHT
    # Whether each foundation shows the rank that it wants next.
    marks: Switch = Switch.ON
    play: Play = Play.BOTH
    # Whether a card goes on a waste pile only at the second time of asking.
    confirm: Switch = Switch.OFF
    motion: Motion = Motion.QUICK
    sounds: Switch = Switch.OFF

    @classmethod
    def parse(cls, text: str) -> Looks:
        """What `str` wrote; never fails, since it is read from a cookie: what cannot be read counts as not chosen."""
        read = dict(part.split(":", 1) for part in text.split(".") if ":" in part)
        usual = cls()
        return cls(
            theme=_one_of(read.get("theme"), usual.theme),
            suits=_one_of(read.get("suits"), usual.suits),
            index=_one_of(read.get("index"), usual.index),
            hand=_one_of(read.get("hand"), usual.hand),
            marks=_one_of(read.get("marks"), usual.marks),
            play=_one_of(read.get("play"), usual.play),
            confirm=_one_of(read.get("confirm"), usual.confirm),
            motion=_one_of(read.get("motion"), usual.motion),
            sounds=_one_of(read.get("sounds"), usual.sounds),
        )

    def __str__(self) -> str:
        """All choices, at most 200 characters that need no quoting in a cookie: `theme:dark.suits:four.…`."""
        return ".".join(f"{name}:{value}" for name, value in asdict(self).items())

    @property
    def attributes(self) -> list[tuple[str, str]]:
        """Name and value of each, for the attributes `data-look-…` by which stylesheets and scripts know them."""
        return [(f"data-look-{name}", str(value)) for name, value in asdict(self).items()]

    @property
    def color_scheme(self) -> str:
        """For browsers, who paint the page's ground before any stylesheet has come."""
        return "light dark" if self.theme is Theme.SYSTEM else str(self.theme)


def _one_of[Choice: models.TextChoices](value: str | None, usual: Choice) -> Choice:
    kind = type(usual)
    return kind(value) if value in kind.values else usual


def looks_at(request: HttpRequest) -> Looks:
    """What the player has chosen; who has chosen nothing yet, or is nobody yet, has what this device keeps."""
    own = request.user.looks if request.user.is_authenticated else ""
    return Looks.parse(own or on_device(request))


def on_device(request: HttpRequest) -> str:
    """The text form that this browser keeps, or nothing. Anybody may have written it."""
    text = request.COOKIES.get(COOKIE, "")
    return str(Looks.parse(text)) if text else ""


def keep(request: HttpRequest, answer: HttpResponse, looks: Looks) -> None:
    """With the player, if there is one, and on this device, whose pages look the same when nobody is signed in."""
    if request.user.is_authenticated:
        request.user.looks = str(looks)
        request.user.save(update_fields=["looks"])
    answer.set_cookie(
        COOKIE,
        str(looks),
        max_age=COOKIE_SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def for_pages(request: HttpRequest) -> dict[str, object]:
    """`looks` for every page's frame, so that none is ever drawn in another look first."""
    if getattr(request, "user", None) is None:
        return {}
    return {"looks": SimpleLazyObject(lambda: looks_at(request))}
