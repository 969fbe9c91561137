"""Gathers every text that the club shows and brings all catalogues up to date with them: `make words`."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
# English is what the texts are written in and needs no catalogue.
LANGUAGES = ("de", "fr", "es", "ru")
# By the name of the catalogue (Django's own names): where its texts are, and how such a file is read.
SOURCES = {
    "django": (
        ("club/**/*.py", "python"),
        ("games/**/*.py", "python"),
        ("tools/library_texts.py", "python"),
        ("templates/**/*.html", "template"),
        ("templates/**/*.txt", "template"),
    ),
    "djangojs": (("static/js/**/*.js", "javascript"), ("static/sw/**/*.js", "javascript")),
}
# How texts are marked: which argument is the text, which its plural, which (c) its context.
MARKED_BY = {
    "_": None,
    **dict.fromkeys(("gettext", "gettext_lazy", "gettext_noop"), None),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ((1, "c"), 2)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ((1, "c"), 2, 3)),
}
HOW = {"encoding": "utf-8", "parse_template_string": True}
# Lines of a catalogue's head that change with each run and tell nobody anything.
RESTLESS = ("POT-Creation-Date", "PO-Revision-Date", "Last-Translator", "Language-Team", "Generated-By")


def gathered(name: str) -> Catalog:
    """Every text of one catalogue as the sources hold it now, without translations."""
    texts = Catalog()
    for pattern, kind in SOURCES[name]:
        for path in sorted(ROOT.glob(pattern)):
            # Files only: lines would change the catalogues with every edit.
            where = [(path.relative_to(ROOT).as_posix(), 0)]
            for text, context, comments in _texts_of(path, kind):
                texts.add(text, context=context, auto_comments=comments, locations=where)
    return texts


def _texts_of(path: Path, kind: str) -> Iterator[tuple[str | tuple[str, ...], str | None, list[str]]]:
    source: BinaryIO = io.BytesIO(path.read_bytes())
    if kind == "template":
        # Django turns a template into calls; on one level, since what is left of the markup is no Python.
        calls = templatize(path.read_text(), origin=str(path))
        source, kind = io.BytesIO("\n".join(line.strip() for line in calls.splitlines()).encode()), "python"
    for _line, text, comments, context in extract(kind, source, MARKED_BY, ["Translators:"], HOW):
        yield text, context, comments


def path_of(language: str, name: str) -> Path:
    """Where a language's catalogue of that name lies."""
    return ROOT / "locale" / language / "LC_MESSAGES" / f"{name}.po"


def read(language: str, name: str) -> Catalog:
    """The catalogue as it lies there; an empty one where none does."""
    path = path_of(language, name)
    with path.open("rb") if path.exists() else io.BytesIO() as texts:
        return read_po(texts, locale=language)


def brought_up_to_date(language: str, name: str, texts: Catalog) -> str:
    """The catalogue's file with just these texts, keeping the translations that there are; none is guessed."""
    catalogue = read(language, name)
    catalogue.update(texts, no_fuzzy_matching=True)
    catalogue.header_comment = f"# The texts of the club: {catalogue.locale_identifier}."
    catalogue.fuzzy = False
    file = io.BytesIO()
    write_po(file, catalogue, width=0, include_lineno=False, ignore_obsolete=True)
    lines = file.getvalue().decode().splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(tuple(f'"{head}:' for head in RESTLESS)))


def main() -> None:
    """Write all catalogues."""
    for name in SOURCES:
        texts = gathered(name)
        for language in LANGUAGES:
            path = path_of(language, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(brought_up_to_date(language, name, texts))


if __name__ == "__main__":
    main()
