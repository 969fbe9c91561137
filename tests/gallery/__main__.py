"""`python -m tests.gallery FOLDER`: takes the pictures, a language a process, and lays them out there.

PAGES (beginnings of names) and LANGS, with spaces between, take some of them anew and leave the rest as they are.
"""

import json
import os
import shutil
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from django.conf import settings

from tests.browser.every_page import EVERY_PAGE
from tests.gallery.shooting import take

HERE = Path(__file__).resolve().parent


def main(folder: Path) -> None:
    wanted = tuple(os.environ.get("PAGES", "").split()) or ("",)
    sheets = [sheet for sheet in EVERY_PAGE if sheet.name.startswith(wanted)]
    languages = os.environ.get("LANGS", "").split() or [language for language, _ in settings.LANGUAGES]
    # Begun anew on every system: a copy of a process with threads may hang.
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as processes:
        taken = [processes.submit(take, folder, language, sheets) for language in languages]
        for language, pictures in zip(languages, taken, strict=True):
            print(f"{language}: {pictures.result()} pictures", flush=True)  # noqa: T201 - told to who waits for it
    lay_out(folder)


def lay_out(folder: Path) -> None:
    """The page that shows them all, those of earlier runs included."""
    found = {picture.relative_to(folder).as_posix() for picture in folder.glob("*/*/*/*.webp")}
    order = {sheet.name: place for place, sheet in enumerate(EVERY_PAGE)}
    pictures = sorted(found, key=lambda picture: (order.get(Path(picture).stem, len(order)), picture))
    (folder / "pictures.js").write_text(f"const PICTURES = {json.dumps(pictures)};\n")
    for part in ("index.html", "gallery.css", "gallery.js"):
        shutil.copy(HERE / part, folder)
    print(f"{len(pictures)} pictures: {folder / 'index.html'}")  # noqa: T201 - what this program is run for


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
