"""Two people play a whole match by correspondence, each led back to every other turn by what the club sends them."""

import datetime as dt
import json
from pathlib import Path

import pytest
from ical.calendar_stream import IcsCalendarStream
from playwright.sync_api import Page, expect

from tests.browser.arrivals import Arrivals
from tests.browser.at_race import badly, on_one_pile
from tests.browser.at_turns import HOUR
from tests.browser.correspondent import Correspondent
from tests.browser.devices import allow_push, come_with, deliver, shown_on
from tests.browser.outbox import link_in
from tests.push_service import Browser, PushService
from tests.served import ServedClub

pytestmark = pytest.mark.whole_browser

ANNA, BERT = "whole-anna", "whole-bert"
CARDS = 8
TURNS = 6
# Where the players live, so that their quiet hours do not depend on where the test runs.
ZONE = "UTC"
# After so long whoever has left a table is not looking at it any more.
GONE = 60
REMINDED_AFTER = 0.8 * 24 * HOUR


@pytest.fixture
def device(service: PushService) -> Browser:
    return service.browser("phone")


@pytest.fixture
def anna(arrivals: Arrivals, club: ServedClub, device: Browser) -> Correspondent:
    """At her phone."""
    return Correspondent(come_with(device, arrivals, club, ZONE), ANNA, club)


@pytest.fixture
def bert(arrivals: Arrivals, club: ServedClub) -> Correspondent:
    """At his desk."""
    player = Correspondent(arrivals.newcomer(zone=ZONE), BERT, club)
    for page in (player.page, player.elsewhere):
        page.set_viewport_size({"width": 1280, "height": 800})
    return player


def test_a_match_of_six_turns_is_played_by_what_two_people_are_sent(
    *,
    club: ServedClub,
    arrivals: Arrivals,
    service: PushService,
    device: Browser,
    anna: Correspondent,
    bert: Correspondent,
    tmp_path: Path,
) -> None:
    move_clock_to(club, hour=12)
    key = agree(anna, bert)
    play_and_leave(club, bert, 1, anna)

    mail = anna.outbox.wait_for(anna.address, f"Your turn 1 against {bert.name}")
    anna.page.goto(link_in(mail))
    assert anna.page.url == f"{club.url}/table/{key}/"
    close_turn(anna, 1, bert)
    play_and_leave(club, anna, 2, bert)

    bert.follow(f"Your turn 2 against {anna.name}")
    close_turn(bert, 2, anna)
    play_and_leave(club, bert, 3, anna)

    # She wants no more mails of this kind, and a push on her phone instead.
    mail = anna.outbox.wait_for(anna.address, f"Your turn 3 against {bert.name}")
    switch_off(arrivals.newcomer(), link_in(mail, to="/notices/off/"))
    allow_push(anna.page)
    # In the evening, so that the reminder of the next turn falls into a day and not into quiet hours.
    move_clock_to(club, hour=20)
    anna.page.goto(link_in(mail))
    close_turn(anna, 3, bert)
    play_and_leave(club, anna, 4, bert)

    bert.outbox.wait_for(bert.address, f"Your turn 4 against {anna.name}")
    expect_in_calendar(bert, arrivals.newcomer(), f"Turn 4 against {anna.name} ends")
    assert f"Turn 4 against {anna.name} ends soon" not in bert.outbox.subjects_to(bert.address)
    club.move_clock(REMINDED_AFTER)
    bert.follow(f"Turn 4 against {anna.name} ends soon")
    close_turn(bert, 4, anna)
    play_and_leave(club, bert, 5, anna)

    message = device.read(service.take())
    deliver(anna.page, club, json.dumps(message))
    assert [shown["title"] for shown in shown_on(anna.page)] == [f"Your turn 5 against {bert.name}"]
    anna.page.goto(message["url"])
    close_turn(anna, 5, bert)
    play_and_leave(club, anna, 6, bert)

    bert.follow(f"Your turn 6 against {anna.name}")
    play(bert, 6)
    for player in (anna, bert):
        player.expect_to_wait(0)
    anna.follow(f"Your match against {bert.name} is over")
    assert f"Your turn 5 against {bert.name}" not in anna.outbox.subjects_to(anna.address)
    for player in (anna, bert):
        subjects = player.outbox.subjects_to(player.address)
        assert len(subjects) == len(set(subjects))
    expect_result(anna, bert)
    for player in (anna, bert):
        expect_record_to_hold(player, club, tmp_path / player.name)


