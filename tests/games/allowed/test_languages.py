"""No page mixes languages: whatever it says in English, it says otherwise in each other language."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.utils import translation
from django.utils.dates import MONTHS

from tests.games.allowed.addresses import TABLE
from tests.games.allowed.scene import Scene
from tools.words import LANGUAGES

pytestmark = pytest.mark.django_db(transaction=True)

# Attributes that are read out or shown.
SAID = ("aria-label", "aria-roledescription", "alt", "placeholder", "title")
# Elements without an end tag.
VOID = {"br", "hr", "img", "input", "link", "meta", "source", "wbr"}
# Two words at least; one alone may be the same in two languages, as these names are in all.
NAMES = re.compile("The Fairest|Broken Intervals")
WORDS = re.compile(r"[A-Za-z]{2,}\W? [A-Za-z]{2,}")


class Sayings(HTMLParser):
    """The texts of a page; not what is marked as being in another language or in none."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.said: set[str] = set()
        # Of each open element, whether it is left out.
        self._open = [False]
        self.feed(markup)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        elsewhere = given.get("translate") == "no" or ("lang" in given and tag != "html")
        left_out = self._open[-1] or elsewhere or tag in ("code", "script", "style", "template")
        if tag not in VOID:
            self._open.append(left_out)
        if not left_out:
            self.said.update(given[name] or "" for name in SAID if name in given)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            self._open.pop()

    def handle_data(self, text: str) -> None:
        if not self._open[-1]:
            self.said.add(" ".join(text.split()))


def pages_of(scene: Scene) -> Iterator[tuple[str, str]]:
    """Each page of the club, with who has it: the first visitor for whom it is one."""
    for line in TABLE:
        visitor = next((who for who, answer in line.answers.items() if answer == "200"), None)
        if line.method == "GET" and visitor and "RUNNING" not in line.address:
            yield visitor, line.address


def test_no_page_says_in_english_what_it_says_in_another_language(scene: Scene) -> None:
    mixed = []
    for visitor, address in pages_of(scene):
        english = {text for text in sayings(scene, visitor, address, "en") if WORDS.search(NAMES.sub("", text))}
        for language in LANGUAGES if english else ():
            both = english & sayings(scene, visitor, address, language)
            mixed += [f"{language} {address}: {text}" for text in sorted(both)]
    assert mixed == []


def sayings(scene: Scene, visitor: str, address: str, language: str) -> set[str]:
    browser = Client(headers={"accept-language": language})
    if visitor in scene.cookies:
        name, _, browser.cookies[name] = scene.cookies[visitor].partition("=")
    answer = browser.get(scene.written_out(address))
    return Sayings(answer.content.decode()).said if answer["Content-Type"].startswith("text/html") else set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_day_is_written_as_the_language_writes_it(scene: Scene, language: str) -> None:
    said = " ".join(sayings(scene, "owner", "/daily/2026-03-09/", language)).casefold()
    with translation.override(language):
        march = str(MONTHS[3]).casefold()
    # Without its last letter, which Russian changes in a date.
    assert march[:-1] in said
    assert "march" not in said
