"""Everything on the table is seen at once, readable and large enough to touch, from a small phone to a large screen."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import AtTable
from tests.browser.in_sight import wrong_at

SIZES = [(360, 640), (640, 360), (390, 844), (844, 390), (768, 1024), (1024, 768), (1280, 800), (1920, 1080)]
# Of the 20 cards held back below, so that the fan is as long as a game makes it.
LONG = 20


@pytest.mark.parametrize(
    "choice",
    [
        {"layout": "classic", "number": "3"},
        {"layout": "classic", "waste_piles": "6", "nth": "1", "number": "3"},
        {"layout": "giant", "waste_piles": "8", "number": "3"},
        {"layout": "classic", "open_stock": "on"},
    ],
    ids=["classic", "easy-6", "giant-8", "open-stock"],
)
def test_nothing_is_cut_tiny_or_out_of_sight(page: Page, choice: dict[str, str]) -> None:
    table = AtTable(page)
    table.sit_down(**choice)
    wrong = wrong_at(page, SIZES)
    for _ in range(LONG):
        table.after(lambda: page.keyboard.press("2"))
    wrong += wrong_at(page, SIZES)
    page.keyboard.press("m")
    page.locator("[data-menu] [data-action=resign]").click()
    page.locator("[data-ask-choices] button").click()
    table.wait_for("ended")
    wrong += wrong_at(page, SIZES)
    assert wrong == []


@pytest.mark.parametrize("piles", ["5", "8"])
def test_a_piles_whole_column_is_its_target_and_wide_enough_for_a_thumb(page: Page, piles: str) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    table = AtTable(page)
    table.sit_down(layout="giant", waste_piles=piles, number="3")
    columns = [column.bounding_box() for column in page.locator(".column").all()]
    assert len(columns) == int(piles)
    for box in columns:
        assert box
        assert box["width"] >= 44
        assert box["height"] >= 200
    last = columns[-1]
    assert last
    # Far below the cards, in the gap at the column's edge.
    page.mouse.click(last["x"] + 1, last["y"] + last["height"] - 5)
    expect(table.table).to_have_attribute("data-rows", "1")
    assert page.locator(f"[data-pile='{piles}'] .slot").count() == 1


def test_old_cards_beyond_what_can_be_read_gather_under_a_count_that_opens(page: Page) -> None:
    page.set_viewport_size({"width": 844, "height": 390})
    table = AtTable(page)
    table.sit_down(layout="giant", waste_piles="4", number="3")
    for _ in range(40):
        table.after(lambda: page.keyboard.press("1"))
    count = page.locator("[data-older='1']")
    gathered = page.locator("[data-pile='1'] .slot[hidden]").count()
    expect(count).to_have_text(f"+{gathered}")
    assert gathered > 5
    count.click()
    expect(page.locator("[data-ask]")).to_contain_text("from the bottom")
    page.keyboard.press("Escape")
    assert table.rows == 40


def test_a_held_card_shows_where_it_may_go(page: Page) -> None:
    table = AtTable(page)
    table.sit_down(layout="classic", number="3")
    box = table.turned.bounding_box()
    assert box
    page.mouse.move(box["x"] + 30, box["y"] + 40)
    page.mouse.down()
    page.mouse.move(box["x"] + 40, box["y"] - 60, steps=4)
    legal = (table.table.get_attribute("data-legal") or "").split()
    assert page.locator("[data-pile][data-drop]").count() == sum(move[0] == "W" for move in legal)
    assert page.locator("[data-foundation][data-drop]").count() == sum(move[0] == "F" for move in legal)
    page.mouse.move(5, 5)
    page.mouse.up()
    expect(page.locator("[data-drop], .ghost")).to_have_count(0)
    assert table.rows == 0
