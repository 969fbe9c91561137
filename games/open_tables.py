"""The tables that are open in this process, by whose place at which match it is."""

from collections.abc import Iterator
from typing import Protocol, TypedDict

from games.tables import At


class Hint(TypedDict):
    """A changed view of one place at a match, ready to be sent; `wake_at` in seconds since 1970."""

    match_id: int
    place: int
    version: int
    frame: str
    wake_at: float | None


class OpenTable(Protocol):
    """A socket at a table: the version it was sent last, 0 before the first."""

    version: int

    def take(self, hint: Hint) -> None:
        """Hand a changed view on, unless it is known already."""

    async def look(self) -> None:
        """Look at the table as it is now."""


# Touched by the event loop's thread alone.
_open: dict[tuple[int, int], dict[OpenTable, At]] = {}


def join(table: OpenTable, at: At) -> None:
    _open.setdefault((at.match_id, at.place), {})[table] = at


def leave(table: OpenTable, at: At) -> None:
    """The socket is gone. Again harmless."""
    at_place = _open.get((at.match_id, at.place), {})
    at_place.pop(table, None)
    if not at_place:
        _open.pop((at.match_id, at.place), None)


def at_place(match_id: int, place: int) -> list[OpenTable]:
    """Those who look from there, such as two tabs of one player."""
    return list(_open.get((match_id, place), ()))


def every() -> Iterator[tuple[OpenTable, At]]:
    """All of them, as they are now."""
    for tables in list(_open.values()):
        yield from list(tables.items())


def is_any() -> bool:
    return bool(_open)
