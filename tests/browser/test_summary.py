"""The summary in the browser: come to from the table, its chart, and the deal checked by the page itself."""

import hashlib
import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.engine.board import Board
from games.engine.deal import Dealt, deal, numbered_seed
from games.engine.move import Move
from games.engine.rules import Rules
from tests.browser.at_race import AtRace, badly, race, simply
from tests.browser.at_table import AtTable
from tests.engine.replays import REPLAYS
from tests.served import ServedClub

SHAKES = """async (cases) => {
  const { shake256 } = await import("/static/js/shake.js");
  const { bytesOf, hexOf } = await import("/static/js/dealing.js");
  return cases.map(([message, length]) => hexOf(shake256(bytesOf(message), length)));
}"""

DEALS = """async (cases) => {
  const { bytesOf, commitment, deal, hexOf, mix, turnedBy } = await import("/static/js/dealing.js");
  return Promise.all(cases.map(async ({ rules, seed, secret, contributions, moves }) => {
    const dealt = deal(rules, bytesOf(seed));
    const mixed = contributions.length ? await mix(bytesOf(secret), contributions.map(bytesOf)) : bytesOf(secret);
    return {
      ...dealt,
      commitment: hexOf(await commitment(bytesOf(secret))),
      seed: hexOf(mixed),
      turned: turnedBy(rules, bytesOf(seed), dealt, moves),
    };
  }));
}"""

NUMBERED = """async (numbers) => {
  const { hexOf, numberedSeed } = await import("/static/js/dealing.js");
  return Promise.all(numbers.map(async (number) => hexOf(await numberedSeed(number))));
}"""

# What lies outside of a phone's page, in words.
OUTSIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def turned(dealt: Dealt, moves: tuple[str, ...]) -> list[str | None]:
    """Every card that these moves turned."""
    board = Board(dealt)
    cards: list[str | None] = [board.turned]
    for move in map(Move.parse, moves):
        board.play(move)
        if (move.places or not move.pile) and board.turned:
            cards.append(board.turned)
    return cards


def play_a_little(page: Page, **choice: str) -> None:
    """Some cards, then the game is given up."""
    table = AtTable(page)
    table.sit_down(**choice)
    for key in "1223341":
        table.after(lambda key=key: page.keyboard.press(key))  # type: ignore[misc]  # a lambda's default has no type
    page.keyboard.press("m")
    page.locator("[data-menu] [data-action=resign]").click()
    page.locator("[data-ask-choices] button").click()
    table.wait_for("ended")


def open_summary(page: Page) -> None:
    page.locator("[data-action=summary]:visible").click()
    expect(page.get_by_role("heading", level=2, name="Cards over time")).to_be_visible()


def check_the_deal(page: Page) -> list[str]:
    """Whether each part holds, as the page says."""
    page.get_by_role("button", name="Check this deal").click()
    expect(page.locator("[data-check][data-done]")).to_be_visible()
    return [line.get_attribute("data-holds") or "" for line in page.locator("[data-checked] li").all()]


# --- the deal made anew -----------------------------------------------------------------------------------------------


def test_the_browser_s_shake_is_that_of_the_standard(page: Page) -> None:
    page.goto("/")
    # Around the length of a block, 136 bytes, both read and written.
    sizes = [(0, 64), (1, 1), (135, 136), (136, 137), (137, 272), (271, 273), (272, 512), (1000, 1024)]
    messages = [(bytes(at % 251 for at in range(length)), read) for length, read in sizes]
    made = page.evaluate(SHAKES, [(message.hex(), read) for message, read in messages])
    assert made == [hashlib.shake_256(message).hexdigest(read) for message, read in messages]


def test_the_browser_makes_the_deals_of_every_worked_case(page: Page) -> None:
    page.goto("/")
    cases = [
        {
            "rules": replay.rules.to_json(),
            "seed": replay.seed.hex(),
            "secret": (replay.secret or replay.seed).hex(),
            "contributions": [part.hex() for part in replay.contributions],
            "moves": list(replay.moves),
        }
        for replay in REPLAYS
    ]
    made: list[dict[str, Any]] = page.evaluate(DEALS, cases)
    for replay, found in zip(REPLAYS, made, strict=True):
        assert found == {
            "starters": replay.starters,
            "steps": replay.steps,
            "stock": replay.stock,
            "commitment": replay.commitment,
            "seed": replay.seed.hex(),
            "turned": turned(replay.dealt(), replay.moves),
        }
    assert any("R" in replay.moves for replay in REPLAYS)


