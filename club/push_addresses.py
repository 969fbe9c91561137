"""Where members take push messages: read from the browser, kept for the player at it, and forgotten when they leave."""

import binascii
import datetime as dt
from base64 import urlsafe_b64decode
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from club import notices
from club.errors import NotUnderstood
from club.models import Player, PushAddress, Way
from club.push import may_be_posted_to

AT_MOST = 10
AUTH_BYTES = 16
# Tells, at sign-out and when somebody else signs in, which address belongs to this browser. Browsers keep it 400 days.
COOKIE = "push_address"
COOKIE_SECONDS = 400 * 24 * 3600

# In the order in which they are looked for: many browsers name the ones that they descend from as well.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
)


class TooMany(Exception):
    """The player takes push messages on ten devices already."""


@dataclass(frozen=True, slots=True)
class Subscription:
    """What a browser gives out: where to post, and the keys that only it can read with (base64url)."""

    endpoint: str
    p256dh: str
    auth: str


def parse(fields: Mapping[str, str]) -> Subscription:
    """The fields `endpoint`, `p256dh` and `auth` of a form. Raises NotUnderstood where nothing could be sent there."""
    found = Subscription(fields.get("endpoint", ""), fields.get("p256dh", ""), fields.get("auth", ""))
    if not may_be_posted_to(found.endpoint):
        raise NotUnderstood(_("The club cannot send to this address of a push service."))
    try:
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), _decoded(found.p256dh))
        secret = _decoded(found.auth)
    except ValueError as error:
        raise NotUnderstood(_("The browser's keys cannot be read.")) from error
    if len(secret) != AUTH_BYTES:
        raise NotUnderstood(_("The browser's keys cannot be read."))
    return found


def _decoded(text: str) -> bytes:
    """Raises ValueError."""
    if not text.isascii() or len(text) > 100:
        raise ValueError("too long, or no base64url")
    try:
        return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
    except binascii.Error as error:
        raise ValueError("no base64url") from error


@transaction.atomic
def add(player: Player, subscription: Subscription, device: str, now: dt.datetime) -> PushAddress:
    """Send to that browser from now on, and to nobody else who used it before. Again harmless. Raises TooMany.

    With a player's first device everything is told by push; what is switched off afterwards stays off.
    """
    others = PushAddress.objects.filter(player=player).exclude(endpoint=subscription.endpoint)
    # Locked, so that two presses at once cannot make eleven.
    Player.objects.select_for_update().get(pk=player.pk)
    if others.count() >= AT_MOST:
        raise TooMany
    if not PushAddress.objects.filter(player=player).exists():
        notices.switch_on(player, Way.PUSH)
    address, _made = PushAddress.objects.update_or_create(
        endpoint=subscription.endpoint,
        defaults={
            "player": player,
            "p256dh": subscription.p256dh,
            "auth": subscription.auth,
            "device": device,
            "added_at": now,
        },
    )
    return address


def renew(old_endpoint: str, old_auth: str, subscription: Subscription) -> bool:
    """Put a browser's new address in the place of its old one; whoever knows that one's secret is that browser."""
    with transaction.atomic():
        old = PushAddress.objects.select_for_update().filter(endpoint=old_endpoint, auth=old_auth).first()
        if old is None:
            return False
        PushAddress.objects.filter(endpoint=subscription.endpoint).exclude(pk=old.pk).delete()
        old.endpoint, old.p256dh, old.auth = subscription.endpoint, subscription.p256dh, subscription.auth
        old.save(update_fields=["endpoint", "p256dh", "auth"])
        return True


def remove(player_id: int, address_id: int) -> bool:
    """Send to that device of the player's no more; False where there is no such one."""
    deleted, _rows = PushAddress.objects.filter(pk=address_id, player_id=player_id).delete()
    return deleted > 0


def remember_at(answer: HttpResponse, address: PushAddress, secure: bool) -> None:
    """Let the browser itself say, at a later sign-out, which address is its own."""
    answer.set_signed_cookie(
        COOKIE, str(address.pk), max_age=COOKIE_SECONDS, secure=secure, httponly=True, samesite="Lax"
    )


def forget_at(request: HttpRequest, unless_of: int | None = None) -> None:
    """This browser is left by whoever took messages at it: the next person must not get them. Again harmless."""
    remembered = cast("str", request.get_signed_cookie(COOKIE, default=""))
    if remembered.isdecimal():
        here = PushAddress.objects.filter(pk=int(remembered))
        (here if unless_of is None else here.exclude(player_id=unless_of)).delete()


def device_of(request: HttpRequest) -> str:
    """What the player will know the device by, as "Firefox on Linux"."""
    agent = request.headers.get("User-Agent", "")
    browser = next((name for mark, name in BROWSERS if mark in agent), "")
    system = next((name for mark, name in SYSTEMS if mark in agent), "")
    if browser and system:
        return gettext("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or pgettext("a device whose name is not known", "a device")
