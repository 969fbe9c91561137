"""Compiles the translations, once after each change, without any gettext of the system: `python -m club.catalogues`."""

from collections.abc import Iterator
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

FOLDER = Path(__file__).resolve().parent.parent / "locale"


def compile_changed(folder: Path = FOLDER) -> list[Path]:
    """Write beside each text catalogue (.po) that is newer than its compiled form (.mo) that form; which were written.

    Raises PoFileError for a catalogue that cannot be read, OSError where nothing can be written.
    """
    return list(_compile(folder))


def _compile(folder: Path) -> Iterator[Path]:
    for source in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        compiled = source.with_suffix(".mo")
        if compiled.exists() and compiled.stat().st_mtime_ns >= source.stat().st_mtime_ns:
            continue
        with source.open("rb") as texts:
            catalogue = read_po(texts, locale=source.parts[-3], abort_invalid=True)
        # Under another name first: a club that starts meanwhile reads whole files only.
        unfinished = compiled.with_suffix(".mo.new")
        with unfinished.open("wb") as written:
            write_mo(written, catalogue)
        unfinished.replace(compiled)
        yield compiled


if __name__ == "__main__":
    compile_changed()