def test_the_browser_s_redeals_are_the_club_s(page: Page) -> None:
    page.goto("/")
    rules, seed = Rules.parse("giant-6-2"), bytes(range(32))
    board = Board(deal(rules, seed))
    while (legal := board.legal_moves()) and len(board.moves) < 500:
        board.play(legal[len(board.moves) % len(legal)])
    assert board.redeals_used == 2
    line = tuple(str(move) for move in board.moves)
    case = {"rules": rules.to_json(), "seed": seed.hex(), "secret": seed.hex(), "contributions": [], "moves": line}
    (made,) = page.evaluate(DEALS, [case])
    assert made["turned"] == turned(deal(rules, seed), line)


def test_numbered_deals_have_the_browser_s_seeds(page: Page) -> None:
    page.goto("/")
    numbers = [1, 4711, 2**63 - 1]
    assert page.evaluate(NUMBERED, [str(number) for number in numbers]) == [
        numbered_seed(number).hex() for number in numbers
    ]


# --- the page ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("choice", [{}, {"layout": "giant", "number": "7"}], ids=["random", "numbered"])
def test_a_game_leads_to_its_summary_where_the_deal_is_checked(page: Page, choice: dict[str, str]) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    play_a_little(page, **choice)
    open_summary(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Resigned")
    assert page.evaluate(OUTSIDE) == 0
    assert check_the_deal(page) == ["true"] * 4


def test_a_proof_that_does_not_hold_is_told_part_by_part(page: Page) -> None:
    play_a_little(page)
    open_summary(page)
    box = page.locator("[data-check]")
    proof = json.loads(box.get_attribute("data-check") or "")
    last = "0" if proof["secret"][-1] != "0" else "1"
    for change, holds in (
        ({"commitment": "0" * 64}, ["false", "true", "true", "true"]),
        ({"secret": proof["secret"][:-1] + last}, ["false", "false", "false", "false"]),
        ({"contributions": ["00" * 16]}, ["true", "false", "false", "false"]),
    ):
        box.evaluate(
            "(box, proof) => { box.dataset.check = proof; delete box.dataset.done; }", json.dumps(proof | change)
        )
        # Foundations may come out alike by chance.
        found = check_the_deal(page)
        assert [found[at] for at in (0, 1, 3)] == [holds[at] for at in (0, 1, 3)]


def test_the_chart_is_drawn_by_time_and_by_the_card(page: Page) -> None:
    play_a_little(page)
    open_summary(page)
    chart = page.locator("[data-course-chart]")
    expect(chart.locator("canvas")).to_be_visible()
    by_card = page.get_by_role("button", name="by card")
    expect(by_card).to_have_attribute("aria-pressed", "false")
    by_card.click()
    expect(by_card).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="by time")).to_have_attribute("aria-pressed", "false")
    box = chart.locator(".u-over").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] - 2, box["y"] + 20)
    expect(page.locator("[data-course-readout]")).to_contain_text("Cards of the stock placed: 7 · ")
    page.mouse.move(5, 5)
    expect(page.locator("[data-course-readout]")).to_have_text("")


def test_without_scripts_all_figures_are_there(page: Page) -> None:
    play_a_little(page)
    address = page.url + "summary/"
    browser = page.context.browser
    assert browser
    context = browser.new_context(java_script_enabled=False, storage_state=page.context.storage_state())
    plain = context.new_page()
    plain.goto(address)
    expect(plain.get_by_role("heading", level=1)).to_have_text("Resigned")
    plain.locator("summary", has_text="The same as a table").click()
    expect(plain.get_by_role("region", name="Cards over time as a table").locator("tbody tr")).to_have_count(8)
    expect(plain.locator(".piles svg")).to_have_count(4)
    expect(plain.get_by_text("python manage.py verify")).to_be_attached()
    context.close()


def test_a_race_leads_both_to_one_summary_of_two_boards(club: ServedClub, hare: AtRace, tortoise: AtRace) -> None:
    race(club, hare, tortoise)
    hare.play(simply, moves=6)
    tortoise.play(badly, moves=5)
    tortoise.resign()
    for racer, headline in ((hare, "You won!"), (tortoise, r"Guest \d+ won")):
        racer.wait_for("ended")
        open_summary(racer.page)
        heading = racer.page.get_by_role("heading", level=1)
        expect(heading).to_have_text(re.compile(headline))
        expect(racer.page.get_by_role("heading", name="Where the two boards parted")).to_be_visible()
        expect(racer.page.locator("[data-way]")).to_have_count(2)
        assert racer.page.evaluate(OUTSIDE) == 0
        assert check_the_deal(racer.page) == ["true"] * 5
    assert hare.page.url == tortoise.page.url


def test_on_paper_nothing_is_left_to_press(page: Page) -> None:
    page.emulate_media(color_scheme="dark")
    play_a_little(page)
    open_summary(page)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.locator("main button:visible, main summary:visible, .header:visible, .footer:visible")).to_have_count(0)
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    expect(page.locator("[data-course-chart] canvas")).to_be_visible()
