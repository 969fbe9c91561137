"""A turn by correspondence: how many cards it still takes, what may be done in it, and who has won in the end.

A turn is told by `line`, the number of moves that stood when it was opened, and `cards`, how many cards of the stock it
takes (rules.md, "Correspondence").
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.board import Board
from games.engine.move import REDEAL, Move
from games.engine.race import compared
from games.engine.result import Outcome, Result
from games.engine.winner import MatchResult, Reason


def turn_sizes(packs: int) -> tuple[int, ...]:
    """How many cards of the stock a turn may take; with two packs it takes more, so that a match ends."""
    return (1, 2, 4, 8) if packs == 1 else (4, 8)


@dataclass(frozen=True, slots=True)
class Turn:
    """One seat's open turn on its board."""

    board: Board
    line: int
    cards: int

    @property
    def left(self) -> int:
        """Cards of the stock that the turn still takes; more than there are where the stock ends before the turn."""
        return self.cards - sum(move.places for move in self.board.moves[self.line :])

    @property
    def shows_a_card(self) -> bool:
        """Whether the top card of the stock lies open: not once the turn's own cards are placed."""
        return self.left > 0

    def allows(self, move: Move) -> bool:
        """Whether the turn leaves room for the move: placing a card or a redeal takes a card that is left."""
        return self.left > 0 or not (move.places or move is REDEAL)

    def legal_moves(self) -> list[Move]:
        """The board's legal moves that the turn allows, in the board's order."""
        return [move for move in self.board.legal_moves() if self.allows(move)]

    @property
    def may_be_ended(self) -> bool:
        """With its cards placed, or with the stock used up."""
        return self.left <= 0 or self.board.turned is None

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left to place in it, so that its deadline ends it without harm."""
        return self.left <= 0 or (self.board.turned is None and not self.board.can_redeal)

    @property
    def ending_stops(self) -> bool:
        """Whether ending it is the end of this board, as of any that is won: no stock, no redeal made or to come."""
        if self.board.turned is not None:
            return False
        return self.left > 0 or not self.board.can_redeal

    @property
    def can_take_back(self) -> bool:
        """Whether the last standing move is of this turn and has shown no new card to its player."""
        moves = self.board.moves
        if len(moves) <= self.line:
            return False
        last = moves[-1]
        if last is REDEAL:
            return False
        return not last.places or self.left <= 0 or self.board.turned is None


def decided_by_turns(results: tuple[Result, Result], won_in: tuple[int, int]) -> MatchResult:
    """The result of two boards that have both stopped; `won_in` is the turn in which a board was won.

    A win beats none; two wins: fewer redeals, then the earlier turn, then direct points; no win: cards, then points.
    """
    one, two = results
    winners = [place for place, result in enumerate(results, start=1) if result.outcome is Outcome.WON]
    if len(winners) == 1:
        return MatchResult(winners[0], Reason.FIRST_TO_WIN)
    if winners and one.redeals_used != two.redeals_used:
        return MatchResult(1 if one.redeals_used < two.redeals_used else 2, Reason.FEWER_REDEALS)
    if winners and won_in[0] != won_in[1]:
        return MatchResult(1 if won_in[0] < won_in[1] else 2, Reason.EARLIER_TURN)
    return compared(results)
