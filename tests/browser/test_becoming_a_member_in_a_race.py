"""A guest in a running race becomes a member in another tab, by a new account or an old one, and finishes it as one."""

from playwright.sync_api import expect

from tests.browser.arrivals import Arrivals
from tests.browser.at_race import AtRace, badly, race
from tests.served import ServedClub

PASSWORD = "correct horse battery"


def finish(club: ServedClub, member: AtRace, other: AtRace, name: str) -> None:
    """The other sees the name while both tables stay open, and the race ends as the member's."""
    expect(other.other).to_contain_text(name)
    member.play(badly, moves=2)
    other.resign()
    member.expect_told("You won!", ".*resigned.*")
    member.page.goto("/games/")
    expect(member.page.locator("main")).to_contain_text("Classic")
    expect(member.page.locator("summary", has_text=name)).to_be_visible()


def test_a_guest_in_a_running_race_signs_up_and_finishes_it_as_a_member(
    club: ServedClub, hare: AtRace, tortoise: AtRace
) -> None:
    race(club, hare, tortoise)
    hare.play(badly, moves=1)
    door = AtRace(hare.page.context.new_page())
    door.sign_up("greta in a race")
    finish(club, hare, tortoise, "greta in a race")


def test_a_guest_in_a_running_race_signs_in_and_finishes_it_as_that_member(
    club: ServedClub, arrivals: Arrivals, hare: AtRace, tortoise: AtRace
) -> None:
    AtRace(arrivals.newcomer()).sign_up("old hand")
    race(club, hare, tortoise)
    hare.play(badly, moves=1)
    door = hare.page.context.new_page()
    door.goto("/accounts/login/")
    expect(door.get_by_text("Your running games come along")).to_be_visible()
    door.locator("[name=login]").fill("old hand")
    door.locator("[name=password]").fill(PASSWORD)
    door.get_by_role("button", name="Sign in", exact=True).click()
    expect(door.locator("summary", has_text="old hand")).to_be_visible()
    finish(club, hare, tortoise, "old hand")
