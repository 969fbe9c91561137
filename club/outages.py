"""Times in which nobody was served: every serving process leaves a stamp, and the first after a gap writes it down."""

import datetime as dt

from django.db import transaction

from club.models import Outage, ServingStamp

STAMP_EVERY_SECONDS = 5
# A gap that is longer than this between two stamps is an outage.
LONGEST_GAP = dt.timedelta(seconds=20)


def stamp(now: dt.datetime) -> None:
    """Note that the club is being served at that instant; an older one never replaces a newer."""
    if not ServingStamp.objects.filter(pk=ServingStamp.ONLY, at__lte=now).update(at=now):
        ServingStamp.objects.get_or_create(pk=ServingStamp.ONLY, defaults={"at": now})


def last_stamp() -> dt.datetime | None:
    """When the club was last known to be served; None where it never was."""
    return ServingStamp.objects.values_list("at", flat=True).first()


def is_served(now: dt.datetime) -> bool:
    """Whether anybody has served lately; where nobody ever has, there is nothing to wait for."""
    at = ServingStamp.objects.filter(pk=ServingStamp.ONLY).values_list("at", flat=True).first()
    return at is None or now - at <= LONGEST_GAP


def begin_serving(now: dt.datetime) -> Outage | None:
    """The outage that ends now, for the first process to serve after it; None where there was none.

    To be called before anything is served, inside the transaction that also gives players back their time.
    """
    with transaction.atomic():
        last = ServingStamp.objects.select_for_update().filter(pk=ServingStamp.ONLY).first()
        stamp(now)
        if last is None or now - last.at <= LONGEST_GAP:
            return None
        return Outage.objects.create(began_at=last.at, ended_at=now)


def since(instant: dt.datetime) -> list[tuple[dt.datetime, dt.datetime]]:
    """Begin and end of the outages that were over after that instant, oldest first."""
    return list(Outage.objects.filter(ended_at__gt=instant).order_by("began_at").values_list("began_at", "ended_at"))
