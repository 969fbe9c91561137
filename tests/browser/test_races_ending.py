"""How a race ends otherwise than on the boards, and what may come after it."""

import re

from playwright.sync_api import expect

from tests.browser.at_race import AtRace, on_one_pile, pass_time, race
from tests.browser.wire import Wire
from tests.served import ServedClub

# Presses a button when the page's own clock says so; all pages of one machine have the same.
PRESS_AT = """([selector, at]) => setTimeout(() => document.querySelector(selector).click(), at - Date.now())"""


def test_resigning_asks_first_and_gives_the_race_to_the_other(hare: AtRace, tortoise: AtRace, club: ServedClub) -> None:
    race(club, hare, tortoise)
    hare.page.locator("[data-action=menu]").click()
    hare.page.locator("[data-menu] [data-action=resign]").click()
    expect(hare.page.locator("[data-ask-title]")).to_have_text(re.compile(r"Give this race to Guest \d+\?"))
    hare.page.get_by_role("button", name="Cancel").click()
    hare.play(on_one_pile, moves=1)
    hare.resign()
    hare.expect_told(r"Guest \d+ won", r"You resigned\.")
    tortoise.expect_told("You won!", r"Guest \d+ resigned\.")


def test_the_clock_ends_the_race_and_the_boards_decide(hare: AtRace, tortoise: AtRace, club: ServedClub) -> None:
    race(club, hare, tortoise, minutes="3")
    hare.play_until_a_card_goes_up()
    for racer in (hare, tortoise):
        expect(racer.clock).to_have_text(re.compile(r"2:\d\d"))
    pass_time(club, 155, hare, tortoise)
    for racer in (hare, tortoise):
        expect(racer.clock).to_have_text(re.compile(r"0:[012]\d"))
        expect(racer.clock).to_have_attribute("data-clock", "late")
    club.move_clock(30)
    # Who opens the table finds it ended, and the other is told.
    hare.page.reload()
    hare.expect_told("You won!", r"Time was up\. 5 cards against 4\.")
    tortoise.expect_told(r"Guest \d+ won", r"Time was up\. 5 cards against 4\.")


def test_who_is_away_is_warned_of_and_then_claimed(club: ServedClub, wire: Wire, hare: AtRace, snail: AtRace) -> None:
    race(club, hare, snail, minutes="10")
    snail.play(on_one_pile, moves=2)
    wire.cut()
    snail.ask_the_club()
    expect(snail.table).to_have_attribute("data-connection", "reconnecting")
    pass_time(club, 20, hare)
    state = hare.other.locator("[data-line-state]")
    expect(state).to_have_text("away")
    pass_time(club, 30, hare)
    expect(state).to_have_text(re.compile(r"away, claim in 0:[012]\d"))
    expect(hare.claim).to_be_hidden()
    pass_time(club, 30, hare)
    expect(hare.claim).to_have_text("Claim the race")
    hare.claim.click()
    hare.expect_told("You won!", r"Guest \d+ was away for too long, and the race was claimed\.")
    wire.mend()
    snail.expect_told(r"Guest \d+ won", r"You were away for too long, and the race was claimed\.")


def test_a_rematch_that_both_press_at_once_is_one_race(hare: AtRace, tortoise: AtRace, club: ServedClub) -> None:
    race(club, hare, tortoise)
    tortoise.resign()
    ended = hare.page.url
    for racer in (hare, tortoise):
        expect(racer.rematch).to_have_text("Rematch")
    at = hare.page.evaluate("Date.now() + 200")
    for racer in (hare, tortoise):
        racer.page.evaluate(PRESS_AT, ["[data-action=rematch]", at])
    for racer in (hare, tortoise):
        racer.page.wait_for_url(lambda url: url != ended)
        racer.get_ready()
    assert hare.page.url == tortoise.page.url
    for racer in (hare, tortoise):
        racer.wait_for("starting")
    # Neither offer is left over.
    for racer in (hare, tortoise):
        racer.page.goto("/race/")
        expect(racer.page.locator("[data-section=asked], [data-section=sent]")).to_have_count(2)
        for section in ("asked", "sent"):
            expect(racer.page.locator(f"[data-section={section}]")).to_be_hidden()


def test_a_rematch_can_be_asked_for_declined_and_accepted(hare: AtRace, tortoise: AtRace, club: ServedClub) -> None:
    race(club, hare, tortoise)
    tortoise.resign()
    hare.rematch.click()
    expect(hare.page.locator("[data-rematch-word]")).to_have_text(re.compile(r"Waiting for Guest \d+"))
    expect(tortoise.page.locator("[data-rematch-word]")).to_have_text(re.compile(r"Guest \d+ wants a rematch"))
    tortoise.page.get_by_role("button", name="No", exact=True).click()
    expect(hare.rematch).to_have_text("Rematch")
    hare.rematch.click()
    expect(tortoise.rematch).to_have_text("Accept")
    ended = hare.page.url
    tortoise.rematch.click()
    for racer in (hare, tortoise):
        racer.page.wait_for_url(lambda url: url != ended)
        racer.wait_for("opening")
    assert hare.page.url == tortoise.page.url


def test_a_turned_phone_keeps_the_result(hare: AtRace, tortoise: AtRace, club: ServedClub) -> None:
    race(club, hare, tortoise)
    hare.play(on_one_pile, moves=5)
    tortoise.resign()
    hare.wait_for("ended")
    for width, height in ((844, 390), (390, 844)):
        hare.page.set_viewport_size({"width": width, "height": height})
        hare.expect_told("You won!", r"Guest \d+ resigned\.")
        for part in (hare.headline, hare.reason, hare.boards.first, hare.boards.last):
            expect(part).to_be_in_viewport(ratio=1)


def test_an_unfinished_board_can_be_played_on_as_practice(hare: AtRace, tortoise: AtRace, club: ServedClub) -> None:
    race(club, hare, tortoise)
    hare.play(on_one_pile, moves=6)
    board = hare.board()
    tortoise.resign()
    hare.page.get_by_role("button", name="Play my board on").click()
    expect(hare.table).to_have_attribute("data-mode", "solo")
    hare.wait_for("running")
    assert hare.rows == 6
    assert hare.board() == board
    expect(hare.page.locator("[data-what]")).to_have_attribute("data-note", "practice")
    hare.play(on_one_pile, moves=1)
