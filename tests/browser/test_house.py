"""The house in the browser: offered where nobody else is, raced by a guest to the end, played by correspondence."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.at_race import COUNTDOWN_SECONDS, AtRace, pass_time, simply
from tests.browser.at_turns import AtTurns
from tests.served import ServedClub

MINUTE = 60


def house_offer(racer: AtRace) -> Locator:
    return racer.page.locator("[data-house-offer]")


def test_who_looks_into_an_empty_lobby_for_20_seconds_is_offered_the_house_and_races_it_to_the_end(
    hare: AtRace, club: ServedClub
) -> None:
    hare.wish(layout="classic", minutes="3")
    offer = house_offer(hare)
    expect(hare.page.locator("[data-lost]")).to_be_hidden()
    pass_time(club, 15, hare)
    expect(offer).to_be_hidden()
    pass_time(club, 10, hare)
    expect(offer).to_be_visible()
    offer.get_by_role("button", name="Novice").click()
    hare.wait_for("opening")
    expect(hare.other).to_contain_text("House Novice")
    expect(hare.other.locator(".house")).to_have_text("house")
    expect(hare.other.locator("[data-line-state]")).to_have_attribute("data-line-state", "ready")
    hare.get_ready()
    hare.wait_for("starting")
    club.move_clock(COUNTDOWN_SECONDS)
    hare.page.reload()
    hare.wait_for("running")
    left = hare.other.locator("[data-line-left]")
    expect(left).to_have_attribute("data-line-left", "48")
    # It begins by itself, and goes on as time does.
    expect(left).not_to_have_attribute("data-line-left", "48", timeout=20_000)
    hare.play(simply, moves=5)
    pass_time(club, MINUTE, hare)
    expect(left).not_to_have_attribute("data-line-left", re.compile("^4[0-9]$"), timeout=20_000)
    pass_time(club, 3 * MINUTE, hare)
    hare.expect_told("(House Novice won|You won!|A draw)", "Time was up. .*")
    expect(hare.page.locator("[data-board] .house")).to_have_count(1)
    expect(hare.page.locator("[data-afterword]")).to_be_hidden()
    hare.rematch.click()
    hare.wait_for("opening")
    expect(hare.other).to_contain_text("House Novice")


def test_whoever_waits_alone_may_sit_down_with_the_house_for_the_same_game_and_waits_no_more(
    hare: AtRace, tortoise: AtRace, club: ServedClub
) -> None:
    tortoise.page.goto("/race/")
    hare.wish(layout="giant", minutes="")
    hare.anyone().click()
    expect(hare.page.get_by_role("heading", name="Looking for an opponent")).to_be_visible()
    expect(tortoise.page.locator("[data-list=waiting] > li")).to_have_count(1)
    pass_time(club, 25, hare, tortoise)
    # For the other somebody is there.
    expect(house_offer(tortoise)).to_be_hidden()
    expect(hare.page.get_by_role("heading", name="Looking for an opponent")).to_be_visible()
    house_offer(hare).get_by_role("button", name="Expert").click()
    hare.wait_for("opening")
    expect(hare.page.locator("[data-what]")).to_contain_text("Giant")
    expect(hare.page.locator("[data-opening] [data-race-clock]")).to_have_text("no clock")
    expect(tortoise.page.locator("[data-list=waiting] > li")).to_have_count(0)
    expect(tortoise.page.locator("[data-list=racing] > li")).to_have_count(0)


def test_nobody_has_to_wait_for_the_house(hare: AtRace) -> None:
    hare.wish(layout="reverse", minutes="10")
    hare.page.get_by_text("Or race the house").click()
    hare.page.locator(".wish-house").get_by_role("button", name="Master").click()
    hare.wait_for("opening")
    expect(hare.other).to_contain_text("House Master")
    expect(hare.page.locator("[data-what]")).to_have_text("Reverse")


def test_by_correspondence_the_house_plays_its_turn_some_minutes_after_it_opens(
    anna: AtTurns, club: ServedClub
) -> None:
    anna.sign_up("Penelope")
    anna.page.goto("/correspondence/")
    anna.page.get_by_text("Or play the house").click()
    anna.page.locator(".wish-house").get_by_role("button", name="Regular").click()
    expect(anna.page.get_by_role("heading", level=1)).to_contain_text("with House Regular house")
    anna.page.get_by_role("button", name="Begin").click()
    anna.wait_until("playing", 1)
    anna.play_turn()
    anna.wait_until("waiting", 1)
    pass_time(club, 11 * MINUTE, anna)
    anna.wait_until("playing", 2)
    anna.page.goto("/day/")
    expect(anna.page.locator(".day-row")).to_contain_text("House Regular house")
