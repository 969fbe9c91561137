"""What the club asks its thinking process, and what that answers: each small, typed, and written as one JSON object."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from games.analysis.found import Found
from games.analysis.position import Position

# JSON as it crosses the pipe between two processes of ours.
type Written = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Choose:
    """Which move does a house player of that level make here? The answer is a `Chosen`."""

    do: ClassVar = "choose"
    position: Position
    level: str
    seed: int


@dataclass(frozen=True, slots=True)
class Compare:
    """How do the choices compare? So many games are played out from each, fewer once their standard error is at most
    that. The answer is a `Compared`."""

    do: ClassVar = "compare"
    position: Position
    playouts: int
    standard_error: float
    seed: int


@dataclass(frozen=True, slots=True)
class Solve:
    """Is the game still winnable after these moves, the whole stock known? The answer is a `Solved`."""

    do: ClassVar = "solve"
    rules: str
    # The deal's seed in hexadecimal.
    deal: str
    moves: tuple[str, ...]
    positions: int


@dataclass(frozen=True, slots=True)
class Try:
    """Does a house player of that level win that deal with the luck of that seed? The answer is a `Tried`."""

    do: ClassVar = "try"
    rules: str
    deal: str
    level: str
    seed: int


@dataclass(frozen=True, slots=True)
class Chosen:
    kind: ClassVar = "chosen"
    move: str


@dataclass(frozen=True, slots=True)
class Weighed:
    """One choice as `choices.Choice` has it, shares from 0 to 1."""

    move: str
    chance: float
    error: float
    behind: float
    behind_error: float
    playouts: int


@dataclass(frozen=True, slots=True)
class Compared:
    """Best first; none where no move is legal."""

    kind: ClassVar = "compared"
    choices: tuple[Weighed, ...]


@dataclass(frozen=True, slots=True)
class Solved:
    kind: ClassVar = "solved"
    found: Found


@dataclass(frozen=True, slots=True)
class Tried:
    kind: ClassVar = "tried"
    won: bool
    cards: int


type Question = Choose | Compare | Solve | Try
type Answer = Chosen | Compared | Solved | Tried

_QUESTIONS: dict[str, type[Choose | Compare | Solve | Try]] = {one.do: one for one in (Choose, Compare, Solve, Try)}

_ANSWERS: dict[str, type[Chosen | Compared | Solved | Tried]] = {
    one.kind: one for one in (Chosen, Compared, Solved, Tried)
}


def write_question(question: Question) -> Written:
    """The object that `read_question` reads."""
    return {"do": question.do} | asdict(question)


def read_question(written: Written) -> Question:
    """The question; KeyError or TypeError where it is none."""
    fields = dict(written)
    kind = _QUESTIONS[fields.pop("do")]
    if "position" in fields:
        fields["position"] = _position(fields["position"])
    if "moves" in fields:
        fields["moves"] = tuple(fields["moves"])
    return kind(**fields)


def _position(written: Written) -> Position:
    return Position(
        orders=tuple(map(tuple, written["orders"])),
        progress=tuple(written["progress"]),
        waste=tuple(map(tuple, written["waste"])),
        turned=written["turned"],
        stock_left=written["stock_left"],
        redeals_left=written["redeals_left"],
    )


def write_answer(answer: Answer) -> Written:
    """The object that `read_answer` reads."""
    return {"is": answer.kind} | asdict(answer)


def read_answer(written: Written) -> Answer:
    """The answer; KeyError, TypeError or ValueError where it is none."""
    fields = dict(written)
    kind = _ANSWERS[fields.pop("is")]
    if "choices" in fields:
        fields["choices"] = tuple(Weighed(**choice) for choice in fields["choices"])
    if "found" in fields:
        fields["found"] = Found(fields["found"])
    return kind(**fields)
