"""What can be wrong with a card, a move, the rules of a game or a record, as the nouns of the field."""

from __future__ import annotations

from enum import StrEnum


class BrokenRule(StrEnum):
    """The rule that a refused move breaks; the code travels to clients, which word it in their language."""

    NO_SUCH_FOUNDATION = "no-such-foundation"
    NO_SUCH_PILE = "no-such-pile"
    STOCK_USED_UP = "stock-used-up"
    PILE_EMPTY = "pile-empty"
    FOUNDATION_WANTS_ANOTHER_RANK = "foundation-wants-another-rank"
    FOUNDATION_COMPLETE = "foundation-complete"
    STOCK_NOT_USED_UP = "stock-not-used-up"
    NO_REDEAL_LEFT = "no-redeal-left"
    NOTHING_TO_REDEAL = "nothing-to-redeal"


_SENTENCES = {
    BrokenRule.NO_SUCH_FOUNDATION: "there is no such foundation in this layout",
    BrokenRule.NO_SUCH_PILE: "there is no such waste pile in this game",
    BrokenRule.STOCK_USED_UP: "the stock is used up, there is no turned card to place",
    BrokenRule.PILE_EMPTY: "the waste pile is empty",
    BrokenRule.FOUNDATION_WANTS_ANOTHER_RANK: "the foundation wants another rank",
    BrokenRule.FOUNDATION_COMPLETE: "the foundation is complete with its thirteen cards",
    BrokenRule.STOCK_NOT_USED_UP: "a redeal needs a stock that is used up",
    BrokenRule.NO_REDEAL_LEFT: "no redeal is left in this game",
    BrokenRule.NOTHING_TO_REDEAL: "a redeal needs a card on the waste piles",
}


class InvalidCard(ValueError):
    """The text names no card."""


class InvalidRules(ValueError):
    """No game is played by these rules: a layout, number of waste piles or number of redeals out of range."""


class InvalidMove(ValueError):
    """The text cannot be read as a move."""


class IllegalMove(ValueError):
    """The move can be read but is not allowed now; `rule` names what it breaks."""

    def __init__(self, move: str, rule: BrokenRule) -> None:
        super().__init__(f"{move} is not allowed: {_SENTENCES[rule]}")
        self.rule = rule


class NothingToTakeBack(ValueError):
    """No move stands that could be taken back."""


class InvalidRecord(ValueError):
    """The file is no record: broken text, a missing field, or a field of the wrong type or size."""
