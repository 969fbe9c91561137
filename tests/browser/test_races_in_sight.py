"""Everything of a race is seen without scrolling, on a small phone upright and sideways and on a large screen."""

import pytest
from playwright.sync_api import expect

from tests.browser.at_race import AtRace, Seen, meet, open_boards, pass_time
from tests.browser.in_sight import wrong_at
from tests.browser.wire import Wire
from tests.served import ServedClub

SIZES = [(360, 640), (844, 390), (1280, 800)]
# So many held back on one pile make its fan as long as a race makes it.
LONG = 20


def _hold_back(seen: Seen) -> str:
    return "W2"


@pytest.mark.parametrize(
    "choice",
    # As long as names may be.
    [("Maximiliane-Theodora-Wow", {"layout": "giant", "waste_piles": "8"})],
    ids=["giant-8"],
)
def test_nothing_of_a_race_is_out_of_sight(
    club: ServedClub, wire: Wire, hare: AtRace, snail: AtRace, choice: tuple[str, dict[str, str]]
) -> None:
    name, wish = choice
    snail.sign_up(name)
    meet(hare, snail, **wish, minutes="10")
    wrong = {"opening": wrong_at(hare.page, SIZES)}
    for size in SIZES:
        _turn(hare, size)
        for part in (hare.own, hare.other, hare.page.locator("[data-action=ready]")):
            expect(part).to_be_in_viewport(ratio=1)
    open_boards(club, hare, snail)
    hare.play(_hold_back, moves=LONG)
    wrong["running"] = wrong_at(hare.page, SIZES)
    wire.cut()
    snail.ask_the_club()
    expect(snail.table).to_have_attribute("data-connection", "reconnecting")
    pass_time(club, 75, hare)
    expect(hare.claim).to_be_visible()
    wrong["claim"] = wrong_at(hare.page, SIZES)
    for size in SIZES:
        _turn(hare, size)
        for part in (hare.own, hare.other, hare.clock, hare.claim, hare.turned):
            expect(part).to_be_in_viewport(ratio=1)
        for part in hare.page.locator("[data-foundation], [data-pile], .line > *").all():
            expect(part).to_be_in_viewport(ratio=1)
    hare.claim.click()
    hare.wait_for("ended")
    wrong["ended"] = wrong_at(hare.page, SIZES)
    for size in SIZES:
        _turn(hare, size)
        for part in (hare.headline, hare.reason, hare.boards.first, hare.boards.last, hare.rematch):
            expect(part).to_be_in_viewport(ratio=1)
    assert wrong == {"opening": [], "running": [], "claim": [], "ended": []}


def _turn(racer: AtRace, size: tuple[int, int]) -> None:
    width, height = size
    racer.page.set_viewport_size({"width": width, "height": height})
