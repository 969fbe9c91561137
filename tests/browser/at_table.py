"""A person at the table in the browser: sees what is drawn, and plays by mouse, by touch or by keys."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


class AtTable:
    """Reads the table as drawn, never the frames."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.table = page.locator("[data-table]")
        self.turned = page.locator("[data-turned]")

    def sit_down(self, **fields: str) -> None:
        """From the first page to a dealt board."""
        self.page.goto("/")
        if not fields:
            self.page.get_by_role("button", name="Play", exact=True).click()
        else:
            self.page.goto("/solo/")
            self._choose(fields)
        self.wait_for("running")

    def _choose(self, fields: dict[str, str]) -> None:
        form = self.page.locator(f"form:has(input[name=layout][value={fields['layout']}])").nth(
            int(fields.get("nth", "0"))
        )
        if "waste_piles" in fields:
            form.locator(f"input[name=waste_piles][value='{fields['waste_piles']}']").check()
        if "number" in fields or "open_stock" in fields:
            form.locator("summary").click()
        if "number" in fields:
            form.locator("input[name=number]").fill(fields["number"])
        if "open_stock" in fields:
            form.locator("input[name=open_stock]").check()
        form.locator("button[type=submit]").click()

    def wait_for(self, phase: str) -> None:
        expect(self.table).to_have_attribute("data-phase", phase)

    @property
    def rows(self) -> int:
        return int(self.table.get_attribute("data-rows") or "0")

    @property
    def is_running(self) -> bool:
        return self.table.get_attribute("data-phase") == "running"

    def after(self, act: Callable[[], None]) -> None:
        """Do something and wait until the server has stored one row more."""
        wanted = str(self.rows + 1)
        act()
        expect(self.table).to_have_attribute("data-rows", wanted)
        self.look()

    def look(self) -> None:
        """See what is new, as long as a person needs at least; taps before that are taken for echoes."""
        self.page.wait_for_selector("[data-table]:not([data-fresh])")

    def turned_fits(self) -> bool:
        return self.turned.locator(".fit i").count() > 0

    def fitting_piles(self) -> list[int]:
        """Waste piles whose top fits a foundation."""
        return [int(pile.get_attribute("data-pile") or "0") for pile in self.page.locator("[data-fits]").all()]

    def shortest_pile(self) -> int:
        piles = self.page.locator("[data-pile]").all()
        lengths = [(pile.locator(".slot").count(), i) for i, pile in enumerate(piles, start=1)]
        return min(lengths)[1]

    def wanted_foundation(self, pile: int) -> int:
        """The first foundation that the top of that pile fits, by its mark."""
        mark = self.page.locator(f"[data-pile='{pile}'] .slot:last-child .fit i").first
        return int(mark.get_attribute("data-s") or "0")

    def answer_if_asked(self) -> None:
        """Where several places fit, the table asks: take the first."""
        asked = self.page.locator("[data-ask][open] [data-ask-choices] button")
        if asked.count():
            asked.first.click()

    def stock_left(self) -> int:
        found = re.match(r"\d+", self.page.locator("[data-left]").inner_text())
        assert found
        return int(found[0])
