"""The guide of the first game: of a board whose stock lies open, the one next move it would make, and what it teaches.

It looks ahead by playing each choice out as a simple player would, which wins most deals and takes some milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from games.engine.board import Board
from games.engine.cards import RANK_OF
from games.engine.move import Move
from games.engine.rules import FOUNDATION_SIZE

KING = 13
# Longer than any rank has to be waited for: what an empty pile is worth keeping for.
EMPTY = FOUNDATION_SIZE + 1


class Lesson(StrEnum):
    """What a move shows somebody who plays for the first time."""

    TURNED_GOES_UP = "turned goes up"
    TOP_GOES_UP = "top goes up"
    KING = "king"
    EMPTY = "empty"
    SOONER = "sooner"
    LEAST_HARM = "least harm"


@dataclass(frozen=True, slots=True)
class Advice:
    """One move with what it teaches. `rank` is the card's that moves; `other` the rank that its foundation wants after
    it, or that of the card it covers; 0 where there is none."""

    move: Move
    lesson: Lesson
    rank: int
    other: int


def advise(board: Board) -> Advice | None:
    """The guide's next move; None where no move is left. The board is not changed."""
    choices = _choices(board)
    if not choices:
        return None
    best = max(choices, key=lambda move: _cards_in_the_end(board, move)) if len(choices) > 1 else choices[0]
    return _taught(board, best)


def _choices(board: Board) -> list[Move]:
    """The moves worth a look, the simple player's own first: whatever can go up, else a pile for the turned card."""
    legal = board.legal_moves()
    # From the piles first: they wait for nothing else, and what they lay open may go up as well.
    going_up = sorted((move for move in legal if move.foundation), key=lambda move: not move.pile)
    if going_up:
        return going_up[:1]
    piles = [move for move in legal if move.pile]
    return sorted(piles, key=lambda move: _harm(board, move.pile - 1))


def _cards_in_the_end(board: Board, move: Move) -> int:
    """How many cards lie on the foundations where the simple player goes on from that move to the end."""
    tried = board.copy()
    tried.play(move)
    while choices := _choices(tried):
        tried.play(choices[0])
    return tried.foundation_cards


def _harm(board: Board, pile: int) -> tuple[int, int]:
    """What the turned card would do to that pile: first for how long it covers cards that are wanted before it, then
    how far its rank is from the one it would lie on. Less is better."""
    waits = _waits(board)
    cards = [RANK_OF[card] for card in board.waste[pile]]
    own = waits[_turned(board)]
    covered = sum(own - waits[rank] for rank in cards if waits[rank] < own)
    top = waits[cards[-1]] if cards else EMPTY
    return covered, abs(top - own)


def _waits(board: Board) -> list[int]:
    """By rank: how many cards the foundation that wants it soonest takes before it; index 0 is not used."""
    waits = [EMPTY] * (KING + 1)
    for place, cards in enumerate(board.foundations):
        for cards_before, rank in enumerate(board.foundation_order(place)[len(cards) :]):
            waits[rank] = min(waits[rank], cards_before)
    return waits


def _taught(board: Board, move: Move) -> Advice:
    if move.foundation:
        place = move.foundation - 1
        after = next(_ranks_after(board, place), 0)
        lesson = Lesson.TOP_GOES_UP if move.pile else Lesson.TURNED_GOES_UP
        return Advice(move, lesson, board.wants(place), after)
    pile, rank = board.waste[move.pile - 1], _turned(board)
    covered = RANK_OF[pile[-1]] if pile else 0
    if rank == KING:
        lesson = Lesson.KING
    elif not pile:
        lesson = Lesson.EMPTY
    else:
        lesson = Lesson.LEAST_HARM if _harm(board, move.pile - 1)[0] else Lesson.SOONER
    return Advice(move, lesson, rank, covered)


def _ranks_after(board: Board, place: int) -> Iterator[int]:
    """What the foundation wants once it has what it wants now."""
    return iter(board.foundation_order(place)[len(board.foundations[place]) + 1 :])


def _turned(board: Board) -> int:
    return RANK_OF[board.turned] if board.turned else 0
