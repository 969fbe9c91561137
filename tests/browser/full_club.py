"""A served club that has everything its pages show, and the browsers of those who look at them."""

import datetime as dt
import json
import re
from pathlib import Path
from typing import Self

from playwright.sync_api import Page

from tests.browser.every_page import Sheet
from tests.served import ServedClub

# The noon of tests/games, which cannot be imported without Django: what is filled in happens then.
NOON = dt.datetime(2026, 3, 10, 12, tzinfo=dt.UTC)
SETTINGS = "tests.settings_every_page"
SAYS_WHO_IT_IS = {
    "IMPRINT": "Friends of Patience|Long Street 1|12345 Anytown|club@example.org",
    "PRIVACY_OPERATOR": "Friends of Patience",
    "PRIVACY_CONTACT": "privacy@example.org",
}
# From when on the club is served: what was filled in at noon has just been.
OPENS_AT = NOON + dt.timedelta(seconds=20)


class FullClub(ServedClub):
    """Filled once; its clock begins to go at the same instant each time, so that the same is seen in every run."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, clock=True)
        self._words: dict[str, str] = {}
        self._sessions: dict[str, str] = {}

    def environment(self) -> dict[str, str]:
        return super().environment() | {"DJANGO_SETTINGS_MODULE": SETTINGS, **SAYS_WHO_IT_IS}

    def __enter__(self) -> Self:
        self.set_up()
        self._set_clock(NOON)
        filled = self.manage("shell", "-v", "0", "-c", "from tests.browser.filling import fill; fill()")
        assert filled.returncode == 0, filled.stderr
        read = json.loads(filled.stdout)
        self._words, self._sessions = read["words"], read["sessions"]
        self._set_clock(OPENS_AT)
        return super().__enter__()

    def _set_clock(self, instant: dt.datetime) -> None:
        self.move_clock((instant - self.now()).total_seconds())

    def address_of(self, sheet: Sheet) -> str:
        """With keys and numbers in the places of the words."""
        return re.sub("[A-Z]{3,}", lambda word: self._words[word[0]], sheet.address)

    def open(self, page: Page, sheet: Sheet, language: str = "en") -> int:
        """Show the sheet as its visitor sees it; the status that it was answered with."""
        self.sign_in(page, sheet.visitor, language)
        return sheet.open(page, self.url + self.address_of(sheet))

    def sign_in(self, page: Page, visitor: str, language: str = "en") -> None:
        """The browser is that visitor's from now on; that it is the same for all keeps the styles it has fetched."""
        cookies = {"django_language": language, "sessionid": self._sessions.get(visitor, "")}
        page.context.clear_cookies()
        page.context.add_cookies([{"name": name, "value": value, "url": self.url} for name, value in cookies.items()])
