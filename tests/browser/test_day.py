"""The number of turns that wait, in title and menu, on every page and device of a member; and the lines with news."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.arrivals import Arrivals
from tests.browser.at_turns import AtTurns, begin
from tests.served import ServedClub

COUNTED = re.compile(r"^\(1\) ")
NOT_COUNTED = re.compile(r"^[^(]")
# As when a phone's browser is put away or taken out.
PUT_AWAY = """(state) => {
  Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture
def alice(arrivals: Arrivals) -> AtTurns:
    return AtTurns(arrivals.newcomer())


@pytest.fixture
def bob(arrivals: Arrivals) -> AtTurns:
    return AtTurns(arrivals.newcomer())


def look_away(*players: AtTurns) -> None:
    """No page of the club is open that could show what is new now."""
    for player in players:
        player.page.goto("about:blank")


def sign_in(page: Page, name: str) -> None:
    page.goto("/accounts/login/")
    page.locator("[name=login]").fill(name)
    page.locator("[name=password]").fill("correct horse battery")
    page.locator("main form button[type=submit]").first.click()
    expect(page.locator("summary", has_text=name)).to_be_visible()


def test_a_turn_counts_on_every_device_until_it_is_ended_on_one(
    alice: AtTurns, bob: AtTurns, arrivals: Arrivals, club: ServedClub
) -> None:
    alice.sign_up("count-one")
    bob.sign_up("count-two")
    desk = arrivals.newcomer()
    sign_in(desk, "count-one")
    desk.goto("/rules/")
    expect(desk).to_have_title(NOT_COUNTED)
    key = begin(club, ("count-one", "count-two"))
    alice.page.goto("/day/")
    for page in (alice.page, desk):
        expect(page).to_have_title(COUNTED, timeout=20_000)
        expect(page.locator(".nav [data-waiting-count]")).to_have_text("1")
    alice.open(key)
    expect(alice.page).to_have_title(COUNTED)
    alice.play_turn()
    for page in (alice.page, desk):
        expect(page).to_have_title(NOT_COUNTED)
    expect(desk.locator(".nav [data-waiting-count]")).to_be_hidden()
    # The page as it was left, with a 1 in it, is shown again by the browser's Back.
    alice.page.go_back()
    expect(alice.page).to_have_title(NOT_COUNTED)
    expect(alice.page.locator(".nav [data-waiting-count]")).to_be_hidden()


def test_a_line_says_what_is_new_once_and_leads_there(
    alice: AtTurns, bob: AtTurns, arrivals: Arrivals, club: ServedClub
) -> None:
    alice.sign_up("news-one")
    bob.sign_up("news-two")
    look_away(alice)
    key = begin(club, ("news-one", "news-two"))
    alice.page.goto("/rules/")
    line = alice.page.locator("[data-day]").get_by_role("link", name="Your turn 1 against news-two")
    expect(line).to_be_visible()
    desk = arrivals.newcomer()
    sign_in(desk, "news-one")
    expect(desk).to_have_title(COUNTED)
    expect(desk.locator("[data-day] a")).to_have_count(0)
    line.click()
    alice.wait_until("playing", 1)
    assert alice.page.url.endswith(f"/table/{key}/")
    expect(alice.page.locator("[data-day] a")).to_have_count(0)


def test_a_line_goes_away_by_a_press(alice: AtTurns, bob: AtTurns, club: ServedClub) -> None:
    alice.sign_up("close-one")
    bob.sign_up("close-two")
    look_away(alice)
    begin(club, ("close-one", "close-two"))
    alice.page.goto("/rules/")
    alice.page.locator("[data-day]").get_by_role("button", name="Close").click()
    expect(alice.page.locator("[data-day] a")).to_have_count(0)
    expect(alice.page).to_have_title(COUNTED)


def test_many_turns_are_one_line_that_leads_to_the_day(alice: AtTurns, bob: AtTurns, club: ServedClub) -> None:
    alice.sign_up("many-one")
    bob.sign_up("many-two")
    look_away(alice)
    rivals = ("many-one", "many-two")
    begin(club, rivals)
    key = begin(club, rivals)
    alice.page.goto("/rules/")
    lines = alice.page.locator("[data-day] a")
    expect(lines).to_have_text("2 turns wait for you.")
    begin(club, rivals)
    expect(lines).to_have_text("3 turns wait for you.", timeout=20_000)
    # A turn played elsewhere is not counted there any more.
    elsewhere = AtTurns(alice.page.context.new_page())
    elsewhere.open(key)
    elsewhere.play_turn()
    expect(lines).to_have_text("2 turns wait for you.")
    alice.page.bring_to_front()
    lines.click()
    expect(alice.page.get_by_role("heading", name="Your turn 2")).to_be_visible()
    expect(lines).to_have_count(0)


def test_on_a_phone_one_line_at_a_time_covers_the_page(alice: AtTurns, bob: AtTurns, club: ServedClub) -> None:
    alice.sign_up("calmly-one")
    bob.sign_up("calmly-two")
    look_away(alice)
    begin(club, ("calmly-one", "calmly-two"))
    bob.page.goto("/correspondence/")
    bob.page.get_by_label("A member, by name").fill("calmly-one")
    bob.page.get_by_role("button", name="Challenge").click()
    expect(bob.page.get_by_role("heading", name="Your offer")).to_be_visible()
    alice.page.goto("/rules/")
    lines = alice.page.locator(".news-line")
    expect(lines).to_have_count(2)
    expect(alice.page.locator(".news-line:visible")).to_have_text(re.compile("Your turn 1 against calmly-two"))
    lines.get_by_role("button", name="Close").first.click()
    expect(alice.page.locator(".news-line:visible")).to_have_text(re.compile("calmly-two challenges you"))


def test_what_a_page_that_nobody_looks_at_would_show_is_left_to_one_that_somebody_looks_at(
    alice: AtTurns, bob: AtTurns, arrivals: Arrivals, club: ServedClub
) -> None:
    alice.sign_up("away-one")
    bob.sign_up("away-two")
    alice.page.goto("/rules/")
    alice.page.evaluate(PUT_AWAY, "hidden")
    begin(club, ("away-one", "away-two"))
    expect(alice.page.locator("[data-day] a")).to_have_count(1, timeout=20_000)
    desk = arrivals.newcomer()
    sign_in(desk, "away-one")
    expect(desk.locator("[data-day] a")).to_have_count(1)
    expect(alice.page.locator("[data-day] a")).to_have_count(0)
    alice.page.evaluate(PUT_AWAY, "visible")
    expect(alice.page.locator("[data-day] a")).to_have_count(0)


def test_at_a_race_nothing_draws_the_eyes_away(alice: AtTurns, bob: AtTurns, club: ServedClub) -> None:
    alice.sign_up("calm-one")
    bob.sign_up("calm-two")
    begin(club, ("calm-one", "calm-two"))
    bob.accept(alice.challenge_by_link())
    bob.wait_for("opening")
    expect(bob.page).to_have_title(NOT_COUNTED)
    expect(bob.page.locator("[data-day]")).to_have_count(0)
