"""`python -m tests.moving_clock …`: manage.py of a club whose clock is ahead of the true one by what a file says."""

import datetime as dt
import os
import sys
from pathlib import Path

from django.core.management import execute_from_command_line
from django.utils import timezone

FILE_NAME = "clock-ahead"


def move_to(folder: Path, seconds: float) -> None:
    """From now on the clock of the club in that folder is ahead of the true one by so many seconds."""
    written = folder / f"{FILE_NAME}.new"
    written.write_text(repr(seconds))
    # Renamed, so that the club never reads half a number.
    written.rename(folder / FILE_NAME)


class MovingClock:
    """What takes the place of `django.utils.timezone.now` in a club of that folder."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE_NAME
        self._read: tuple[int, int] | None = None
        self._ahead = dt.timedelta()

    def now(self) -> dt.datetime:
        """The club's instant, in UTC. The file is looked at each time and read when it is another one."""
        stands = self._path.stat()
        which = (stands.st_ino, stands.st_mtime_ns)
        if which != self._read:
            # The mark first: a file put there in between is then read again, instead of being taken for read.
            self._read = which
            self._ahead = dt.timedelta(seconds=float(self._path.read_text()))
        return dt.datetime.now(dt.UTC) + self._ahead


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings_served")
    # Before the apps load, so that no module can have taken the true clock along.
    setattr(timezone, "now", MovingClock(Path(os.environ["DATA_DIR"])).now)  # noqa: B010 - mypy refuses the plain way
    execute_from_command_line(sys.argv)
