"""The private calendar: read by a library that is not the one it is written with."""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.test import Client
from ical.calendar_stream import IcsCalendarStream
from ical.event import Event
from pytest_django import DjangoAssertNumQueries

from club.models import CalendarFeed, Player
from games import calendar_feed
from tests.games.conftest import NOON
from tests.games.told import DAY, HOUR, absent, agreed, catch_up, end_turn, resign

pytestmark = pytest.mark.django_db


def read(player: Player, now: dt.datetime = NOON) -> list[Event]:
    """The entries as another program reads them, in the order of their deadlines."""
    return IcsCalendarStream.calendar_from_ics(calendar_feed.written(player, now).decode()).events


def signed_in(player: Player) -> Client:
    browser = Client()
    browser.force_login(player, "django.contrib.auth.backends.ModelBackend")
    return browser


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON + HOUR)


def test_an_open_turn_is_an_entry_that_ends_at_its_deadline(alice: Player, bob: Player) -> None:
    match = agreed(alice, bob, NOON)
    (entry,) = read(alice)
    assert entry.end == NOON + DAY
    assert entry.start == NOON + DAY - dt.timedelta(minutes=30)
    assert entry.summary == "Turn 1 against bob ends"
    assert str(entry.url) == f"{settings.SITE_URL}/table/{match.key}/"
    (alarm,) = entry.alarm
    assert isinstance(alarm.trigger, dt.timedelta)
    assert entry.start + alarm.trigger == NOON + DAY - HOUR


def test_it_tells_nothing_but_the_deadline(alice: Player, bob: Player) -> None:
    match = agreed(alice, bob, NOON)
    before = calendar_feed.written(alice, NOON + HOUR)
    end_turn(match, bob, NOON)
    assert calendar_feed.written(alice, NOON + HOUR) == before


@pytest.mark.parametrize(
    ("zone", "night"),
    [
        ("Europe/Berlin", "2026-03-29"),
        ("Europe/Berlin", "2026-10-25"),
        ("America/New_York", "2026-03-08"),
        ("America/New_York", "2026-11-01"),
    ],
)
def test_on_nights_when_clocks_change_the_deadline_is_the_same_instant(
    alice: Player, bob: Player, zone: str, night: str
) -> None:
    opened_at = dt.datetime.fromisoformat(f"{night} 00:30").replace(tzinfo=ZoneInfo(zone)).astimezone(dt.UTC)
    agreed(alice, bob, opened_at)
    (entry,) = read(alice, opened_at)
    assert entry.end == opened_at + dt.timedelta(hours=24)
    # By the clock on the wall that is an hour earlier or later, which every calendar works out from UTC.
    assert isinstance(entry.end, dt.datetime)
    assert entry.end.astimezone(ZoneInfo(zone)).hour in (23, 1)


def test_a_deadline_that_moves_moves_its_entry(alice: Player, bob: Player) -> None:
    match = agreed(alice, bob, NOON)
    (first,) = read(alice)
    absent(match, alice, 3, NOON)
    (moved,) = read(alice, NOON + HOUR)
    assert moved.uid == first.uid
    assert moved.end == NOON + 4 * DAY
    assert first.sequence == 0
    assert (moved.sequence or 0) > 0
    assert isinstance(moved.dtstamp, dt.datetime)
    assert isinstance(first.dtstamp, dt.datetime)
    assert moved.dtstamp > first.dtstamp
    # The other's is where it was.
    assert [entry.end for entry in read(bob)] == [NOON + DAY]


def test_a_spare_day_moves_the_entry_again(alice: Player, bob: Player) -> None:
    match = agreed(alice, bob, NOON)
    end_turn(match, bob, NOON)
    absent(match, alice, 1, NOON)
    (away,) = read(alice)
    catch_up(match, NOON + 2 * DAY + HOUR)
    (late,) = read(alice, NOON + 2 * DAY + HOUR)
    assert late.uid == away.uid
    assert (late.sequence or 0) > (away.sequence or 0)
    assert late.end == NOON + 3 * DAY


