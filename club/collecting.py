"""Static files, collected again only where one changed: it is most of what a start of the club takes."""

import hashlib
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

from club import static_names

# Beside what it speaks of, so that whoever removes the one removes the other.
MARK = ".collected"


def collect_static() -> bool:
    """Collect what the pages' files are made of into STATIC_ROOT; whether there was anything to do."""
    mark = Path(settings.STATIC_ROOT) / MARK
    found = _fingerprint()
    if mark.exists() and mark.read_text() == found:
        return False
    # Gone while it is not true: whoever is stopped half-way begins again.
    mark.unlink(missing_ok=True)
    call_command("collectstatic", interactive=False, verbosity=0)
    mark.write_text(found)
    return True


def _fingerprint() -> str:
    """Another one, when any file or what rewrites them is another one."""
    lines = [*sorted(_files()), *(f"{name} {version(name)}" for name in ("django", "whitenoise"))]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _files() -> Iterator[str]:
    yield _described(Path(static_names.__file__))
    for finder in get_finders():
        for path, storage in finder.list([]):
            yield _described(Path(storage.path(path)))


def _described(file: Path) -> str:
    stands = file.stat()
    return f"{file} {stands.st_size} {stands.st_mtime_ns}"
