"""A player of a race in a browser of their own: finds an opponent by the pages, races by keys, reads what is drawn."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.at_table import AtTable
from tests.served import ServedClub

COUNTDOWN_SECONDS = 3

# The table once it shows so many rows, asks which of several places is meant, or is a running one no more.
SEEN = """async (rows) => {
  const table = document.querySelector("[data-table]"), until = performance.now() + 10_000;
  const asks = () => document.querySelector("[data-ask][open]") !== null;
  const running = () => table.dataset.phase === "running";
  while (running() && !asks() && Number(table.dataset.rows) < rows) {
    if (performance.now() > until) throw new Error(`row ${rows} is not shown`);
    await new Promise(requestAnimationFrame);
  }
  return {
    asks: asks(), running: running(), rows: Number(table.dataset.rows),
    legal: (table.dataset.legal ?? "").split(" ").filter(Boolean),
    heights: [...table.querySelectorAll("[data-pile]")].map((pile) => pile.querySelectorAll(".slot").length),
  };
}"""


@dataclass(frozen=True, slots=True)
class Seen:
    """A running table as drawn: rows, legal moves, and how many cards lie on each waste pile."""

    rows: int
    legal: list[str]
    heights: list[int]


type Choice = Callable[[Seen], str]


def simply(seen: Seen) -> str:
    """Something for a foundation if there is, else a redeal, else the shortest waste pile."""
    for move in seen.legal:
        if "F" in move or move == "R":
            return move
    return min(seen.legal, key=lambda move: seen.heights[int(move[1]) - 1])


def on_one_pile(seen: Seen) -> str:
    """What fits goes up, all else on the first pile: sure to be blocked in the end, with some cards up."""
    return next((move for move in seen.legal if "F" in move), "W1")


def badly(seen: Seen) -> str:
    """Everything on the first pile, whether it fits or not: blocked, with next to nothing on the foundations."""
    return "W1" if "W1" in seen.legal else seen.legal[0]


class AtRace(AtTable):
    """Knows the club by its pages, and the race by what its table shows."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.own = page.locator(".line[data-own]")
        self.other = page.locator(".line:not([data-own])")
        self.clock = page.locator("[data-clock]")
        self.claim = page.locator("[data-action=claim]")
        self.rematch = page.locator("[data-action=rematch]")
        self.headline = page.locator("[data-race-headline]")
        self.reason = page.locator("[data-race-reason]")
        self.boards = page.locator("[data-board]")

    # --- to a table ---------------------------------------------------------------------------------------------------

    def sign_up(self, name: str) -> None:
        self.page.goto("/accounts/signup/")
        self.page.locator("[name=username]").fill(name)
        self.page.locator("[name=password1]").fill("correct horse battery")
        self.page.locator("[name=of_age]").check()
        self.page.locator("main form button[type=submit]").first.click()
        expect(self.page.locator("summary", has_text=name)).to_be_visible()

    def sign_in(self, name: str) -> None:
        """As whoever has signed up in another browser."""
        self.page.goto("/accounts/login/")
        self.page.locator("[name=login]").fill(name)
        self.page.locator("[name=password]").fill("correct horse battery")
        self.page.locator("main form button[type=submit]").first.click()
        expect(self.page.locator("summary", has_text=name)).to_be_visible()

    def wish(self, **wish: str) -> None:
        """Choose in the lobby what to race, by the names of the form."""
        self.page.goto("/race/")
        if wish.keys() - {"layout", "minutes"}:
            self.page.locator(".more:not(.wish-house):not([open]) > summary").click()
        for name, value in wish.items():
            self.page.locator(f"label:has(input[name={name}][value='{value}'])").click()

    def anyone(self) -> Locator:
        return self.page.get_by_role("button", name="Race anyone")

    def challenge_by_link(self, **wish: str) -> str:
        """The link to hand on."""
        self.wish(**wish)
        self.page.get_by_role("button", name="By link or QR code").click()
        return self.page.locator("[data-address]").input_value()

    def open_link(self, link: str) -> None:
        """By the way this browser reaches the club, which may be a wire of its own."""
        self.page.goto("/race/o/" + link.split("/race/o/")[1])

    def accept(self, link: str) -> None:
        self.open_link(link)
        self.page.get_by_role("button", name="Accept").click()

    # --- the start ----------------------------------------------------------------------------------------------------

    def get_ready(self) -> None:
        self.wait_for("opening")
        self.page.locator("[data-action=ready]").click()

    def ask_the_club(self) -> None:
        """As when the browser notes a new network: the page's next beat comes now instead of in up to five seconds."""
        self.page.evaluate("dispatchEvent(new Event('online'))")

    # --- playing ------------------------------------------------------------------------------------------------------

    def play(self, choose: Choice, moves: int = 1000) -> None:
        """So many moves by keys, as long as there are any and the race lasts."""
        seen = self._see(0)
        while moves and seen and seen.legal:
            self._press(choose(seen))
            seen = self._see(seen.rows + 1)
            moves -= 1

    def _see(self, rows: int) -> Seen | None:
        """The table once it shows so many rows; None when it is no running one any more."""
        while True:
            seen: dict[str, Any] = self.page.evaluate(SEEN, rows)
            if not seen["asks"]:
                return Seen(seen["rows"], seen["legal"], seen["heights"]) if seen["running"] else None
            # Where several places fit, the table asks: the first.
            self.page.keyboard.press("Enter")

    def play_until_a_card_goes_up(self) -> None:
        """As few moves as that takes."""
        before = self.own.locator(".line-count").inner_text()
        while self.own.locator(".line-count").inner_text() == before:
            self.play(on_one_pile, moves=1)

    def _press(self, move: str) -> None:
        if move == "R":
            self.page.keyboard.press("r")
        elif move[0] == "F":
            self.page.keyboard.press("f")
        else:
            self.page.keyboard.press(f"Shift+Digit{move[1]}" if "F" in move else move[1])

    def resign(self) -> None:
        self.page.locator("[data-action=menu]").click()
        self.page.locator("[data-menu] [data-action=resign]").click()
        self.page.locator("[data-ask-choices]").get_by_role("button", name="Resign").click()

    # --- what is seen -------------------------------------------------------------------------------------------------

    def cards(self, pile: int) -> list[str]:
        lie = self.page.locator(f"[data-pile='{pile}'] .slot > .card")
        return [card.get_attribute("data-card") or "" for card in lie.all()]

    def board(self) -> list[list[str]]:
        """The turned card and all waste piles."""
        piles = self.page.locator("[data-pile]").count()
        turned = self.turned.locator(".unseen").inner_text()
        return [[turned], *(self.cards(pile) for pile in range(1, piles + 1))]

    def expect_told(self, headline: str, reason: str) -> None:
        """That the race is over, and how: patterns of the word it leads with, and of why, in a sentence."""
        self.wait_for("ended")
        expect(self.headline).to_have_text(re.compile(f"^{headline}$"))
        expect(self.reason).to_have_text(re.compile(f"^{reason}$"))
        expect(self.boards).to_have_count(2)


def meet(first: AtRace, second: AtRace, **wish: str) -> None:
    """The second takes up the first's challenge, and both are at its table."""
    second.accept(first.challenge_by_link(**wish))
    for racer in (first, second):
        racer.wait_for("opening")


def open_boards(club: ServedClub, first: AtRace, second: AtRace) -> None:
    """Both are ready, and the countdown passes at once for who looks anew."""
    for racer in (first, second):
        racer.get_ready()
    for racer in (first, second):
        racer.wait_for("starting")
    club.move_clock(COUNTDOWN_SECONDS)
    first.page.reload()
    for racer in (first, second):
        racer.wait_for("running")


def race(club: ServedClub, first: AtRace, second: AtRace, **wish: str) -> None:
    """From the lobby to open boards."""
    meet(first, second, **wish)
    open_boards(club, first, second)


def pass_time(club: ServedClub, seconds: float, *racers: AtRace) -> None:
    """So much time passes, and these pages notice it."""
    club.move_clock(seconds)
    for racer in racers:
        racer.ask_the_club()
