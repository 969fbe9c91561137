"""The first visit: learning by playing, the trainer, and what is left without a network."""

from playwright.sync_api import expect

from tests.browser.arrivals import Arrivals
from tests.browser.at_table import AtTable


def test_a_newcomer_is_taught_by_playing_and_then_by_the_trainer(arrivals: Arrivals) -> None:
    page = arrivals.newcomer()
    table = AtTable(page)
    page.goto("/")
    page.get_by_role("button", name="Learn by playing").click()
    table.wait_for("running")
    guide = page.get_by_role("region", name="Guide")
    for rows in range(6):
        said = guide.locator("[data-guide-do]").inner_text
        expect(page.locator("[data-advised]")).not_to_have_count(0)
        assert said().startswith("Tap "), rows
        table.after(page.locator("[data-advised]").first.click)
    assert page.get_by_role("button", name="Hint").count() == 0
    # Whoever has had enough of it plays on alone, to the end.
    guide.get_by_role("button", name="Go on without the guide").click()
    expect(guide).to_be_hidden()
    expect(page.locator("[data-advised]")).to_have_count(0)
    page.keyboard.press("m")
    page.locator("[data-menu] [data-action=resign]").click()
    page.locator("[data-ask-choices] button").click()
    page.get_by_role("link", name="Learn the four orders").click()
    page.get_by_role("button", name="Start").click()
    trainer = page.locator("[data-trainer]")
    for question in (trainer.get_attribute("data-questions") or "").split(" "):
        expect(page.locator("[data-wanted]")).to_be_empty()
        rank = int(question.rsplit("-", 1)[1])
        page.keyboard.press("A234567890JQK"[rank - 1])
    expect(page.locator(".trainer-done")).to_contain_text("Your best round so far!")
    page.get_by_role("button", name="Play a real game").click()
    table.wait_for("running")
    expect(page.locator("[data-what]")).not_to_have_attribute("data-note", "practice")


def test_without_a_network_a_page_says_what_is_possible_and_goes_when_it_is_back(arrivals: Arrivals) -> None:
    page = arrivals.newcomer(worker=True)
    AtTable(page).sit_down()
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.goto("/rules/")
    page.context.set_offline(True)
    page.goto("/games/")
    expect(page.get_by_role("heading", level=1)).to_have_text("You are offline")
    page.get_by_role("button", name="Start").click()
    expect(page.locator("[data-asks]")).to_contain_text("what comes after")
    page.reload()
    page.context.set_offline(False)
    expect(page.get_by_role("heading", level=1)).to_have_text("My games", timeout=10_000)
