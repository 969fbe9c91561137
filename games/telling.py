"""Telling players by mail and push what is due and still holds."""

import datetime as dt
import logging
from collections.abc import Sequence

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext

from club import mailing, notices, push
from club.addresses import address_of
from club.models import Kind, Notice, Player, PushAddress, Way
from club.notices import Claimed, Words
from club.quiet import zone_of
from games import causes
from games.causes import Gone, Later, Looked

log = logging.getLogger(__name__)

type Told = Sequence[tuple[Notice, Words]]

# More at once on one device than so many are one.
MOST_PUSHED = 3
# A push without a deadline of its own is worth keeping so long for a device that is off.
PUSH_KEPT = dt.timedelta(days=1)


def deliver(claimed: Claimed, now: dt.datetime) -> None:
    """Send what was claimed, as far as it still holds. A second time, and after another's claim, harmless."""
    player = Player.objects.filter(pk=claimed.player_id).first()
    taken = notices.take(claimed, now)
    if player is None or not taken:
        return
    try:
        with translation.override(player.language or settings.LANGUAGE_CODE), timezone.override(zone_of(player)):
            _send(player, claimed.way, _still_to_tell(player, taken, now), now)
    except Exception:
        # Whatever it was may pass; if not, it is not tried for ever.
        log.exception("notices of player %d could not be sent", player.pk)
        notices.try_again(taken, now)


def _still_to_tell(player: Player, taken: Sequence[Notice], now: dt.datetime) -> Told:
    """What is to be told now, in words; the others are closed or put off."""
    told: list[tuple[Notice, Words]] = []
    gone: list[Notice] = []
    ready = notices.sort_out(player, taken, now)
    looked = _look_again(ready, now)
    for notice in ready:
        found = looked.get(notice.pk)
        if found is None:
            continue
        if isinstance(found, Later):
            if notices.want_later(player, notice, found.at, now):
                continue
            # Later than it was, and yet due by now.
            found = causes.look_again([notice], now)[notice.pk]
        if isinstance(found, Words):
            told.append((notice, found))
        elif isinstance(found, Gone):
            gone.append(notice)
    notices.close(gone, Notice.Outcome.DROPPED, now)
    return told


def _look_again(ready: Sequence[Notice], now: dt.datetime) -> dict[int, Looked]:
    """What becomes of each; one that cannot be looked at is tried again later and does not keep the others back."""
    try:
        return causes.look_again(ready, now)
    except Exception:
        log.exception("of %d notices one cannot be looked at", len(ready))
    looked: dict[int, Looked] = {}
    for notice in ready:
        try:
            looked |= causes.look_again([notice], now)
        except Exception:
            log.exception("notice %d cannot be looked at", notice.pk)
            notices.try_again([notice], now)
    return looked


def _send(player: Player, way: Way, told: Told, now: dt.datetime) -> None:
    if not told:
        return
    rows = [notice for notice, _ in told]
    outcome = _mail(player, told, now) if way == Way.MAIL else _push(player, [words for _, words in told], now)
    with transaction.atomic():
        if outcome is None:
            notices.try_again(rows, now)
        else:
            notices.close(rows, outcome, now)


def _mail(player: Player, told: Told, now: dt.datetime) -> Notice.Outcome | None:
    """What became of it; None: try again."""
    address = address_of(player)
    if address is None:
        return Notice.Outcome.OFF
    # The same word if it has to be sent again: where the first one did arrive, the second is known as its double.
    same = f"{settings.SITE_URL} {' '.join(str(notice.pk) for notice, _ in told)}"
    delivery = mailing.send_notices(player, address, [(Kind(notice.kind), words) for notice, words in told], same, now)
    return {
        mailing.Delivery.SENT: Notice.Outcome.SENT,
        mailing.Delivery.REFUSED: Notice.Outcome.FAILED,
        mailing.Delivery.TRY_LATER: None,
    }[delivery]


def _push(player: Player, told: Sequence[Words], now: dt.datetime) -> Notice.Outcome | None:
    """The same for the player's devices: sent if one has got it; the others then go without."""
    devices = list(PushAddress.objects.filter(player=player))
    if not devices:
        return Notice.Outcome.OFF
    payloads = [_payload(words, now) for words in _not_too_many(told)]
    became = {push.send(device, payload, now) for device in devices for payload in payloads}
    if push.Delivery.SENT in became:
        return Notice.Outcome.SENT
    return None if push.Delivery.TRY_LATER in became else Notice.Outcome.OFF


def _not_too_many(told: Sequence[Words]) -> Sequence[Words]:
    """As they are, or one that stands for all: after a night of quiet a device shall not ring a dozen times."""
    if len(told) <= MOST_PUSHED:
        return told
    subject = gettext("%(count)d things for you") % {"count": len(told)}
    return [Words(subject, "\n".join(words.subject for words in told[:MOST_PUSHED]), reverse("my-day"), "my-day")]


def _payload(words: Words, now: dt.datetime) -> push.Payload:
    kept = PUSH_KEPT if words.until is None else words.until - now
    return push.Payload(words.subject, words.text, words.address, words.tag, int(kept.total_seconds()))
