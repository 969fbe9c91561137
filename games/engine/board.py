"""The board: a deal and the moves that stand on it, checked one by one, copied and taken back cheaply."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Self

from games.engine.cards import RANK_OF, Card
from games.engine.deal import Dealt, deal, redeal
from games.engine.errors import BrokenRule, IllegalMove, NothingToTakeBack
from games.engine.finish import sure_finish
from games.engine.move import REDEAL, Move
from games.engine.result import EndedBy, Outcome, Result
from games.engine.rules import FOUNDATION_SIZE, Rules, foundation_order

# Found by place in the loops below, where building them would cost more than the rest.
_TO_FOUNDATION: Final = tuple(Move(0, foundation) for foundation in range(1, 9))
_TO_PILE: Final = tuple(Move(pile, 0) for pile in range(1, 9))
_FROM_PILE: Final = tuple(tuple(Move(pile, foundation) for foundation in range(1, 9)) for pile in range(1, 9))

_NO_RANK: Final = 0


class Board:
    """One player's board. `play` and `take_back` change it; what it shows is for reading only.

    Foundations and piles are lists from bottom to top, indexed from 0; moves, as written, count from 1.
    Two boards are equal when deal, position and standing line are.
    """

    __slots__ = (
        "_before_redeals",
        "_orders",
        "_placed",
        "_stock",
        "_wanted",
        "dealt",
        "direct_points",
        "foundations",
        "moves",
        "waste",
    )

    def __init__(self, dealt: Dealt) -> None:
        self.dealt = dealt
        self.foundations: list[list[Card]] = [[starter] for starter in dealt.starters]
        self.waste: list[list[Card]] = [[] for _ in range(dealt.rules.waste_piles)]
        # The line that stands, without what was taken back.
        self.moves: list[Move] = []
        # Turned cards placed straight on a foundation before the first redeal.
        self.direct_points = 0
        # The last ranks of an order are followed by "none", the mark of a complete foundation.
        self._orders = tuple(
            (*foundation_order(RANK_OF[starter], step), _NO_RANK)
            for starter, step in zip(dealt.starters, dealt.steps, strict=True)
        )
        self._wanted = [order[1] for order in self._orders]
        self._stock = dealt.stock
        self._placed = 0
        # For each redeal made, the stock and the piles as they were, so that it can be taken back.
        self._before_redeals: list[tuple[tuple[Card, ...], tuple[tuple[Card, ...], ...]]] = []

    @classmethod
    def replay(cls, dealt: Dealt, moves: Iterable[Move]) -> Self:
        """The board after these moves, each checked; IllegalMove at the first that is not allowed."""
        board = cls(dealt)
        for move in moves:
            board.play(move)
        return board

    @classmethod
    def parse(cls, text: str) -> Self:
        """The board that `to_text` wrote; one of the engine's ValueErrors where the text is none."""
        rules, seed, *moves = text.split(" ")
        return cls.replay(deal(Rules.parse(rules), bytes.fromhex(seed)), map(Move.parse, moves))

    def to_text(self) -> str:
        """Rules, seed and moves in one line. It holds the seed, so it is never for a player's eyes."""
        return " ".join((str(self.dealt.rules), self.dealt.seed.hex(), *map(str, self.moves)))

    def copy(self) -> Self:
        """A board of its own in the same position, with the same line."""
        twin = object.__new__(type(self))
        twin.dealt = self.dealt
        twin.foundations = [cards[:] for cards in self.foundations]
        twin.waste = [cards[:] for cards in self.waste]
        twin.moves = self.moves[:]
        twin.direct_points = self.direct_points
        twin._orders = self._orders
        twin._wanted = self._wanted[:]
        twin._stock = self._stock
        twin._placed = self._placed
        twin._before_redeals = self._before_redeals[:]
        return twin

    def play(self, move: Move) -> None:
        """Make a move that the rules allow now; else IllegalMove, and nothing is changed."""
        broken = self._broken_rule(move)
        if broken is not None:
            raise IllegalMove(move.text, broken)
        if move.places:
            card = self._stock[self._placed]
            self._placed += 1
            if move.foundation and not self._before_redeals:
                self.direct_points += 1
        elif move.pile:
            card = self.waste[move.pile - 1].pop()
        else:
            self._redeal()
            return
        if move.foundation:
            place = move.foundation - 1
            foundation = self.foundations[place]
            foundation.append(card)
            self._wanted[place] = self._orders[place][len(foundation)]
        else:
            self.waste[move.pile - 1].append(card)
        self.moves.append(move)

    def _broken_rule(self, move: Move) -> BrokenRule | None:
        if move.pile > len(self.waste):
            return BrokenRule.NO_SUCH_PILE
        if move.foundation > len(self._wanted):
            return BrokenRule.NO_SUCH_FOUNDATION
        if move.places:
            if self._placed == len(self._stock):
                return BrokenRule.STOCK_USED_UP
            if not move.foundation:
                return None
            card = self._stock[self._placed]
        elif move.pile:
            pile = self.waste[move.pile - 1]
            if not pile:
                return BrokenRule.PILE_EMPTY
            card = pile[-1]
        else:
            return self._broken_by_redeal()
        wanted = self._wanted[move.foundation - 1]
        if wanted == RANK_OF[card]:
            return None
        return BrokenRule.FOUNDATION_WANTS_ANOTHER_RANK if wanted else BrokenRule.FOUNDATION_COMPLETE

    def _broken_by_redeal(self) -> BrokenRule | None:
        if self._placed < len(self._stock):
            return BrokenRule.STOCK_NOT_USED_UP
        if self.redeals_used == self.dealt.rules.redeals:
            return BrokenRule.NO_REDEAL_LEFT
        return None if any(self.waste) else BrokenRule.NOTHING_TO_REDEAL

    def _redeal(self) -> None:
        self._before_redeals.append((self._stock, tuple(map(tuple, self.waste))))
        gathered = [card for pile in self.waste for card in pile]
        self._stock = tuple(redeal(self.dealt.seed, self.redeals_used, gathered))
        self._placed = 0
        self.waste = [[] for _ in self.waste]
        self.moves.append(REDEAL)

    def take_back(self) -> Move:
        """Undo the last standing move and return it; NothingToTakeBack at the start.

        What a player may take back is for the match to say, by `last_move_showed_a_card`.
        """
        if not self.moves:
            raise NothingToTakeBack("no move stands that could be taken back")
        move = self.moves.pop()
        if move is REDEAL:
            self._stock, piles = self._before_redeals.pop()
            self._placed = len(self._stock)
            self.waste = [list(pile) for pile in piles]
            return move
        if move.foundation:
            place = move.foundation - 1
            foundation = self.foundations[place]
            card = foundation.pop()
            self._wanted[place] = self._orders[place][len(foundation)]
        else:
            self.waste[move.pile - 1].pop()
        if move.places:
            self._placed -= 1
            if move.foundation and not self._before_redeals:
                self.direct_points -= 1
        else:
            self.waste[move.pile - 1].append(card)
        return move

    @property
    def last_move_showed_a_card(self) -> bool:
        """Whether the last standing move turned up a card: a placement with stock after it, or a redeal."""
        if not self.moves:
            return False
        last = self.moves[-1]
        return last is REDEAL or (last.places and self._placed < len(self._stock))

    def legal_moves(self) -> list[Move]:
        """Every move that `play` accepts now, sorted by its text: F1 …, R, W1, W1F1 …, W2 …."""
        wanted = self._wanted
        moves = []
        turned = self._placed < len(self._stock)
        if turned:
            rank = RANK_OF[self._stock[self._placed]]
            if rank in wanted:
                moves = [move for move, wants in zip(_TO_FOUNDATION, wanted, strict=False) if wants == rank]
        elif self.can_redeal:
            moves = [REDEAL]
        for place, pile in enumerate(self.waste):
            if turned:
                moves.append(_TO_PILE[place])
            if pile:
                rank = RANK_OF[pile[-1]]
                if rank in wanted:
                    onward = _FROM_PILE[place]
                    moves += [move for move, wants in zip(onward, wanted, strict=False) if wants == rank]
        return moves

    def finish(self) -> list[Move]:
        """With the stock used up, moves that win if any order of moves from the waste does; else none.

        Empty too where that is not known within a bounded search, and where the game is won already.
        """
        if self._placed < len(self._stock):
            return []
        ranks = [[RANK_OF[card] for card in pile] for pile in self.waste]
        return sure_finish(ranks, self._orders, [len(cards) for cards in self.foundations])

    @property
    def outcome(self) -> Outcome:
        """Won with every card on the foundations, blocked with no legal move left, a redeal included."""
        if self._placed < len(self._stock):
            return Outcome.PLAYING
        if not any(self.waste):
            return Outcome.WON
        return Outcome.PLAYING if self.legal_moves() else Outcome.BLOCKED

    def result(self, ended_by: EndedBy | None = None) -> Result:
        """The record's result of this position; `ended_by` where the game has ended for whatever reason."""
        outcome = self.outcome
        ended = ended_by is not None or outcome is Outcome.BLOCKED
        cards = self.foundation_cards
        return Result(
            outcome=outcome,
            foundation_cards=cards,
            direct_points=self.direct_points,
            near_win=ended and outcome is not Outcome.WON and cards >= self.dealt.rules.near_win_at,
            stock_left=self.stock_left,
            redeals_used=self.redeals_used,
        )

    @property
    def rules(self) -> Rules:
        return self.dealt.rules

    @property
    def steps(self) -> tuple[int, ...]:
        """The step of each foundation; negative ones count downwards."""
        return self.dealt.steps

    @property
    def turned(self) -> Card | None:
        """The open card on top of the stock, None when the stock is used up."""
        return self._stock[self._placed] if self._placed < len(self._stock) else None

    @property
    def stock_left(self) -> int:
        """Cards of the stock still to be placed, the open one included."""
        return len(self._stock) - self._placed

    @property
    def stock_ahead(self) -> tuple[Card, ...]:
        """The cards not turned yet, next one first: for the server and for practice with an open stock."""
        return self._stock[self._placed + 1 :]

    @property
    def foundation_cards(self) -> int:
        """All cards on the foundations, starters included."""
        return sum(map(len, self.foundations))

    @property
    def can_redeal(self) -> bool:
        """Whether the piles can be shuffled into a new stock now."""
        return self._broken_by_redeal() is None

    @property
    def redeals_used(self) -> int:
        return len(self._before_redeals)

    def wants(self, place: int) -> int:
        """The rank that the foundation at this index wants next, 1 to 13, or 0 when it is complete."""
        return self._wanted[place]

    def foundation_order(self, place: int) -> tuple[int, ...]:
        """The thirteen ranks of the foundation at this index, from its starter on."""
        return self._orders[place][:FOUNDATION_SIZE]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    # A board changes, so it cannot be a key.
    __hash__ = None  # type: ignore[assignment]  # Python's own way to say so, which the type of `object` has no room for

    def __repr__(self) -> str:
        """Nothing that its player has not seen: boards end up in logs and tracebacks."""
        line = " ".join(map(str, self.moves))
        return f"<Board {self.dealt.rules} [{line}] {self.outcome}, {self.stock_left} left in the stock>"
