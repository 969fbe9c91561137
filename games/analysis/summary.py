"""What played boards tell afterwards: their course, the cards that lay dead, and where two of one deal parted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Self

from games.engine.board import Board
from games.engine.cards import RANK_OF, Card
from games.engine.deal import Dealt
from games.engine.move import Move

# Pile and place in it, both from 0: where a card lies that has others on it.
type _Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Step:
    """One standing move, and how the board stood after it."""

    # From 1.
    n: int
    move: Move
    # The card that was moved; None for a redeal.
    card: Card | None
    # The card it was laid on; None for an empty waste pile, and for a redeal.
    onto: Card | None
    # Turned cards placed so far, those of a stock before a redeal included.
    placed: int
    # On the foundations.
    cards: int
    # Cards on each waste pile.
    heights: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DeadCard:
    """A card that lay covered on a waste pile while a foundation wanted its rank (rules.md, "Dead card")."""

    card: Card
    # From 1.
    pile: int
    # From when to when it lay so, each in turned cards placed by then.
    spans: tuple[tuple[int, int], ...]
    # Whether it still did when the game ended.
    to_the_end: bool

    @property
    def lasted(self) -> int:
        """How many turned cards were placed meanwhile."""
        return sum(until - since for since, until in self.spans)


@dataclass(frozen=True, slots=True)
class Course:
    """One board from its deal to its end. It holds no card that its player had not turned."""

    # Cards on the foundations before the first move.
    cards_at_first: int
    steps: tuple[Step, ...]
    # Every card that was turned, in that order, the open one at the end included.
    turned: tuple[Card, ...]
    # Turned cards that a foundation wanted and that went on a waste pile.
    held_back: int
    # The longest first.
    dead: tuple[DeadCard, ...]

    @property
    def placed(self) -> int:
        """Turned cards placed in all."""
        return self.steps[-1].placed if self.steps else 0

    @property
    def tallest(self) -> int:
        """The most cards that a waste pile held at any time."""
        return max((max(step.heights) for step in self.steps), default=0)


@dataclass(frozen=True, slots=True)
class Parting:
    """The last position that two boards of one deal had in common, and what each did there, in seat order."""

    # Turned cards placed by then.
    placed: int
    # The card that lay open to both; None with the stock used up.
    turned: Card | None
    steps: tuple[Step, Step]


def course_of(dealt: Dealt, moves: Iterable[Move]) -> Course:
    """The course of these standing moves; IllegalMove at the first that the rules do not allow."""
    steps: list[Step] = []
    turned: list[Card] = []
    held_back = placed = 0
    dead = _Dead()
    board = Board(dealt)
    if board.turned:
        turned.append(board.turned)
    for n, move in enumerate(moves, start=1):
        wanted = _wanted_ranks(board)
        board.play(move)
        card, onto = _moved(board, move)
        placed += move.places
        held_back += bool(move.places and move.pile and card and RANK_OF[card] in wanted)
        dead.look(board, placed)
        if board.turned and (move.places or card is None):
            turned.append(board.turned)
        steps.append(Step(n, move, card, onto, placed, board.foundation_cards, tuple(map(len, board.waste))))
    return Course(
        cards_at_first=len(dealt.starters),
        steps=tuple(steps),
        turned=tuple(turned),
        held_back=held_back,
        dead=tuple(sorted(dead.ended(placed), key=lambda each: -each.lasted)),
    )


def _wanted_ranks(board: Board) -> set[int]:
    return {board.wants(place) for place in range(len(board.foundations))}


def _moved(board: Board, move: Move) -> tuple[Card | None, Card | None]:
    """The card that the move, which was just played, moved, and the one it lies on now."""
    if move.foundation:
        below, card = board.foundations[move.foundation - 1][-2:]
        return card, below
    pile = board.waste[move.pile - 1] if move.pile else []
    return (pile[-1] if pile else None), (pile[-2] if len(pile) > 1 else None)


class _Dead:
    """Keeps the account of dead cards while a board is played."""

    def __init__(self) -> None:
        # Covered cards that are dead now, and since when.
        self._since: dict[_Place, int] = {}
        # The cards of places whose account is open, with the spans that are over.
        self._lying: dict[_Place, tuple[Card, list[tuple[int, int]]]] = {}
        self._over: list[DeadCard] = []

    def look(self, board: Board, placed: int) -> None:
        """After a move, with so many turned cards placed."""
        now = set(_dead_places(board))
        for place in self._since.keys() - now:
            self._lying[place][1].append((self._since.pop(place), placed))
        # A card leaves its place only once it is dead no more; another one may lie there afterwards.
        for place in [place for place in self._lying if not _lies_at(board, place, self._lying[place][0])]:
            self._close(place, to_the_end=False)
        for pile, height in now - self._since.keys():
            self._since[pile, height] = placed
            self._lying.setdefault((pile, height), (board.waste[pile][height], []))

    def _close(self, place: _Place, *, to_the_end: bool) -> None:
        card, all_spans = self._lying.pop(place)
        # Freed again before the next card was placed: it lay so for none.
        spans = [span for span in all_spans[:-1] if span[0] < span[1]]
        spans += [span for span in all_spans[-1:] if to_the_end or span[0] < span[1]]
        if spans:
            self._over.append(DeadCard(card, place[0] + 1, tuple(spans), to_the_end))

    def ended(self, placed: int) -> list[DeadCard]:
        """All of them, once the game is over; those that lasted for no card count only if they are dead still."""
        for place, since in self._since.items():
            self._lying[place][1].append((since, placed))
        for place in list(self._lying):
            self._close(place, to_the_end=place in self._since)
        return self._over


def _dead_places(board: Board) -> Iterator[_Place]:
    wanted = _wanted_ranks(board)
    for pile, cards in enumerate(board.waste):
        for height, card in enumerate(cards[:-1]):
            if RANK_OF[card] in wanted:
                yield pile, height


def _lies_at(board: Board, place: _Place, card: Card) -> bool:
    pile, height = place
    cards = board.waste[pile]
    return height < len(cards) and cards[height] == card


def parting(dealt: Dealt, lines: tuple[Sequence[Move], Sequence[Move]]) -> Parting | None:
    """Where two boards of this deal parted for good; None where one of them ended before that.

    The same cards on other piles are the same position, and so is one that was come to in another order: boards that
    differ for a while have not parted.
    """
    one, two = (list(_positions(dealt, moves)) for moves in lines)
    at_two = {position: n for n, position in enumerate(two)}
    # Each move leads to a position that was not there before, so the last common one is found from either end.
    n_one = max(n for n, position in enumerate(one) if position in at_two)
    n_two = at_two[one[n_one]]
    if n_one == len(lines[0]) or n_two == len(lines[1]):
        return None
    steps = course_of(dealt, lines[0]).steps[n_one], course_of(dealt, lines[1]).steps[n_two]
    board = Board.replay(dealt, lines[0][:n_one])
    return Parting(sum(move.places for move in lines[0][:n_one]), board.turned, steps)


@dataclass(frozen=True, slots=True)
class _Sorted:
    """A position whose piles have no places: all that the rest of a game depends on, the cards to come included."""

    progress: tuple[int, ...]
    piles: tuple[tuple[int, ...], ...]
    stock: tuple[int, ...]
    redeals_used: int

    @classmethod
    def of(cls, board: Board) -> Self:
        turned = (board.turned,) if board.turned else ()
        return cls(
            progress=tuple(map(len, board.foundations)),
            piles=tuple(sorted(tuple(RANK_OF[card] for card in pile) for pile in board.waste)),
            stock=tuple(RANK_OF[card] for card in (*turned, *board.stock_ahead)),
            redeals_used=board.redeals_used,
        )


def _positions(dealt: Dealt, moves: Sequence[Move]) -> Iterator[_Sorted]:
    """At first, and after each move."""
    board = Board(dealt)
    yield _Sorted.of(board)
    for move in moves:
        board.play(move)
        yield _Sorted.of(board)


def longest(seconds: Sequence[float], most: int, least: float) -> list[int]:
    """Which of these took longest, from 0, longest first: so many at most, and none that took less than that."""
    by_length = sorted(range(len(seconds)), key=lambda at: (-seconds[at], at))
    return [at for at in by_length[:most] if seconds[at] >= least]
