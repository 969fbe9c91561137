"""How templates write instants and the time left to them."""

import datetime as dt

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timesince import timeuntil
from django.utils.translation import gettext

register = template.Library()


@register.filter
def instant(at: dt.datetime) -> str:
    """`Tue 12 March, 14:00 (CET)`, in the active zone."""
    local = timezone.localtime(at)
    return gettext("%(day)s, %(time)s (%(zone)s)") % {
        "day": date_format(local, gettext("D j F")),
        "time": date_format(local, "H:i"),
        "zone": local.tzname(),
    }


@register.filter
def left(deadline: dt.datetime, now: dt.datetime) -> str:
    """`in 5 hours`; at a deadline that is being judged just now, that it is over."""
    if deadline <= now:
        return gettext("time is up")
    return gettext("in %(time)s") % {"time": timeuntil(deadline, now, depth=1)}
