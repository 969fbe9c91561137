"""Bad days at the table: the network goes, the server is killed, pages are reloaded, turned and opened twice."""

import re

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.browser.arrivals import Arrivals
from tests.browser.at_table import AtTable
from tests.browser.wire import Wire
from tests.served import ServedClub


@pytest.fixture
def wired(wire: Wire, arrivals: Arrivals) -> Page:
    """A page whose network can be cut."""
    return arrivals.newcomer(wire.url)


def _place(table: AtTable, pile: int) -> None:
    table.after(lambda: table.page.locator(f"[data-pile='{pile}']").click())


def _cards(page: Page, pile: int) -> list[str]:
    return [card.get_attribute("data-card") or "" for card in page.locator(f"[data-pile='{pile}'] .slot > .card").all()]


def test_a_reload_in_mid_game_shows_the_very_same_board(page: Page) -> None:
    table = AtTable(page)
    table.sit_down()
    for pile in (1, 2, 3):
        _place(table, pile)
    before = [_cards(page, pile) for pile in (1, 2, 3, 4)], table.turned.locator(".unseen").inner_text()
    page.reload()
    table.wait_for("running")
    assert ([_cards(page, pile) for pile in (1, 2, 3, 4)], table.turned.locator(".unseen").inner_text()) == before
    assert table.rows == 3


def test_turning_the_phone_keeps_the_board_and_everything_in_sight(page: Page) -> None:
    table = AtTable(page)
    table.sit_down()
    for pile in (1, 2, 3):
        _place(table, pile)
    for width, height in ((844, 390), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        expect(table.turned).to_be_in_viewport(ratio=1)
        for part in ("[data-foundation]", "[data-pile]"):
            for place in page.locator(part).all():
                expect(place).to_be_in_viewport(ratio=1)
    _place(table, 4)
    assert table.rows == 4


def test_a_tapped_card_lies_on_its_pile_at_once_and_is_stored_when_the_network_is_back(wired: Page, wire: Wire) -> None:
    table = AtTable(wired)
    table.sit_down()
    _place(table, 1)
    wire.cut()
    wired.locator("[data-pile='2']").click()
    expect(wired.locator("[data-pile='2'] .card[data-pending]")).to_be_visible()
    assert table.rows == 1
    expect(table.table).to_have_attribute("data-connection", "reconnecting")
    expect(wired.locator("[data-connection-word]")).to_have_text("Reconnecting …")
    wire.mend()
    # Promise 7: within a second of the network's return, without a reload.
    expect(table.table).to_have_attribute("data-connection", "live", timeout=1_000)
    expect(table.table).to_have_attribute("data-rows", "2", timeout=1_000)
    expect(wired.locator("[data-pending]")).to_have_count(0)
    table.look()
    _place(table, 3)


def test_a_network_that_is_only_slow_keeps_its_socket(wired: Page, wire: Wire) -> None:
    table = AtTable(wired)
    table.sit_down()
    wire.slow_down(0.7)
    for pile in (1, 2):
        _place(table, pile)
    expect(table.table).to_have_attribute("data-connection", "live")
    assert table.rows == 2


def test_taps_while_the_network_is_gone_never_make_two_moves_of_one_card(wired: Page, wire: Wire) -> None:
    table = AtTable(wired)
    table.sit_down()
    wire.cut()
    table.look()
    for pile in (1, 2, 3, 1):
        wired.locator(f"[data-pile='{pile}']").click()
    wire.mend()
    expect(table.table).to_have_attribute("data-rows", "1")
    assert [len(_cards(wired, pile)) for pile in (1, 2, 3, 4)] == [1, 0, 0, 0]


def test_a_killed_server_costs_nothing_but_time(page: Page, club: ServedClub) -> None:
    table = AtTable(page)
    table.sit_down()
    for pile in (1, 2, 3, 4, 1):
        _place(table, pile)
    before = [_cards(page, pile) for pile in (1, 2, 3, 4)]
    club.kill()
    expect(table.table).to_have_attribute("data-connection", "reconnecting")
    page.locator("[data-pile='2']").click()
    club.start()
    expect(table.table).to_have_attribute("data-connection", "live")
    expect(table.table).to_have_attribute("data-rows", "6")
    assert [_cards(page, pile) for pile in (1, 3, 4)] == [before[0], before[2], before[3]]
    assert len(_cards(page, 2)) == 2


def test_a_club_that_is_slow_to_show_a_table_is_given_longer_each_time(page: Page) -> None:
    table = AtTable(page)
    table.sit_down()
    opened: list[WebSocketRoute] = []

    def say_nothing(socket: WebSocketRoute) -> None:
        # As a club does that all its players came back to at once.
        opened.append(socket)

    page.route_web_socket("**", say_nothing)
    # From here on no time passes but what the test lets pass.
    page.clock.install(time=0)
    page.clock.pause_at(1_000)
    page.reload()
    for _ in range(20):
        page.clock.run_for(1_000)
        with page.expect_response("**/health/"):
            page.evaluate("fetch('/health/')")
    # At once, and after two, four and eight seconds.
    assert 3 <= len(opened) <= 4


def test_two_tabs_of_one_seat_both_stay_right(page: Page) -> None:
    one = AtTable(page)
    one.sit_down()
    other_page = page.context.new_page()
    other = AtTable(other_page)
    other_page.goto(page.url)
    other.wait_for("running")
    _place(one, 1)
    expect(other.table).to_have_attribute("data-rows", "1")
    other.look()
    _place(other, 2)
    expect(one.table).to_have_attribute("data-rows", "2")
    assert [_cards(page, pile) for pile in (1, 2)] == [_cards(other_page, pile) for pile in (1, 2)]


@pytest.mark.parametrize("clicks", [2, 3])
def test_a_double_or_triple_click_places_one_card(page: Page, clicks: int) -> None:
    table = AtTable(page)
    table.sit_down()
    page.locator("[data-pile='1']").click(click_count=clicks, delay=5)
    expect(table.table).to_have_attribute("data-rows", "1")
    table.look()
    assert table.rows == 1


def test_a_covered_card_cannot_be_dragged(page: Page) -> None:
    table = AtTable(page)
    table.sit_down(layout="classic", number="3")
    for _ in range(4):
        _place(table, 1)
    covered = page.locator("[data-pile='1'] .slot").first
    box = covered.bounding_box()
    assert box
    page.mouse.move(box["x"] + 10, box["y"] + 5)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] - 80, steps=4)
    expect(page.locator(".ghost")).to_have_count(0)
    page.mouse.up()


