"""What scripted players write down, one JSON object a line: what was sent, answered and seen; and reading it again."""

import hashlib
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import orjson

from load.client import Frame

DIGEST_BYTES = 8
TAKE_BACK = "back"


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A view as it reached somebody; views of one seat and one version are the same."""

    v: int
    rows: int
    phase: str
    view: str  # a digest of the whole view
    board: str | None  # a digest of its board; None where it shows none
    end: str | None  # a digest of what both players are shown of a match's end; None before it

    @classmethod
    def of(cls, frame: Frame) -> Self:
        """What a frame of the club shows. The frame holds a view."""
        view = frame["view"]
        two = view["race"] or view["turns"]
        board = view["board"]
        return cls(
            v=frame["v"],
            rows=view["rows"],
            phase=view["phase"],
            view=digest(orjson.dumps(view, option=orjson.OPT_SORT_KEYS)),
            board=None
            if board is None
            else board_digest([pile["count"] for pile in board["foundations"]], board["waste"]),
            end=digest(orjson.dumps([two[part] for part in END])) if two and view["phase"] == "ended" else None,
        )


# What a view of two players tells of their match's end, to both alike.
END = ("winner", "reason", "boards", "results", "ended_by")


def board_digest(counts: list[int], waste: list[str]) -> str:
    """The same for the same cards: how many lie on each foundation, and each waste pile as the protocol writes it."""
    return digest(f"{counts} {waste}".encode())


def digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=DIGEST_BYTES).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line: when, by whom, at which seat of which table; `seen` where a view came with it.

    `what` is `sent`, `answered` (with `error` where it was refused), `seen`, `lost` (the connection), `settled` (a
    fresh view was what was held already) or `unsettled` (again and again it was not). `word` is what was said, `n` its
    number, or that of the turn that was ended; `move` as the record writes it, or `back`.
    """

    at: float
    client: str
    table: str
    seat: int
    what: str
    word: str = ""
    n: int = 0
    move: str = ""
    error: str = ""
    ms: float = 0.0
    seen: Seen | None = None


class Log:
    """Where the lines of one run go; whole when it is closed."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("wb")

    def write(self, line: Line) -> None:
        self._file.write(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE))

    def close(self) -> None:
        self._file.close()


def now() -> float:
    """The instant of a line, in seconds since 1970."""
    return time.time()


def read(path: Path) -> Iterator[Line]:
    """The lines of a log in their order. ValueError where one is none."""
    with path.open("rb") as file:
        for number, content in enumerate(file, start=1):
            try:
                told = orjson.loads(content)
                seen = Seen(**told.pop("seen")) if told.get("seen") else None
                yield Line(**{**told, "seen": seen})
            except (TypeError, KeyError, orjson.JSONDecodeError) as error:
                raise ValueError(f"{path}, line {number}: {error}") from None
