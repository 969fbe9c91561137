"""A guest who signs up in the middle of a game goes on with it as a member, in an open tab too."""

from playwright.sync_api import Page, expect

from tests.browser.at_table import AtTable


def test_a_guest_signs_up_in_mid_game_and_goes_on_as_a_member(page: Page) -> None:
    table = AtTable(page)
    table.sit_down()
    table.after(lambda: page.locator("[data-pile='1']").click())
    door = page.context.new_page()
    door.goto("/accounts/signup/")
    door.locator("[name=username]").fill("greta")
    door.locator("[name=password1]").fill("correct horse battery")
    door.locator("[name=of_age]").check()
    door.locator("main form button[type=submit]").first.click()
    expect(door.locator("summary", has_text="greta")).to_be_visible()
    table.after(lambda: page.locator("[data-pile='2']").click())
    page.reload()
    table.wait_for("running")
    assert table.rows == 2
    page.goto("/games/")
    expect(page.get_by_role("link", name="Classic").first).to_be_visible()
