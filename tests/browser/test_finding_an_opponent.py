"""How two people come to one table: by the lobby, by a link, by name; and what presses too many lead to."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.arrivals import Arrivals
from tests.browser.at_race import AtRace, meet, open_boards, pass_time
from tests.served import ServedClub


@pytest.fixture
def owl(arrivals: Arrivals) -> AtRace:
    """A third person."""
    return AtRace(arrivals.newcomer())


def test_race_anyone_brings_two_newcomers_to_one_table_however_often_they_press(
    hare: AtRace, tortoise: AtRace, owl: AtRace, club: ServedClub
) -> None:
    owl.page.goto("/race/")
    for racer in (hare, tortoise):
        racer.wish(layout="reverse", minutes="3")
    hare.anyone().dblclick()
    expect(hare.page.get_by_role("heading", name="Looking for an opponent")).to_be_visible()
    waiting, racing = (
        owl.page.locator(f"[data-list={name}] > li", has_text="Reverse") for name in ("waiting", "racing")
    )
    expect(waiting).to_have_count(1)
    tortoise.anyone().dblclick()
    for racer in (hare, tortoise):
        racer.wait_for("opening")
        expect(racer.page.locator("[data-what]")).to_have_text("Reverse")
    assert hare.page.url == tortoise.page.url
    open_boards(club, hare, tortoise)
    expect(racing).to_have_count(1)
    expect(waiting).to_have_count(0)
    hare.resign()
    expect(racing).to_have_count(0)


def test_two_with_other_wishes_wait_on_until_one_takes_up_the_others(hare: AtRace, tortoise: AtRace) -> None:
    hare.wish(layout="giant", minutes="10")
    hare.anyone().click()
    expect(hare.page.get_by_role("heading", name="Looking for an opponent")).to_be_visible()
    tortoise.wish(layout="broken", minutes="10")
    tortoise.anyone().click()
    expect(tortoise.page.locator("[data-list=waiting] > li")).to_contain_text("Giant")
    offered = hare.page.locator("[data-list=waiting] > li")
    expect(offered).to_contain_text("Broken")
    offered.get_by_role("button", name="Race").click()
    for racer in (hare, tortoise):
        racer.wait_for("opening")
    assert hare.page.url == tortoise.page.url


def test_who_waits_alone_is_offered_to_be_told_after_20_seconds(hare: AtRace, club: ServedClub) -> None:
    hare.wish(layout="giant", minutes="")
    hare.anyone().click()
    tell = hare.page.get_by_role("button", name="Tell me when somebody waits")
    searching = hare.page.get_by_role("heading", name="Looking for an opponent")
    expect(searching).to_be_visible()
    expect(tell).to_be_hidden()
    pass_time(club, 20, hare)
    expect(tell).to_be_visible()
    expect(searching).to_be_visible()
    hare.page.get_by_role("button", name="Stop looking").click()
    expect(hare.anyone()).to_be_visible()


def test_a_double_click_on_accept_makes_one_race_and_keeps_the_seat(
    hare: AtRace, tortoise: AtRace, club: ServedClub
) -> None:
    tortoise.open_link(hare.challenge_by_link())
    tortoise.page.get_by_role("button", name="Accept").dblclick()
    for racer in (hare, tortoise):
        racer.wait_for("opening")
    assert hare.page.url == tortoise.page.url
    open_boards(club, hare, tortoise)


def test_a_link_that_somebody_took_up_says_so_to_the_next(hare: AtRace, tortoise: AtRace, owl: AtRace) -> None:
    link = hare.challenge_by_link()
    owl.open_link(link)
    late = owl.page.get_by_role("button", name="Accept")
    expect(late).to_be_visible()
    tortoise.accept(link)
    tortoise.wait_for("opening")
    late.click()
    expect(owl.page.get_by_role("heading", level=1)).to_have_text("This challenge is taken")
    owl.open_link(link)
    expect(owl.page.get_by_role("heading", level=1)).to_have_text("This challenge is taken")


def test_who_does_not_come_within_a_minute_costs_nobody_anything(
    hare: AtRace, tortoise: AtRace, club: ServedClub
) -> None:
    link = hare.challenge_by_link()
    tortoise.accept(link)
    tortoise.wait_for("opening")
    tortoise.page.goto("/")
    hare.get_ready()
    expect(hare.page.locator("[data-opening-wait]")).to_have_text(re.compile(r"Waiting for Guest \d+"))
    expect(hare.page.locator("[data-opening-left]")).to_contain_text(re.compile(r"0:\d\d left to be ready"))
    club.move_clock(62)
    hare.page.reload()
    hare.wait_for("called_off")
    expect(hare.page.get_by_role("heading", name="The race was called off")).to_be_visible()
    # The link is as good as before.
    hare.open_link(link)
    tortoise.accept(link)
    for racer in (hare, tortoise):
        racer.wait_for("opening")
    assert hare.page.url == tortoise.page.url


def test_leaving_before_the_start_calls_the_race_off_for_both(hare: AtRace, tortoise: AtRace) -> None:
    meet(hare, tortoise)
    hare.get_ready()
    tortoise.page.get_by_role("button", name="Leave").click()
    for racer in (hare, tortoise):
        expect(racer.page.get_by_role("heading", name="The race was called off")).to_be_visible()


def test_a_member_is_challenged_by_name_and_accepts_in_the_lobby(hare: AtRace, tortoise: AtRace) -> None:
    hare.sign_up("Achilles")
    tortoise.sign_up("Tortoise")
    hare.page.goto("/race/")
    tortoise.wish(layout="classic", minutes="5")
    tortoise.page.get_by_label("A member, by name").fill("achilles")
    tortoise.page.keyboard.press("Enter")
    expect(tortoise.page.locator("[data-list=sent] > li")).to_contain_text("Achilles")
    asked = hare.page.locator("[data-list=asked] > li")
    expect(asked).to_contain_text("Tortoise")
    asked.get_by_role("button", name="Accept").click()
    for racer in (hare, tortoise):
        racer.wait_for("opening")
    assert hare.page.url == tortoise.page.url
