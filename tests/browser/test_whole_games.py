"""Whole games in the browser: by mouse, by touch and by keys alone, to the end that is told at once."""

from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.at_table import AtTable
from tests.served import ServedClub


def _play_out(
    table: AtTable, place: Callable[[], None], on_pile: Callable[[int], None], top: Callable[[int], None]
) -> None:
    """Foundations first, then the shortest pile, until the game has ended by itself."""
    while table.is_running:
        piles = table.fitting_piles()
        if table.turned_fits():
            table.after(place)
        elif piles:
            table.after(partial(top, piles[0]))
        else:
            table.after(partial(on_pile, table.shortest_pile()))


def _expect_told(page: Page) -> None:
    assert page.locator("[data-ended-word]").inner_text() in {"Won!", "Blocked", "A near win"}
    expect(page.locator("[data-ended-figures]")).to_contain_text("cards on the foundations")
    for action in ("next", "again", "record"):
        expect(page.locator(f"[data-ended] [data-action={action}]")).to_be_visible()


def _play_by_pressing(table: AtTable, press: Callable[[Locator], None]) -> None:
    """Play out by presses on the turned card, the piles and the foundations alone."""
    page = table.page

    def place() -> None:
        press(table.turned)
        table.answer_if_asked()

    def top(pile: int) -> None:
        # With the stock used up a pile's own tap plays its top; before that the foundation takes it.
        used_up = table.turned.get_attribute("data-used-up") is not None
        foundation = f"[data-foundation='{table.wanted_foundation(pile)}']"
        press(page.locator(f"[data-pile='{pile}']" if used_up else foundation))
        table.answer_if_asked()

    _play_out(table, place, lambda pile: press(page.locator(f"[data-pile='{pile}']")), top)


def test_a_whole_game_by_mouse(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    table = AtTable(page)
    table.sit_down()
    _play_by_pressing(table, Locator.click)
    _expect_told(page)
    with page.expect_download() as download:
        page.locator("[data-ended] [data-action=record]").click()
    assert download.value.suggested_filename.endswith(".calc.json")
    page.locator("[data-ended] [data-action=next] button").click()
    table.wait_for("running")
    assert table.stock_left() == 48


def test_a_whole_game_by_touch(browser: Browser, club: ServedClub) -> None:
    context = browser.new_context(
        base_url=club.url, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    table = AtTable(page)
    table.sit_down()
    _play_by_pressing(table, Locator.tap)
    _expect_told(page)
    context.close()


def test_a_whole_game_by_keys_alone(page: Page) -> None:
    """From the first page on: Tab and Enter to the table, then the keys that `?` shows."""
    table = AtTable(page)
    page.goto("/")
    page.get_by_role("button", name="Play", exact=True).focus()
    page.keyboard.press("Enter")
    table.wait_for("running")
    page.keyboard.press("?")
    expect(page.locator("[data-help]")).to_be_visible()
    page.keyboard.press("Escape")

    def chosen(key: str) -> None:
        page.keyboard.press(key)
        if page.locator("[data-ask][open]").count():
            page.keyboard.press("Enter")

    _play_out(
        table,
        lambda: chosen("f"),
        lambda pile: page.keyboard.press(str(pile)),
        lambda pile: chosen(f"Shift+Digit{pile}"),
    )
    _expect_told(page)


@pytest.mark.parametrize("touch", [False, True])
def test_dragging_places_the_turned_card_and_a_waste_card(browser: Browser, club: ServedClub, touch: bool) -> None:
    context = browser.new_context(base_url=club.url, viewport={"width": 768, "height": 1024}, has_touch=touch)
    page = context.new_page()
    table = AtTable(page)
    table.sit_down(layout="classic", number="3")
    drag = _drag_by_touch if touch else _drag_by_mouse
    table.after(lambda: drag(page, "[data-turned]", "[data-pile='2']"))
    while not table.fitting_piles():
        table.after(lambda: page.locator("[data-pile='1']").click())
    pile = table.fitting_piles()[0]
    foundation = table.wanted_foundation(pile)
    table.after(lambda: drag(page, f"[data-pile='{pile}'] .slot:last-child .card", f"[data-foundation='{foundation}']"))
    rows = table.rows
    drag(page, "[data-turned]", ".bar")
    expect(page.locator(".ghost")).to_have_count(0)
    assert table.rows == rows, "a drop outside is nothing"
    context.close()


def _drag_by_mouse(page: Page, start: str, end: str) -> None:
    (x, y), (to_x, to_y) = _middle(page, start), _middle(page, end)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move((x + to_x) / 2, (y + to_y) / 2, steps=3)
    page.mouse.move(to_x, to_y, steps=3)
    page.mouse.up()


def _drag_by_touch(page: Page, start: str, end: str) -> None:
    (x, y), (to_x, to_y) = _middle(page, start), _middle(page, end)
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    touch("touchStart", (x, y))
    touch("touchMove", ((x + to_x) / 2, (y + to_y) / 2))
    touch("touchMove", (to_x, to_y))
    touch("touchEnd")


def _middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + min(box["height"] / 2, 40)