def test_a_turn_that_is_ended_vanishes_and_the_next_is_another_entry(alice: Player, bob: Player) -> None:
    match = agreed(alice, bob, NOON)
    (first,) = read(alice)
    end_turn(match, alice, NOON)
    assert read(alice) == []
    end_turn(match, bob, NOON + HOUR)
    (second,) = read(alice)
    assert second.uid != first.uid
    assert second.summary == "Turn 2 against bob ends"
    assert second.end == NOON + HOUR + DAY


def test_an_ended_match_leaves_nothing(alice: Player, bob: Player) -> None:
    resign(agreed(alice, bob, NOON), bob, NOON)
    assert read(alice) == []


def test_fifty_turns_are_fifty_entries_in_few_queries(
    alice: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(50):
        agreed(alice, Player.objects.create_user(f"rival {number}", "correct horse"), NOON + number * HOUR)
    with django_assert_num_queries(3):
        written = calendar_feed.written(alice, NOON)
    entries = IcsCalendarStream.calendar_from_ics(written.decode()).events
    assert [entry.end for entry in entries] == [NOON + DAY + number * HOUR for number in range(50)]
    assert len({entry.uid for entry in entries}) == 50


# --- its address ------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("clock")
def test_whoever_knows_the_address_can_read_it_without_signing_in(alice: Player, bob: Player) -> None:
    agreed(alice, bob, NOON)
    token = calendar_feed.renew(alice, NOON).token
    answer = Client().get(f"/calendar/{token}.ics")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert "private" in answer["Cache-Control"]
    (entry,) = IcsCalendarStream.calendar_from_ics(answer.content.decode()).events
    assert entry.summary == "Turn 1 against bob ends"


@pytest.mark.parametrize("token", ["wrong", "x" * 43, "%20", "x" * 500])
def test_a_wrong_address_leads_nowhere(alice: Player, token: str) -> None:
    calendar_feed.renew(alice, NOON)
    assert Client().get(f"/calendar/{token}.ics").status_code == 404


@pytest.mark.usefixtures("clock")
def test_a_new_address_revokes_the_old_one(alice: Player) -> None:
    old = calendar_feed.renew(alice, NOON).token
    assert signed_in(alice).post("/calendar/new/").status_code == 302
    new = CalendarFeed.objects.get(player=alice).token
    assert new != old
    assert Client().get(f"/calendar/{old}.ics").status_code == 404
    assert Client().get(f"/calendar/{new}.ics").status_code == 200


def test_switched_off_it_leads_nowhere_and_again_is_harmless(alice: Player) -> None:
    token = calendar_feed.renew(alice, NOON).token
    browser = signed_in(alice)
    for _ in range(2):
        assert browser.post("/calendar/off/").status_code == 302
    assert Client().get(f"/calendar/{token}.ics").status_code == 404
    assert calendar_feed.address_of(alice.pk) == ""


def test_a_player_who_is_gone_has_none(alice: Player) -> None:
    token = calendar_feed.renew(alice, NOON).token
    Player.objects.filter(pk=alice.pk).update(is_active=False)
    assert Client().get(f"/calendar/{token}.ics").status_code == 404


@pytest.mark.parametrize("address", ["/calendar/new/", "/calendar/off/"])
def test_only_members_have_one_and_only_by_a_press(alice: Player, guest: Player, address: str) -> None:
    assert Client().post(address).status_code == 404
    assert signed_in(guest).post(address).status_code == 404
    assert signed_in(alice).get(address).status_code == 405
    assert not CalendarFeed.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_deadline_that_nobody_swept_is_judged_when_the_calendar_is_read(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    agreed(alice, bob, NOON)
    token = calendar_feed.renew(alice, NOON).token
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON + DAY + HOUR)
    (entry,) = IcsCalendarStream.calendar_from_ics(Client().get(f"/calendar/{token}.ics").content.decode()).events
    assert entry.end == NOON + 2 * DAY
