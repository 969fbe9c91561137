"""From an offer to a turn a day in two browsers: the bytes each page adds, the list that waits, a note, and leaving."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.arrivals import Arrivals
from tests.browser.at_race import pass_time
from tests.browser.at_turns import AtTurns, begin
from tests.browser.in_sight import DRAWN
from tests.served import ServedClub

PASSWORD = "correct horse battery"
HEXES = re.compile(r"[0-9a-f]{32}")
SIZES = [(360, 640), (844, 390), (1280, 800)]


def offer(maker: AtTurns, button: str, name: str = "") -> None:
    """By the form, as it stands."""
    maker.page.goto("/correspondence/")
    if name:
        maker.page.get_by_label("A member, by name").fill(name)
    maker.page.get_by_role("button", name=button).click()
    expect(maker.page.get_by_role("heading", name="Your offer")).to_be_visible()


def scrolls_sideways(page: Page) -> list[str]:
    """At which sizes."""
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        if page.evaluate("document.scrollingElement.scrollWidth > document.documentElement.clientWidth"):
            found.append(f"{width} x {height}: {page.url}")
    return found


def test_a_link_leads_a_newcomer_through_the_door_to_the_table_and_both_pages_add_to_the_deal(
    anna: AtTurns, bert: AtTurns
) -> None:
    anna.sign_up("link-anna")
    offer(anna, "By link or QR code")
    anna.page.get_by_text("The deal is fixed already").click()
    added = anna.page.locator("[data-added]")
    expect(added).to_have_text(HEXES)
    bytes_of_anna = added.inner_text()
    anna.page.reload()
    expect(anna.page.locator("[data-added]")).to_have_text(bytes_of_anna)

    bert.page.goto(anna.page.url)
    bert.page.get_by_role("button", name="Sign up and accept").click()
    bert.page.get_by_label("Name").fill("link-bert")
    bert.page.get_by_label("Password").fill(PASSWORD)
    bert.page.locator("[name=of_age]").check()
    bert.page.locator("main form button[type=submit]").first.click()
    expect(bert.page.get_by_role("heading", name="link-anna offers a game by correspondence")).to_be_visible()
    expect(bert.page.locator("[data-contribution]")).to_have_value(HEXES)
    bert.page.get_by_role("button", name="Accept").click()
    bert.wait_until("playing", 1)

    anna.page.reload()
    anna.wait_until("playing", 1)
    assert anna.page.url == bert.page.url
    bert.resign()
    expect(bert.headline).to_be_visible()
    record = bert.page.request.get(f"{bert.page.url}record.calc.json").json()
    first, second = record["contributions"]
    assert first == bytes_of_anna
    assert HEXES.fullmatch(second)
    assert second not in ("0" * 32, first)


def test_a_challenge_by_name_is_in_the_others_day_and_can_be_declined(anna: AtTurns, bert: AtTurns) -> None:
    anna.sign_up("name-anna")
    bert.sign_up("name-bert")
    offer(anna, "Challenge", name="name-bert")
    made = anna.page.url
    bert.page.goto("/day/")
    bert.page.get_by_role("link", name=re.compile("^Look")).click()
    assert bert.page.url == made
    bert.page.get_by_role("button", name="Decline").click()
    expect(bert.page.locator(".messages")).to_contain_text("Declined.")
    anna.page.reload()
    expect(anna.page.get_by_role("heading", name="This offer was declined")).to_be_visible()


def test_two_packs_leave_the_small_turns_out(anna: AtTurns) -> None:
    anna.sign_up("giant-anna")
    anna.page.goto("/correspondence/")
    turns = anna.page.locator(".chips:has([name=turn_cards]) label:visible")
    expect(turns).to_have_text(["1", "2", "4", "8"])
    anna.page.locator("[name=layout][value=giant]").check()
    expect(turns).to_have_text(["4", "8"])


def test_the_day_leads_from_one_match_to_the_next_and_shows_what_was_noted(
    club: ServedClub, anna: AtTurns, bert: AtTurns
) -> None:
    anna.sign_up("day-anna")
    bert.sign_up("day-bert")
    names = ("day-anna", "day-bert")
    first = begin(club, names, turn_cards=8)
    pass_time(club, 60)
    second = begin(club, names, turn_cards=8)
    anna.page.goto("/day/")
    rows = anna.page.locator(".day-row")
    expect(rows).to_have_count(2)
    expect(rows.first.locator("time b")).to_have_text("in 24 hours")
    anna.page.get_by_role("link", name="Next", exact=True).click()
    anna.wait_until("playing", 1)
    assert anna.page.url.endswith(f"/table/{first}/")

    anna.page.locator("[data-action=menu]").click()
    anna.page.locator(".own-note summary").click()
    anna.page.locator("#own-note").fill("Kings on pile 4")
    anna.page.get_by_role("button", name="Keep the note").click()
    expect(anna.page.locator("[data-note-word]")).to_have_text("Kept.")
    anna.page.keyboard.press("Escape")

    anna.place()
    anna.end_button.click()
    anna.page.locator("[data-ask]").get_by_role("button", name="End turn", exact=True).click()
    anna.wait_until("waiting", 1)
    anna.page.goto("/day/")
    expect(rows).to_have_count(2)
    expect(rows.first.locator("a").first).to_have_attribute("href", f"/table/{second}/")
    expect(rows.last).to_contain_text("Kings on pile 4")
    expect(anna.page.get_by_text("1 turn waits for you.")).to_be_visible()


def test_the_day_is_loaded_again_when_another_device_has_played(
    club: ServedClub, anna: AtTurns, bert: AtTurns, arrivals: Arrivals
) -> None:
    anna.sign_up("device-anna")
    bert.sign_up("device-bert")
    key = begin(club, ("device-anna", "device-bert"), turn_cards=8)
    anna.page.goto("/day/")
    expect(anna.page.get_by_role("heading", name="Your turn")).to_be_visible()
    tablet = anna.page.context.new_page()
    tablet.goto(f"/table/{key}/")
    other = AtTurns(tablet)
    other.wait_until("playing", 1)
    other.play_turn()
    other.wait_until("waiting", 1)
    anna.page.bring_to_front()
    expect(anna.page.locator("[data-waiting-count]")).to_be_hidden()
    anna.wake_up()
    expect(anna.page.get_by_role("heading", name="Waiting for others")).to_be_visible()
    expect(anna.page.get_by_role("heading", name="Your turn")).to_have_count(0)


@pytest.mark.parametrize("answer", ["Delete my account", "Keep it"])
def test_an_account_is_deleted_by_password_and_press(
    club: ServedClub, anna: AtTurns, bert: AtTurns, answer: str
) -> None:
    names = (f"leaving-{answer[0]}-anna", f"leaving-{answer[0]}-bert")
    anna.sign_up(names[0])
    bert.sign_up(names[1])
    key = begin(club, names, turn_cards=8)
    bert.open(key)
    anna.page.goto("/accounts/delete/")
    anna.page.locator("[name=password]").fill(PASSWORD)
    anna.page.locator("main form button[type=submit]").first.click()
    expect(anna.page.get_by_text("1 running match against somebody else is resigned")).to_be_visible()
    if answer == "Keep it":
        anna.page.get_by_role("link", name=answer).click()
        expect(anna.page.locator("summary", has_text=names[0])).to_be_visible()
        bert.wait_until("playing", 1)
        return
    anna.page.get_by_role("button", name=answer).click()
    expect(anna.page.locator(".messages")).to_contain_text("Your account is deleted.")
    expect(anna.page.get_by_role("link", name="Sign in")).to_be_visible()
    expect(bert.headline).to_be_visible()
    expect(bert.other).to_contain_text("Former member")


def test_no_page_of_it_scrolls_sideways(club: ServedClub, anna: AtTurns, bert: AtTurns) -> None:
    names = ("Wilhelmine-Friederike-An", "Maximiliane-Theodora-Ber")
    anna.sign_up(names[0])
    bert.sign_up(names[1])
    begin(club, names, rules="giant-8-2", turn_cards=8)
    offer(bert, "Offer to anyone")
    offer(bert, "By link or QR code")
    made = bert.page.url
    wrong = scrolls_sideways(bert.page)
    for address in ("/correspondence/", "/day/", made, "/games/", "/"):
        anna.page.goto(address)
        wrong += scrolls_sideways(anna.page)
    assert wrong == []
