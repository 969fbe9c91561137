"""A player without a mouse who does not see the screen: Tab and keys, names and roles, and what is said aloud."""

import re
from dataclasses import dataclass
from typing import Self

from playwright.sync_api import Locator, Page, expect

# Runs before each page's own scripts: keeps what a screen reader is given to say, in its order.
EAR = """
window.heard = [];
new MutationObserver((changes) => {
  for (const { target } of changes) {
    const at = target instanceof Element ? target : target.parentElement;
    const region = at?.closest("[aria-live], [role=status], [role=alert]");
    const said = region?.textContent.trim();
    if (said && said !== window.heard.at(-1)) window.heard.push(said);
  }
}).observe(document, { childList: true, characterData: true, subtree: true });
"""
# More than any page has controls.
MOST_TABS = 80
IS_FOCUSED = "(part) => part === document.activeElement || part.contains(document.activeElement)"
PILE = re.compile(r'button "Waste pile (\d), (?:empty|(\d+) cards?, top \w+)(, fits)?')


@dataclass(frozen=True, slots=True)
class Board:
    """What the names of the table's buttons tell: whether the turned card fits, cards by pile, piles whose top fits."""

    turned_fits: bool
    heights: dict[int, int]
    fitting: list[int]

    @classmethod
    def told_by(cls, tree: str) -> Self:
        """From the accessibility tree's text."""
        piles = [(int(pile), int(count or 0), bool(fits)) for pile, count, fits in PILE.findall(tree)]
        return cls(
            turned_fits=re.search('button "Turned card [^"]*fits', tree) is not None,
            heights={pile: count for pile, count, _ in piles},
            fitting=[pile for pile, _, fits in piles if fits],
        )

    def key(self) -> str:
        """The simple player's move."""
        if self.turned_fits:
            return "f"
        if self.fitting:
            return f"Shift+Digit{self.fitting[0]}"
        return str(min(self.heights, key=lambda pile: self.heights[pile]))


def tab_to(page: Page, part: Locator) -> None:
    """From wherever the focus is, by Tab alone."""
    expect(part).to_be_visible()
    for _ in range(MOST_TABS):
        if part.evaluate(IS_FOCUSED):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not come to {part}")


def press(page: Page, part: Locator, key: str = "Enter") -> None:
    tab_to(page, part)
    page.keyboard.press(key)


def expect_heard(page: Page, pattern: str) -> None:
    """That something said since the page was opened matches."""
    page.wait_for_function("(pattern) => window.heard.some((said) => new RegExp(pattern).test(said))", arg=pattern)


def has_focus(page: Page) -> bool:
    """Whether the focus is on something: a reader whose place is gone begins at the top of the page again."""
    focused: bool = page.evaluate(
        "document.activeElement !== document.body && document.activeElement.checkVisibility()"
    )
    return focused
