"""Moves: a finite set of values, each with one text, each existing once."""

from __future__ import annotations

from typing import Final, Never, final

from games.engine.errors import InvalidMove

_PLACES: Final = range(1, 9)


@final
class Move:
    """One move. Each exists once, so that moves are equal when they are the same object.

    `pile` and `foundation` are the places it names, counted from 1, or 0: F2 is (0, 2), W3 is (3, 0), W3F2 is
    (3, 2) and the redeal R is (0, 0).
    """

    __slots__ = ("foundation", "pile", "places", "text")

    pile: int
    foundation: int
    # Whether it places the turned card, on a foundation or on a waste pile.
    places: bool
    text: str

    def __new__(cls, pile: int, foundation: int) -> Move:
        """The move between these places; InvalidMove where a number is not 0 to 8."""
        try:
            return _BY_PLACES[pile, foundation]
        except KeyError:
            raise InvalidMove(f"no move goes from pile {pile} to foundation {foundation}") from None

    @staticmethod
    def parse(text: str) -> Move:
        """The move so written: `F2`, `W3`, `W3F2` or `R`; InvalidMove for any other text."""
        try:
            return _BY_TEXT[text]
        except KeyError:
            raise InvalidMove(f"moves are written F2, W3, W3F2 or R, not {text[:40]!r}") from None

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Move.parse({self.text!r})"

    def __setattr__(self, name: str, value: object) -> Never:
        raise AttributeError(f"a move never changes: {name}")

    def __delattr__(self, name: str) -> Never:
        raise AttributeError(f"a move never changes: {name}")

    def __reduce__(self) -> tuple[type[Move], tuple[int, int]]:
        # Copies and unpickled moves are the one that exists.
        return Move, (self.pile, self.foundation)


def _make(pile: int, foundation: int) -> Move:
    move = object.__new__(Move)
    text = (f"W{pile}" if pile else "") + (f"F{foundation}" if foundation else "")
    for name, value in (
        ("pile", pile),
        ("foundation", foundation),
        ("places", bool(pile) != bool(foundation)),
        ("text", text or "R"),
    ):
        object.__setattr__(move, name, value)
    return move


# Every move that can be written, sorted by its text.
ALL_MOVES: Final = tuple(
    sorted((_make(pile, foundation) for pile in (0, *_PLACES) for foundation in (0, *_PLACES)), key=str)
)
_BY_PLACES: Final = {(move.pile, move.foundation): move for move in ALL_MOVES}
_BY_TEXT: Final = {move.text: move for move in ALL_MOVES}

REDEAL: Final = Move(0, 0)
