"""Guests whom nobody has seen for long are gone with what they played alone; what others played with them stays."""

import asyncio
import datetime as dt
import logging
from functools import partial

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from club import retention
from club.models import Player
from club.retention import days
from games.models import Analysis, Deal, Match, Move, Note, Offer, Seat, Training
from games.writer import writer

log = logging.getLogger(__name__)

EVERY = dt.timedelta(days=1)
# So many guests a question.
AT_ONCE = 500


async def retain(now: dt.datetime) -> int:
    """Forget everything that is old enough at that instant; how many rows and files. Two at once are harmless."""
    forgotten = 0
    while some := await writer.ask(lambda: retention.forget_some(now)):
        forgotten += some
    last_id = 0
    while guests := await writer.ask(partial(_gone_after, last_id, now)):
        for guest_id in guests:
            forgotten += await writer.ask(partial(forget_guest, guest_id, now))
        last_id = guests[-1]
    return forgotten + retention.forget_mail_files(settings.DATA_DIR / "mail", now)


async def retain_again_and_again() -> None:
    """Once when the club is started, then every day, for ever."""
    while True:
        try:
            forgotten = await retain(timezone.now())
            log.info("%d rows and files were old enough to be forgotten", forgotten)
        except Exception:
            # Whatever it was, tomorrow's round forgets what this one did not.
            log.exception("what is old could not be forgotten")
        await asyncio.sleep(EVERY.total_seconds())


def gone_guests(now: dt.datetime) -> QuerySet[Player]:
    """Guests of whom nothing was seen for as long as guests are kept, and of whom something is left to forget.

    Beginning a game, a move, and a table's beat are being seen. A guest's session ends as long after the last game
    begun, so nobody who can still come back is among them.
    """
    since = now - days(settings.GUESTS_KEPT_DAYS)
    own = Seat.objects.filter(player=OuterRef("pk"))
    seen = Q(match__created_at__gte=since) | Q(heard_at__gte=since) | Q(moved_at__gte=since) | Q(ended_at__gte=since)
    moved = Move.objects.filter(seat__player=OuterRef("pk"), at__gte=since)
    unforgotten = Q(is_active=True) | Exists(own.filter(mode=Match.Mode.SOLO)) | ~Exists(own)
    old = Player.objects.filter(joined_at=None, seen_first_at__lt=since)
    return old.filter(unforgotten, ~Exists(own.filter(seen)), ~Exists(moved)).order_by("pk")


def _gone_after(last_id: int, now: dt.datetime) -> list[int]:
    return list(gone_guests(now).filter(pk__gt=last_id).values_list("pk", flat=True)[:AT_ONCE])


def forget_guest(guest_id: int, now: dt.datetime) -> bool:
    """Erase the guest's own games, and the row too unless others have played with it; whether anything was done.

    What others earned stays: then the row is one that nobody can be again, distinct and nameless.
    """
    guest = gone_guests(now).select_for_update(of=("self",)).filter(pk=guest_id).first()
    own = Seat.objects.of(guest_id)
    if guest is None or own.exclude(mode=Match.Mode.SOLO).filter(match__phase__in=Match.LIVE).exists():
        return False
    Offer.objects.filter(Q(player=guest) | Q(to=guest)).delete()
    Note.objects.filter(seat__in=own).delete()
    Training.objects.filter(player=guest).delete()
    for seat in own.filter(mode=Match.Mode.SOLO).select_related("match__deal"):
        deal = seat.match.deal
        seat.match.delete()
        if deal.kind == Deal.Kind.RANDOM and not deal.match_set.exists():
            deal.delete()
    # Whoever asked for them, they are of others' games and stay.
    for analysis in Analysis.objects.filter(asked_by=guest).select_related("seat"):
        analysis.asked_by_id = analysis.seat.player_id
        analysis.save(update_fields=["asked_by"])
    if own.exists():
        guest.is_active = False
        guest.language = guest.time_zone = ""
        guest.save(update_fields=["is_active", "language", "time_zone"])
    else:
        guest.delete()
    return True
