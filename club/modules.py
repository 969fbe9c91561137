"""Which ES modules a script imports, so that a page can ask for all of them at once instead of one after the other."""

import re
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath

from django.conf import settings

# Imports and re-exports that are always loaded; those of `import()` are not among them.
IMPORT = re.compile(r'^(?:import|export)\b(?:[^"\';]*\bfrom)?\s*["\'](\.[^"\']+)["\']', re.MULTILINE)
STATIC = Path(settings.BASE_DIR) / "static"


@cache
def imported_by(name: str) -> tuple[str, ...]:
    """The modules that this one needs, by their names below static/ such as `js/table.js`: each once, the nearest
    first, itself not among them."""
    found = [name]
    # The list grows while it is gone through.
    for module in found:
        for address in IMPORT.findall((STATIC / module).read_text(encoding="utf-8")):
            needed = normpath(join(dirname(module), address))
            if needed not in found:
                found.append(needed)
    return tuple(found[1:])
