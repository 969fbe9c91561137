"""Everything of a match by correspondence is seen without scrolling, on phones and on a large screen."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.at_race import Seen, badly
from tests.browser.at_turns import AtTurns, sit_down
from tests.browser.in_sight import wrong_at

SIZES = [(360, 640), (390, 844), (844, 390), (1280, 800)]
# So many cards held back on one pile make its fan as long as it gets.
TURNS_HELD_BACK = 2


def _hold_back(seen: Seen) -> str:
    return "W2"


@pytest.mark.parametrize(
    # As long as names may be.
    "choice",
    [("Maximiliane-Theod", {"layout": "giant", "waste_piles": "8"})],
    ids=["giant-8"],
)
def test_nothing_of_a_turn_is_out_of_sight(anna: AtTurns, bert: AtTurns, choice: tuple[str, dict[str, str]]) -> None:
    name, wish = choice
    sit_down(anna, bert, name, turn_cards="8", **wish)
    for turn in range(1, TURNS_HELD_BACK + 1):
        for player in (anna, bert):
            player.play(_hold_back, moves=8)
            player.end_turn()
        anna.wait_until("playing", turn + 1)
    wrong = {"playing": wrong_at(anna.page, SIZES)}
    newest = anna.page.get_by_role("button", name=f"See turn {TURNS_HELD_BACK}")
    _all_in_sight(anna, anna.strip, anna.until, anna.own, anna.other, anna.turned, newest)
    anna.play(badly, moves=8)
    wrong["placed"] = wrong_at(anna.page, SIZES)
    _all_in_sight(anna, anna.end_button, anna.page.locator("[data-placed]"), anna.until)
    # The end of a turn is pressed with a thumb.
    box = anna.end_button.bounding_box()
    assert box is not None
    assert box["height"] >= 60
    assert not _overlap(anna)
    newest.click()
    expect(anna.pager.locator("[data-board]")).to_have_count(2)
    for size in SIZES:
        _turn(anna, size)
        for part in anna.pager.locator("button:visible, h2, [data-board], .laid-foundation").all():
            expect(part).to_be_in_viewport(ratio=1)
    anna.page.keyboard.press("Escape")
    anna.end_button.click()
    anna.page.keyboard.press("Enter")
    anna.wait_until("waiting")
    wrong["waiting"] = wrong_at(anna.page, SIZES)
    waits = [anna.waits.locator(part) for part in ("h2", "[data-waits-until]", "a", "button")]
    _all_in_sight(anna, *waits, anna.own, anna.other)
    bert.resign()
    anna.wait_for("ended")
    wrong["ended"] = wrong_at(anna.page, SIZES)
    _all_in_sight(anna, anna.headline, anna.reason, anna.boards.first, anna.boards.last)
    assert wrong == {"playing": [], "placed": [], "waiting": [], "ended": []}


def _all_in_sight(player: AtTurns, *parts: Locator) -> None:
    """These, and the whole board where one lies there, at every size."""
    for size in SIZES:
        _turn(player, size)
        for part in (*parts, *player.page.locator("[data-foundation]:visible, [data-pile]:visible").all()):
            expect(part).to_be_in_viewport(ratio=1)


def _overlap(player: AtTurns) -> list[str]:
    """At which sizes the end of the turn lies over something else that can be pressed."""
    found = []
    for size in SIZES:
        _turn(player, size)
        found += [
            f"{size}: {name}"
            for name in player.end_button.evaluate("""(end) => {
              const {left, right, top, bottom} = end.getBoundingClientRect();
              return [...document.querySelectorAll(".tools button, [data-pile], [data-foundation]")]
                .filter((other) => other.checkVisibility())
                .filter((other) => {
                  const box = other.getBoundingClientRect();
                  return box.left < right && box.right > left && box.top < bottom && box.bottom > top;
                })
                .map((other) => other.textContent);
            }""")
        ]
    return found


def _turn(player: AtTurns, size: tuple[int, int]) -> None:
    width, height = size
    player.page.set_viewport_size({"width": width, "height": height})
