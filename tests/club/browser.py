"""What a person does in a browser, and what is on a page."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import TYPE_CHECKING

from django.test import Client

from club.models import Player

if TYPE_CHECKING:
    # The type has no other name, and none at all when the tests run.
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

PASSWORD = "the threes are hardest"


def begin_a_game(browser: Client) -> Player:
    return Player.objects.get(pk=int(browser.post("/begin-a-game/").content))


def sign_up(browser: Client, name: str, email: str = "", password: str = PASSWORD, then: str = "") -> Answer:
    form = {"username": name, "email": email, "password1": password, "of_age": "on"}
    form |= {"next": then} if then else {}
    return browser.post("/accounts/signup/", form)


def sign_in(browser: Client, name: str, password: str = PASSWORD, then: str = "") -> Answer:
    form = {"login": name, "password": password} | ({"next": then} if then else {})
    return browser.post("/accounts/login/", form)


def who_is_at(browser: Client) -> int | None:
    """The player the browser's session belongs to, as the next request finds it."""
    user = browser.get("/accounts/inactive/").context["user"]
    return user.pk if user.is_authenticated else None


@dataclass
class Page(HTMLParser):
    """A page taken apart: its text, links and forms, and whatever the content policy would not run."""

    markup: str
    text: str = ""
    links: list[str] = field(default_factory=list)
    forms: list[tuple[str, str]] = field(default_factory=list)
    inline: list[str] = field(default_factory=list)
    headings: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self._open: list[str] = []
        self.feed(self.markup)
        self.text = " ".join(self.text.split())

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        self._open.append(tag)
        if tag == "a":
            self.links.append(given.get("href") or "")
        if tag == "form":
            self.forms.append((given.get("method") or "get", given.get("action") or ""))
        if tag == "h1":
            self.headings.append("")
        if tag == "style" or (tag == "script" and "src" not in given):
            self.inline.append(tag)
        self.inline += [name for name in given if name == "style" or name.startswith("on")]
        self.inline += [value for value in given.values() if value and value.startswith("javascript:")]

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        self.text += data
        if "h1" in self._open:
            self.headings[-1] += data


def page(response: Answer) -> Page:
    return Page(response.content.decode())