def test_taking_back_past_a_turned_card_warns_first_and_then_makes_the_game_practice(page: Page) -> None:
    table = AtTable(page)
    table.sit_down()
    _place(table, 1)
    page.locator("[data-action=take-back]").click()
    expect(page.locator("[data-ask]")).to_contain_text("practice")
    page.keyboard.press("Escape")
    assert table.rows == 1
    page.locator("[data-action=take-back]").click()
    table.after(lambda: page.get_by_role("button", name="Take back, as practice").click())
    assert _cards(page, 1) == []
    expect(page.locator("[data-what]")).to_have_attribute("data-note", "practice")


def test_resigning_is_behind_the_menu_and_a_question(page: Page) -> None:
    table = AtTable(page)
    table.sit_down()
    _place(table, 1)
    page.locator("[data-action=menu]").click()
    page.locator("[data-menu] [data-action=resign]").click()
    expect(page.locator("[data-ask]")).to_contain_text("Give this game up")
    page.get_by_role("button", name="Cancel").click()
    assert table.is_running
    page.locator("[data-action=menu]").click()
    page.locator("[data-menu] [data-action=resign]").click()
    page.locator("[data-ask-choices]").get_by_role("button", name="Resign").click()
    table.wait_for("ended")
    expect(page.locator("[data-ended-word]")).to_have_text("Resigned")


def test_the_commitment_is_shown_before_the_end_and_the_secret_after_it(page: Page) -> None:
    table = AtTable(page)
    table.sit_down()
    page.locator("[data-action=menu]").click()
    page.locator("[data-menu] summary").click()
    expect(page.locator("[data-commitment]")).to_have_text(re.compile("[0-9a-f]{64}"))
    expect(page.locator("[data-secret]")).to_be_hidden()
    page.locator("[data-menu] [data-action=resign]").click()
    page.locator("[data-ask-choices]").get_by_role("button", name="Resign").click()
    table.wait_for("ended")
    page.locator("[data-action=menu]").click()
    expect(page.locator("[data-secret]")).to_have_text(re.compile("[0-9a-f]{64}"))


def test_another_persons_table_is_no_page_for_me(page: Page, browser: Browser, club: ServedClub) -> None:
    table = AtTable(page)
    table.sit_down()
    context = browser.new_context(base_url=club.url)
    stranger = context.new_page()
    answer = stranger.goto(page.url)
    assert answer
    assert answer.status == 404
    expect(stranger.get_by_role("link", name="The Fairest").first).to_be_visible()
    context.close()
