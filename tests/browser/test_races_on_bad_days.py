"""Races on bad days: pages reloaded, left and come back to, networks gone, clocks wrong; and what who watches sees."""

import re

from playwright.sync_api import Page, WebSocket, expect

from tests.browser.arrivals import Arrivals
from tests.browser.at_race import AtRace, badly, meet, on_one_pile, open_boards, race
from tests.browser.wire import Wire
from tests.served import ServedClub

# The page's own clock shows so many hours more than the true time.
WRONG_BY_HOURS = """{
  const True = Date, wrong = %d * 3600_000;
  window.Date = class extends True {
    constructor(...given) { given.length ? super(...given) : super(True.now() + wrong); }
    static now() { return True.now() + wrong; }
  };
}"""

# Every number that the countdown shows.
COUNT = """() => {
  window.counted = [];
  const countdown = document.querySelector("[data-countdown]");
  new MutationObserver(() => counted.push(countdown.textContent)).observe(countdown, {childList: true});
}"""

# A screen whose locks are written down, since a browser without a head has none to keep awake.
LOCKS = """
window.locks = [];
Object.defineProperty(navigator, "wakeLock", {value: {request: async (kind) => {
  const lock = new EventTarget();
  lock.release = async () => { locks.push("released"); lock.dispatchEvent(new Event("release")); };
  locks.push(kind);
  return lock;
}}});"""

A_CARD = re.compile(r'"[A2-9TJQK][CDHS]"')


def test_a_reload_in_mid_race_keeps_everything(hare: AtRace, tortoise: AtRace, club: ServedClub) -> None:
    race(club, hare, tortoise, minutes="5")
    hare.play(badly, moves=5)
    tortoise.play(badly, moves=3)
    expect(hare.other.locator("[data-line-left]")).to_have_text("45 left")
    board, lines = hare.board(), hare.page.locator(".line-count").all_inner_texts()
    hare.page.reload()
    hare.wait_for("running")
    assert hare.rows == 5
    assert hare.board() == board
    expect(hare.page.locator(".line-count")).to_have_text(lines)
    expect(hare.other.locator("[data-line-left]")).to_have_text("45 left")
    expect(hare.clock).to_have_text(re.compile(r"4:\d\d"))
    hare.play(badly, moves=1)
    expect(tortoise.other.locator("[data-line-state]")).to_have_text("here")


def test_a_network_that_was_gone_is_back_within_a_second_and_nothing_is_lost(
    club: ServedClub, wire: Wire, hare: AtRace, snail: AtRace
) -> None:
    race(club, hare, snail, minutes="5")
    snail.play(badly, moves=2)
    wire.cut()
    snail.page.keyboard.press("2")
    expect(snail.page.locator("[data-pile='2'] .card[data-pending]")).to_be_visible()
    hare.play(badly, moves=4)
    expect(snail.table).to_have_attribute("data-connection", "reconnecting")
    expect(snail.other.locator("[data-line-left]")).to_have_text("48 left")
    wire.mend()
    expect(snail.table).to_have_attribute("data-connection", "live", timeout=1_000)
    expect(snail.table).to_have_attribute("data-rows", "3", timeout=1_000)
    expect(snail.other.locator("[data-line-left]")).to_have_text("44 left")
    expect(hare.other.locator("[data-line-left]")).to_have_text("45 left")
    assert len(snail.cards(2)) == 1


def test_the_browsers_back_is_not_leaving(hare: AtRace, tortoise: AtRace, club: ServedClub) -> None:
    for racer in (hare, tortoise):
        racer.wish(layout="broken", minutes="10")
        racer.anyone().click()
    open_boards(club, hare, tortoise)
    tortoise.play(on_one_pile, moves=3)
    board = tortoise.board()
    tortoise.page.go_back()
    expect(tortoise.page.get_by_role("heading", name="Race", exact=True)).to_be_visible()
    hare.play(on_one_pile, moves=1)
    tortoise.page.get_by_role("link", name="Back to your race").click()
    for racer in (hare, tortoise):
        racer.wait_for("running")
    assert tortoise.board() == board
    expect(hare.other.locator("[data-line-state]")).to_have_text("here")


def test_countdown_and_clock_are_right_on_pages_whose_own_clocks_are_hours_wrong(arrivals: Arrivals) -> None:
    fast, slow = (AtRace(arrivals.newcomer(script=WRONG_BY_HOURS % hours)) for hours in (5, -5))
    meet(fast, slow, minutes="5")
    assert fast.page.evaluate("Date.now()") - slow.page.evaluate("Date.now()") > 9 * 3600_000
    for racer in (fast, slow):
        racer.page.evaluate(COUNT)
        expect(racer.page.locator("[data-opening-left]")).to_contain_text(re.compile(r"0:[45]\d left"))
    for racer in (fast, slow):
        racer.get_ready()
    for racer in (fast, slow):
        racer.wait_for("running")
        # A page that came late to a number may have left it out.
        counted = "".join(racer.page.evaluate("counted"))
        assert counted
        assert counted in "321Go"
        expect(racer.clock).to_have_text(re.compile(r"5:00|4:5\d"))


def test_who_watches_sees_both_lines_and_no_card_until_the_end(
    hare: AtRace, tortoise: AtRace, arrivals: Arrivals, club: ServedClub
) -> None:
    page = arrivals.newcomer()
    frames = _frames_of(page)
    owl = AtRace(page)
    # The only race of its kind in this lobby.
    race(club, hare, tortoise, layout="classic", waste_piles="6")
    page.goto("/race/")
    page.locator("[data-list=racing] > li", has_text="6 waste piles").get_by_role("link", name="Watch").click()
    owl.wait_for("running")
    hare.play_until_a_card_goes_up()
    placed = hare.rows
    lines = page.locator("[data-lines] .line")
    expect(lines.locator("[data-line-cards]")).to_have_text(["5", "4"])
    expect(lines.locator("[data-line-left]")).to_have_text([f"{48 - placed} left", "48 left"])
    expect(lines.first).to_be_in_viewport(ratio=1)
    expect(lines.last).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-card], [data-board]")).to_have_count(0)
    expect(page.locator("[data-action=claim]")).to_be_hidden()
    assert len(frames) > placed
    assert [frame for frame in frames if A_CARD.search(frame)] == []
    tortoise.resign()
    owl.expect_told(r"Guest \d+ won", r"Guest \d+ resigned\.")
    expect(page.locator(".laid-name")).to_have_text([re.compile(r"Guest \d+")] * 2)
    # Looking makes nobody a guest.
    assert "sessionid" not in {cookie["name"] for cookie in page.context.cookies()}


def _frames_of(page: Page) -> list[str]:
    """All that its sockets are told from now on."""
    frames: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: frames.append(str(frame)))

    page.on("websocket", listen)
    return frames


def test_the_screen_is_kept_awake_from_the_countdown_to_the_end_and_no_longer(
    hare: AtRace, tortoise: AtRace, club: ServedClub
) -> None:
    hare.page.add_init_script(LOCKS)
    race(club, hare, tortoise, minutes="5")
    hare.page.wait_for_function("locks.join() === 'screen'")
    tortoise.resign()
    hare.wait_for("ended")
    hare.page.wait_for_function("locks.join() === 'screen,released'")
