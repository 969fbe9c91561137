"""The link in every mail that ends mails of its kind: a signed word that needs no sign-in and never grows old."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse

from club.models import Kind, Way

_signer = Signer(sep=".", salt="club.unsubscribe")


class NotSigned(ValueError):
    """The club has not made this link."""


@dataclass(frozen=True, slots=True)
class Off:
    """Whom it is about, and what is to end for them."""

    player_id: int
    way: Way
    kinds: tuple[Kind, ...]


def token(player_id: int, way: Way, kinds: Iterable[Kind]) -> str:
    """What stands in the link, in letters, digits, `.`, `-` and `_`."""
    return _signer.sign(".".join([str(player_id), way, *sorted(kinds)]))


def read(text: str) -> Off:
    """What a link asks for. Raises NotSigned."""
    try:
        player_id, way, *kinds = _signer.unsign(text).split(".")
    except BadSignature as error:
        raise NotSigned(text) from error
    return Off(int(player_id), Way(way), tuple(Kind(kind) for kind in kinds))


def link(player_id: int, way: Way, kinds: Iterable[Kind]) -> str:
    """The whole address, as a mail needs it."""
    return settings.SITE_URL + reverse("notices-off", args=[token(player_id, way, kinds)])
