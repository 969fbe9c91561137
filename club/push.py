"""Web push: one message, encrypted for one browser and handed to its push service; only here are they posted to."""

import asyncio
import datetime as dt
import logging
import re
import socket
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from email.utils import parseaddr
from enum import Enum
from functools import cache
from http import HTTPStatus
from ipaddress import ip_address
from typing import cast
from urllib.parse import urlsplit

import aiohttp
import orjson
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.resolver import ThreadedResolver
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid
from pywebpush import WebPusher

from club.models import PushAddress

log = logging.getLogger(__name__)

# A push service that takes longer is asked again later.
PATIENCE = aiohttp.ClientTimeout(total=15)
# How long a signature holds; push services allow a day.
SIGNED_FOR = dt.timedelta(hours=12)
THIS_MACHINE = {"localhost", "127.0.0.1"}
LONGEST_ENDPOINT = 500
# A host with a name: one by number ends, in whatever way it is written, in a part that begins with a digit.
NAME = re.compile(r"(?:[a-z0-9_-]{1,63}\.)+[a-z][a-z0-9-]{1,62}")


class Delivery(Enum):
    """What became of one message."""

    SENT = "sent"
    # The browser takes no more of them; its address is removed.
    GONE = "gone"
    TRY_LATER = "try later"


@dataclass(frozen=True, slots=True)
class Payload:
    """What a device shows, in the player's language; it holds no card and nothing of another's turn.

    `url` is a path of the club. A newer message of the same `tag` (letters, digits, - and _, 32 at most, such as a
    match's key) takes the place of an older one. `ttl_seconds`: how long the push service keeps it for a device that
    is off; until the deadline, for a turn.
    """

    title: str
    body: str
    url: str
    tag: str
    ttl_seconds: int

    def written(self) -> bytes:
        """As the service worker reads it."""
        return orjson.dumps({"title": self.title, "body": self.body, "url": self.url, "tag": self.tag})


@cache
def public_key() -> str:
    """The club's public key, as a browser wants it when it asks its push service for an address (base64url)."""
    point = _signer().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).rstrip(b"=").decode()


@cache
def _signer() -> Vapid:
    signer: Vapid = Vapid.from_raw(settings.PUSH_PRIVATE_KEY.encode())
    return signer


def may_be_posted_to(endpoint: str) -> bool:
    """Whether the club posts to that address at all: by https, to a machine with a name, on the usual port.

    Which machine the name stands for is looked at when it is posted to, since that can change.
    """
    if len(endpoint) > LONGEST_ENDPOINT or not endpoint.isascii() or not endpoint.isprintable() or " " in endpoint:
        return False
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return False
    if parts.username is not None or parts.password is not None:
        return False
    if settings.PUSH_TO_THIS_MACHINE and parts.scheme in ("http", "https") and host in THIS_MACHINE:
        return True
    return parts.scheme == "https" and port in (None, 443) and NAME.fullmatch(host) is not None


def send(address: PushAddress, payload: Payload, now: dt.datetime) -> Delivery:
    """Hand one message to the browser's push service, within 15 seconds; an address that is gone is removed.

    To be called outside transactions, from a thread without an event loop of its own, such as a task's worker.
    """
    if not may_be_posted_to(address.endpoint):
        delivery = Delivery.GONE
    else:
        try:
            delivery = _meaning(asyncio.run(_post(address, payload, now)))
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            log.info("a push service could not be reached: %s", type(error).__name__)
            delivery = Delivery.TRY_LATER
    if delivery is Delivery.GONE:
        # Unless the browser has got another address since.
        PushAddress.objects.filter(pk=address.pk, endpoint=address.endpoint).delete()
    return delivery


def _meaning(status: int) -> Delivery:
    if status in (HTTPStatus.NOT_FOUND, HTTPStatus.GONE):
        return Delivery.GONE
    if HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
        return Delivery.SENT
    log.warning("a push service answered %d", status)
    return Delivery.TRY_LATER


async def _post(address: PushAddress, payload: Payload, now: dt.datetime) -> int:
    """The status that the push service answers with. Its words are not read, and it cannot send the club elsewhere."""
    browser = {"endpoint": address.endpoint, "keys": {"p256dh": address.p256dh, "auth": address.auth}}
    body = cast("bytes", WebPusher(browser).encode(payload.written())["body"])
    headers = _signed(address.endpoint, now) | {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(max(0, payload.ttl_seconds)),
        "Topic": payload.tag,
        "Urgency": "normal",
    }
    near = settings.PUSH_TO_THIS_MACHINE
    connector = aiohttp.TCPConnector(resolver=None if near else FarAway(), use_dns_cache=False, force_close=True)
    async with (
        aiohttp.ClientSession(connector=connector, timeout=PATIENCE) as session,
        session.post(address.endpoint, data=body, headers=headers, allow_redirects=False) as answer,
    ):
        return answer.status


def _signed(endpoint: str, now: dt.datetime) -> dict[str, str]:
    """The header that proves who sends (RFC 8292)."""
    parts = urlsplit(endpoint)
    contact = parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    expires = int((now + SIGNED_FOR).timestamp())
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "sub": f"mailto:{contact}", "exp": expires}
    return cast("dict[str, str]", _signer().sign(claims))


class FarAway(AbstractResolver):
    """Names of machines on the open internet only: whoever gives the club an address to post to must not reach
    machines that stand near it."""

    def __init__(self) -> None:
        self._any = ThreadedResolver()

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """The addresses that a name stands for, without those that are near. Raises OSError where none is left."""
        far = [found for found in await self._any.resolve(host, port, family) if is_far(found["host"])]
        if not far:
            raise OSError(f"{host} is not on the open internet")
        return far

    async def close(self) -> None:
        await self._any.close()


def is_far(number: str) -> bool:
    """Whether an address by number is one of the open internet."""
    address = ip_address(number)
    address = getattr(address, "ipv4_mapped", None) or address
    return address.is_global and not address.is_multicast
