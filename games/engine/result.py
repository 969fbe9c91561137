"""How a board stands and how it ended, as the record states it."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum

from games.engine.strict_json import Json


class Outcome(StrEnum):
    """What the cards alone say of a position."""

    PLAYING = "playing"
    WON = "won"
    BLOCKED = "blocked"


class EndedBy(StrEnum):
    """Why a seat's board ended."""

    WON = "won"
    BLOCKED = "blocked"
    RESIGNED = "resigned"
    TIME = "time"
    LEFT = "left"
    DECIDED = "decided"
    DAY_OVER = "day_over"


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one board, field for field as in a record."""

    outcome: Outcome
    foundation_cards: int
    direct_points: int
    near_win: bool
    stock_left: int
    redeals_used: int

    def to_json(self) -> dict[str, Json]:
        return {
            "outcome": self.outcome.value,
            "foundation_cards": self.foundation_cards,
            "direct_points": self.direct_points,
            "near_win": self.near_win,
            "stock_left": self.stock_left,
            "redeals_used": self.redeals_used,
        }


@dataclass(frozen=True, slots=True)
class StatedResult:
    """What a record says of a board, each part of which may be left out."""

    outcome: Outcome | None = None
    foundation_cards: int | None = None
    direct_points: int | None = None
    near_win: bool | None = None
    stock_left: int | None = None
    redeals_used: int | None = None

    @classmethod
    def of(cls, result: Result) -> StatedResult:
        """All of a result."""
        return cls(**{part.name: getattr(result, part.name) for part in fields(result)})

    def to_json(self) -> dict[str, Json]:
        return {part.name: value for part in fields(self) if (value := getattr(self, part.name)) is not None}

    def contradicts(self, result: Result) -> str | None:
        """The name of the first part that is stated otherwise than it is; None if all is as stated."""
        for part in fields(self):
            stated = getattr(self, part.name)
            if stated is not None and stated != getattr(result, part.name):
                return part.name
        return None
