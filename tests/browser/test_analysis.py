"""The analysis in the browser: a finished race's summary, into which the results arrive while the page is open."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.at_race import AtRace, badly, race, simply
from tests.browser.at_table import AtTable
from tests.served import ServedClub

# Two boards, by a process that waits for everything else that this machine does.
ANALYSED_WITHIN = 120_000


def race_to_its_summary(club: ServedClub, hare: AtRace, tortoise: AtRace) -> None:
    """The hare plays simply, the tortoise badly and gives up; the hare reads the summary."""
    race(club, hare, tortoise)
    hare.play(simply, 30)
    tortoise.play(badly, 30)
    tortoise.resign()
    hare.wait_for("ended")
    hare.page.goto(f"{hare.page.url.partition('#')[0]}summary/")


def ask(page: Page) -> None:
    page.get_by_role("button", name="Analyse this game").click()


def panel(page: Page) -> Locator:
    return page.locator("[data-analysis]")


def expect_done(page: Page) -> None:
    expect(panel(page).get_by_role("status")).to_have_text("The analysis is done.", timeout=ANALYSED_WITHIN)


def test_results_arrive_while_the_page_is_open_and_lead_to_the_replay(
    club: ServedClub, hare: AtRace, tortoise: AtRace
) -> None:
    race_to_its_summary(club, hare, tortoise)
    page = hare.page
    ask(page)
    expect(panel(page).get_by_role("progressbar")).to_be_visible()
    page.evaluate("window.stayed = true")
    expect_done(page)
    expect(panel(page).get_by_role("progressbar")).to_be_hidden()
    expect(panel(page).locator("canvas")).to_be_visible()
    expect(panel(page).get_by_role("heading", name="Turning points", exact=True).first).to_be_visible()
    told = panel(page).locator(".turning li").first
    expect(told).to_contain_text(
        re.compile(r"(Card \d+, the .+|With the stock used up): .+ instead of .+ gave away \d+ points?")
    )
    panel(page).get_by_text("Every decision as a table").click()
    expect(panel(page).locator(".decisions tbody tr").first).to_be_visible()
    assert page.evaluate("window.stayed"), "nothing of it needed the page anew"
    told.get_by_role("link", name="See the board").click()
    expect(page).to_have_url(re.compile(r"/replay/\?seat=\d&n=\d+"))


def test_what_the_parting_of_the_boards_cost_is_told_once_it_is_known(
    club: ServedClub, hare: AtRace, tortoise: AtRace
) -> None:
    race_to_its_summary(club, hare, tortoise)
    costs = hare.page.locator("[data-way-cost]")
    expect(costs.first).to_be_empty()
    ask(hare.page)
    expect_done(hare.page)
    expect(costs.first).to_contain_text("by the analysis")


def test_the_other_player_finds_the_same_analysis_without_asking(
    club: ServedClub, hare: AtRace, tortoise: AtRace
) -> None:
    race_to_its_summary(club, hare, tortoise)
    ask(hare.page)
    tortoise.page.goto(hare.page.url.partition("#")[0])
    expect_done(tortoise.page)
    expect(tortoise.page.get_by_role("button", name="Analyse this game")).to_be_hidden()


def test_without_scripts_the_analysis_is_there_when_the_page_is_opened_again(page: Page) -> None:
    table = AtTable(page)
    table.sit_down(layout="classic", number="7")
    for key in "1223341":
        table.after(lambda key=key: page.keyboard.press(key))  # type: ignore[misc] # a lambda's default has no type
    page.keyboard.press("m")
    page.locator("[data-menu] [data-action=resign]").click()
    page.locator("[data-ask-choices] button").click()
    table.wait_for("ended")
    address = f"{page.url.partition('#')[0]}summary/"
    browser = page.context.browser
    assert browser
    context = browser.new_context(java_script_enabled=False, storage_state=page.context.storage_state())
    plain = context.new_page()
    plain.goto(address)
    ask(plain)
    expect(panel(plain).get_by_role("status")).to_be_visible()
    page.goto(address)
    expect_done(page)
    plain.reload()
    expect(panel(plain).get_by_role("status")).to_have_text("The analysis is done.")
    expect(panel(plain).get_by_text("With all cards known")).to_be_visible()
    context.close()
