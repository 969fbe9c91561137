"""A member's private calendar: the deadlines of the turns that wait for them, for whatever calendar they use."""

import datetime as dt
import secrets

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext, pgettext
from icalendar import Alarm, Calendar, Event

from club.models import CalendarFeed, Player
from games import clocks, day
from games.models import Seat
from games.templatetags.calculation import opponent

TOKEN_BYTES = 32
# A deadline is an instant; in a calendar it is seen as the half hour before it.
SHOWN_FOR = dt.timedelta(minutes=30)
TOLD_BEFORE = dt.timedelta(hours=1)
LOOKED_AT_AGAIN = dt.timedelta(hours=1)


def renew(player: Player, now: dt.datetime) -> CalendarFeed:
    """A new address for the player's calendar; the old one, if there was one, leads nowhere from now on."""
    made = {"token": secrets.token_urlsafe(TOKEN_BYTES), "made_at": now}
    feed, _made = CalendarFeed.objects.update_or_create(player=player, defaults=made)
    return feed


def switch_off(player: Player) -> None:
    """No address leads to the player's calendar any more. Again harmless."""
    CalendarFeed.objects.filter(player=player).delete()


def player_of(token: str) -> Player | None:
    """Whose calendar is at that address; None where there is none."""
    found = CalendarFeed.objects.filter(token=token, player__is_active=True).select_related("player").first()
    return found.player if found else None


def address_of(player_id: int) -> str:
    """The whole address of the player's calendar; empty where it is switched off."""
    token = CalendarFeed.objects.filter(player_id=player_id).values_list("token", flat=True).first()
    return settings.SITE_URL + reverse("calendar-feed", args=[token]) if token else ""


def written(player: Player, now: dt.datetime) -> bytes:
    """The calendar file (RFC 5545), in the player's language: one entry a turn, and nothing but its deadline."""
    with translation.override(player.language or settings.LANGUAGE_CODE):
        calendar = Calendar()
        calendar.add("prodid", "-//The Fairest//Turns//EN")
        calendar.add("version", "2.0")
        calendar.add("method", "PUBLISH")
        calendar.add("name", gettext("The Fairest"))
        calendar.add("x-wr-calname", gettext("The Fairest"))
        calendar.add("refresh-interval", LOOKED_AT_AGAIN, parameters={"value": "DURATION"})
        for seat in day.waiting(player.pk):
            if seat.turn_deadline is not None:
                calendar.add_component(_entry(seat, seat.turn_deadline, now))
        return bytes(calendar.to_ical())


def _entry(seat: Seat, deadline: dt.datetime, now: dt.datetime) -> Event:
    match = seat.match
    address = settings.SITE_URL + reverse("table", args=[match.key])
    said = {"turn": match.turn, "opponent": opponent(seat)}
    summary = pgettext("in a calendar", "Turn %(turn)s against %(opponent)s ends") % said
    entry = Event()
    # The same for as long as the turn is open, so that a moved deadline moves the entry.
    entry.add("uid", f"{match.key}-{match.turn}@{settings.SITE_HOST}")
    entry.add("dtstamp", now)
    entry.add("sequence", _times_moved(seat, deadline))
    entry.add("dtstart", deadline - SHOWN_FOR)
    entry.add("dtend", deadline)
    entry.add("summary", summary)
    entry.add("description", address)
    entry.add("url", address)
    # A deadline is no time in which its player is busy.
    entry.add("transp", "TRANSPARENT")
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", summary)
    alarm.add("trigger", SHOWN_FOR - TOLD_BEFORE)
    entry.add_component(alarm)
    return entry


def _times_moved(seat: Seat, deadline: dt.datetime) -> int:
    """A number that is 0 at first and rises whenever the deadline moves, which it does to later only."""
    opened_at = seat.match.turn_opened_at or deadline
    return max(0, int((deadline - clocks.turn_deadline(opened_at)).total_seconds()))
