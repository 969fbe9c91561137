"""Every text of the club is in the catalogue of each language, translated whole."""

import re
from pathlib import Path
from types import ModuleType

import allauth
import django
import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import PoFileError, read_po
from django.conf import settings
from django.contrib import auth as contrib_auth

from club.catalogues import compile_changed
from tools.words import LANGUAGES, SOURCES, brought_up_to_date, gathered, read

PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[a-z%]|\{\w+\}")
MARKUP = re.compile(r"</?[a-z][^>]*>")
# How many forms counted things have: 1, 2 to 4 and 5 in Russian, one and many elsewhere.
FORMS = {"ru": 3}
LETTERS = {"de": "ABDK", "fr": "AVDR", "es": "AJQR", "ru": "ТВДК"}
RANKS = {"ace": "A", "jack": "J", "queen": "Q", "king": "K"}


@pytest.fixture(scope="module", params=SOURCES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def texts(name: str) -> Catalog:
    return gathered(name)


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def in_forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (text or "",) if isinstance(text, str | None) else tuple(text)


def test_every_text_is_translated_and_nothing_else_is_kept(language: str, name: str, texts: Catalog) -> None:
    kept = read(language, name)
    wanted = {(message.id, message.context) for message in texts if message.id}
    there = {(message.id, message.context) for message in kept if message.id}
    assert wanted - there == set(), "run `make words`, and translate"
    assert there - wanted == set(), "run `make words`"
    assert kept.obsolete == {}
    assert [message.id for message in kept if message.id and not all(in_forms(message.string))] == []
    assert [message.id for message in kept if message.id and message.fuzzy] == []


def test_a_translation_has_the_places_the_markup_and_the_forms_of_its_text(language: str, name: str) -> None:
    wrong = [message.id for message in read(language, name) if message.id and not is_whole(message, language)]
    assert wrong == []


def is_whole(message: Message, language: str) -> bool:
    """What is left empty is another test's matter."""
    given, translated = in_forms(message.id), in_forms(message.string)
    if not any(translated):
        return True
    forms = FORMS.get(language, 2) if len(given) == 2 else 1
    # A text for one thing alone may leave the number out, but not where one form serves 1, 21 and 31.
    likes = {one: [given[-1]] for one in range(forms)} | ({0: [*given]} if forms == 2 else {})
    return len(translated) == forms and all(
        any(
            all(sorted(seen.findall(text)) == sorted(seen.findall(like)) for seen in (PLACEHOLDER, MARKUP))
            for like in likes[one]
        )
        for one, text in enumerate(translated)
    )


def test_the_letters_of_the_cards_are_those_of_the_language(language: str, name: str) -> None:
    kept = read(language, name)
    letters = [kept.get(english, f"index letter of the {rank}") for rank, english in RANKS.items()]
    assert "".join(str(letter.string) for letter in letters if letter) == LETTERS[language]


def test_bringing_a_catalogue_up_to_date_again_changes_nothing(name: str, texts: Catalog) -> None:
    once = brought_up_to_date("ru", name, texts)
    assert brought_up_to_date("ru", name, texts) == once


def test_the_catalogues_are_of_the_languages_that_the_club_speaks() -> None:
    assert ["en", *LANGUAGES] == [language for language, _ in settings.LANGUAGES]


def test_the_texts_of_libraries_are_still_theirs() -> None:
    theirs = set().union(*(library_texts(path) for path in (allauth, django, contrib_auth)))
    ours = {in_forms(m.id)[0] for m in gathered("django") if ("tools/library_texts.py", 0) in m.locations}
    assert ours
    assert ours - theirs == set()


def library_texts(library: ModuleType) -> set[str]:
    """In English, by its French catalogue."""
    folder = Path(next(iter(library.__path__)))
    path = next(
        one for one in folder.glob("**/locale/fr/LC_MESSAGES/django.po") if one.parents[3] in (folder, folder / "conf")
    )
    with path.open("rb") as texts:
        return {in_forms(message.id)[0] for message in read_po(texts, locale="fr")}


def test_only_a_changed_catalogue_is_compiled(tmp_path: Path) -> None:
    source = tmp_path / "de" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    source.write_text(
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\nmsgid "stock"\nmsgstr "Talon"\n'
    )
    compiled = source.with_suffix(".mo")
    assert compile_changed(tmp_path) == [compiled]
    assert "Talon" in compiled.read_bytes().decode(errors="ignore")
    assert compile_changed(tmp_path) == []
    source.write_text("msgid what\n")
    with pytest.raises(PoFileError):
        compile_changed(tmp_path)
