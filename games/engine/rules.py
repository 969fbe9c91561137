"""The rules of one game: layout, number of waste piles, number of redeals, and what follows from them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final

from games.engine.errors import InvalidRules
from games.engine.strict_json import Json

FOUNDATION_SIZE: Final = 13
WASTE_PILES: Final = range(3, 9)
REDEALS: Final = range(3)

_TEXT: Final = re.compile(r"([a-z]+)-([0-9])-([0-9])")


class Layout(StrEnum):
    """How the foundations begin and count on."""

    CLASSIC = "classic"
    REVERSE = "reverse"
    BROKEN = "broken"
    GIANT = "giant"


# First rank and step of each foundation. Broken Intervals draws both with the deal.
_FOUNDATIONS: Final = {
    Layout.CLASSIC: ((1, 1), (2, 2), (3, 3), (4, 4)),
    Layout.REVERSE: ((13, -1), (13, -2), (13, -3), (13, -4)),
    Layout.GIANT: tuple((number, number) for number in range(1, 9)),
}


@dataclass(frozen=True, slots=True)
class Rules:
    """A layout with 3 to 8 waste piles and 0 to 2 redeals; InvalidRules for any other."""

    layout: Layout
    waste_piles: int = 4
    redeals: int = 0

    def __post_init__(self) -> None:
        for name, number, allowed in (
            ("waste piles", self.waste_piles, WASTE_PILES),
            ("redeals", self.redeals, REDEALS),
        ):
            if number not in allowed:
                raise InvalidRules(f"a game has {allowed.start} to {allowed.stop - 1} {name}")

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Rules as `str` writes them, such as `classic-4-0`."""
        match = _TEXT.fullmatch(text)
        if match is None:
            raise InvalidRules(f"rules are written like classic-4-0, not {text[:40]!r}")
        layout, waste_piles, redeals = match.groups()
        return cls(_layout(layout), int(waste_piles), int(redeals))

    @classmethod
    def from_json(cls, value: object) -> Rules:
        """Rules as a record holds them: an object with `layout`, `waste_piles` and `redeals`."""
        if not isinstance(value, dict):
            raise InvalidRules("rules are an object")
        layout, waste_piles, redeals = (value.get(key) for key in ("layout", "waste_piles", "redeals"))
        if not isinstance(layout, str):
            raise InvalidRules("the layout is a text")
        # A bool is an int to Python, but `true` is no number of piles.
        if type(waste_piles) is not int or type(redeals) is not int:
            raise InvalidRules("waste_piles and redeals are whole numbers")
        return cls(_layout(layout), waste_piles, redeals)

    def to_json(self) -> dict[str, Json]:
        """The object that `from_json` reads."""
        return {"layout": self.layout.value, "waste_piles": self.waste_piles, "redeals": self.redeals}

    def __str__(self) -> str:
        return f"{self.layout}-{self.waste_piles}-{self.redeals}"

    @property
    def packs(self) -> int:
        return 2 if self.layout is Layout.GIANT else 1

    @property
    def foundations(self) -> int:
        return 4 * self.packs

    @property
    def cards_total(self) -> int:
        return FOUNDATION_SIZE * self.foundations

    @property
    def stock_size(self) -> int:
        """Cards of the stock before the first is placed."""
        return self.cards_total - self.foundations

    @property
    def near_win_at(self) -> int:
        """From so many cards on the foundations an end without a win is a near win."""
        return 45 * self.packs

    @property
    def first_ranks(self) -> tuple[int, ...]:
        """The first rank of each foundation; empty in Broken Intervals, where the deal draws them."""
        return tuple(first_rank for first_rank, _ in _FOUNDATIONS.get(self.layout, ()))

    @property
    def steps(self) -> tuple[int, ...]:
        """The step of each foundation; empty in Broken Intervals, where the deal throws them."""
        return tuple(step for _, step in _FOUNDATIONS.get(self.layout, ()))


def _layout(text: str) -> Layout:
    try:
        return Layout(text)
    except ValueError:
        raise InvalidRules(f"there is no layout {text[:40]!r}") from None


@cache
def foundation_order(first_rank: int, step: int) -> tuple[int, ...]:
    """The thirteen ranks of a foundation from its starter on, counting on past king and ace."""
    return tuple((first_rank - 1 + step * place) % FOUNDATION_SIZE + 1 for place in range(FOUNDATION_SIZE))