def move_clock_to(club: ServedClub, hour: int) -> None:
    """When that hour of the players' day comes next."""
    now = club.now()
    then = now.replace(hour=hour, minute=0, second=0, microsecond=0)
    club.move_clock(((then - now) % dt.timedelta(days=1)).total_seconds())


def agree(anna: Correspondent, bert: Correspondent) -> str:
    """Two new members and an offer that is taken up; he is at the table then, whose key is returned, and she is not."""
    for player in (anna, bert):
        player.sign_up_with_address()
    anna.page.goto("/correspondence/")
    expect(anna.page.locator(".note-warn")).to_contain_text("nothing tells you that a turn is yours")
    for player in (anna, bert):
        player.confirm_address()
    anna.page.goto("/correspondence/")
    expect(anna.page.get_by_text("a turn of yours is told by e-mail.")).to_be_visible()
    anna.page.locator(f"label:has([name=turn_cards][value='{CARDS}'])").click()
    anna.page.get_by_label("A member, by name").fill(bert.name)
    anna.page.get_by_role("button", name="Challenge").click()
    expect(anna.page.get_by_role("heading", name="Your offer")).to_be_visible()
    anna.leave_the_table()

    bert.follow(f"{anna.name} challenges you")
    expect(bert.page.get_by_role("heading", name=f"{anna.name} asks you for a game by correspondence")).to_be_visible()
    bert.page.get_by_role("button", name="Accept").click()
    bert.wait_until("playing", 1)
    for player in (anna, bert):
        player.expect_to_wait(1)
    return bert.page.url.split("/")[-2]


def play(player: Correspondent, turn: int) -> None:
    """The whole turn, by keys. She plays what fits and he never does, which decides the match."""
    player.wait_until("playing", turn)
    if player.name == ANNA:
        player.play(on_one_pile)
    else:
        player.play(badly, moves=CARDS)
    player.end_turn()


def play_and_leave(club: ServedClub, player: Correspondent, turn: int, other: Correspondent) -> None:
    """Who is at the table ends the turn first, and is not there when the next one opens."""
    play(player, turn)
    player.wait_until("stopped" if turn == TURNS else "waiting", turn)
    player.leave_the_table()
    player.expect_to_wait(0)
    other.expect_to_wait(1)
    club.move_clock(GONE)


def close_turn(player: Correspondent, turn: int, other: Correspondent) -> None:
    """Who has come ends the turn after the other, so that the next one opens."""
    play(player, turn)
    player.wait_until("playing", turn + 1)
    for both in (player, other):
        both.expect_to_wait(1)


def switch_off(stranger: Page, link: str) -> None:
    """By the mail's own link, in a browser where nobody is signed in."""
    stranger.goto(link)
    stranger.get_by_role("button", name="Switch it off").click()
    expect(stranger.get_by_role("heading", name="Switched off")).to_be_visible()


def expect_in_calendar(player: Correspondent, stranger: Page, summary: str) -> None:
    """The one entry at the calendar's private address ends when the page says that the turn does."""
    player.page.goto("/notices/")
    player.page.get_by_role("button", name="Make the address").click()
    address = player.page.get_by_label("Address, to subscribe to in your calendar").input_value()
    (entry,) = IcsCalendarStream.calendar_from_ics(stranger.request.get(address).text()).events
    assert entry.summary == summary
    player.page.goto("/day/")
    on_page = player.page.locator(".day-row time").get_attribute("datetime")
    # Calendars know whole seconds.
    assert entry.end == dt.datetime.fromisoformat(on_page or "").replace(microsecond=0)


def expect_result(anna: Correspondent, bert: Correspondent) -> None:
    reason = r"Both boards were played to their end\. \d+ cards against 4\."
    anna.expect_told("You won!", reason)
    bert.expect_told(f"{anna.name} won", reason)


def expect_record_to_hold(player: Correspondent, club: ServedClub, path: Path) -> None:
    """As it is downloaded from the table."""
    with player.page.expect_download() as download:
        player.page.locator("[data-turns-end] [data-action=record]").click()
    download.value.save_as(path)
    verified = club.manage("verify", str(path))
    assert verified.returncode == 0, verified.stdout
    assert json.loads(verified.stdout)["holds"] is True
