"""Whether a reason is true, worked out another way: on the board itself, by playing and by counting cards."""

from __future__ import annotations

from itertools import pairwise

from games.analysis.reasons import Code, Reason
from games.engine.board import Board
from games.engine.cards import RANK_OF
from games.engine.move import Move

KING = 13


class Scene:
    """A board before and after a move, in ranks; no card that is turned by the move is looked at."""

    def __init__(self, board: Board, move: Move) -> None:
        self.board = board
        self.move = move
        self.after = board.copy()
        self.after.play(move)
        self.pile = ranks(board, move.pile) if move.pile else []
        self.laid = RANK_OF[board.turned] if board.turned else 0

    def coming(self, foundation: int) -> list[int]:
        """The ranks that the foundation is still to take before the move, in their order."""
        return coming(self.board, foundation)

    def distances(self, rank: int) -> list[int]:
        lines = [self.coming(place + 1) for place in range(len(self.board.foundations))]
        return sorted(line.index(rank) for line in lines if rank in line)


def holds(reason: Reason, board: Board, move: Move) -> bool:
    """Whether the reason is true of that legal move."""
    scene = Scene(board, move)
    return _of_going_up(reason, scene) if move.foundation else _of_laying(reason, scene)


def _of_going_up(reason: Reason, scene: Scene) -> bool:
    after, move = scene.after, scene.move
    left = coming(after, move.foundation)
    match reason.code:
        case Code.COMPLETES:
            return left == [] and reason.foundation == move.foundation
        case Code.GOES_UP:
            return scene.coming(reason.foundation)[0] == reason.rank and reason.foundation == move.foundation
        case Code.OPENS_CHAIN:
            return _can_follow(scene, reason.count)
        case Code.EMPTIES:
            return after.waste[reason.pile - 1] == [] and reason.pile == move.pile
        case Code.UNCOVERS_WANTED:
            return ranks(after, move.pile)[-1] == reason.rank == coming(after, reason.foundation)[0]
        case Code.UNCOVERS_SOON:
            line = coming(after, reason.foundation)
            return ranks(after, move.pile)[-1] == reason.rank == line[reason.count] and reason.count in (1, 2)
        case Code.STILL_TO_COME:
            turned = [after.turned] if after.turned and not move.pile else []
            unseen = [RANK_OF[card] for card in (*turned, *after.stock_ahead)].count(reason.rank)
            return left[0] == reason.rank and unseen == reason.count > 0
        case Code.NEXT_BURIED:
            tops = [pile[-1] for pile in _piles(after) if pile]
            buried = sum(pile.count(reason.rank) for pile in _piles(after))
            missing = sum(reason.rank in coming(after, place + 1) for place in range(len(after.foundations)))
            return left[0] == reason.rank and reason.rank not in tops and buried == missing
        case _:
            return False


def _of_laying(reason: Reason, scene: Scene) -> bool:
    board, move, pile, laid = scene.board, scene.move, scene.pile, scene.laid
    others = [place for place in range(1, len(board.waste) + 1) if place != move.pile]
    match reason.code:
        case Code.SHUFFLES:
            return scene.after.stock_left == reason.count
        case Code.COVERS_NOTHING:
            return len(scene.after.waste[reason.pile - 1]) == 1
        case Code.KEEPS_EMPTY:
            return not scene.after.waste[reason.pile - 1]
        case Code.TAKES_LAST_EMPTY:
            return all(scene.after.waste) and not pile and reason.pile == move.pile
        case Code.KEEPS_KINGS_FREE:
            return reason.pile in others and _is_of_kings(ranks(board, reason.pile)) and _kings_last(board)
        case Code.KING_TO_KINGS:
            return laid == KING and _is_of_kings(pile) and _kings_last(board)
        case Code.BURIES_ONLY_KINGS:
            return laid != KING and _is_of_kings(pile) and _kings_last(board)
        case Code.KING_BURIES:
            return laid == KING and KING not in pile and len(pile) == reason.count and _kings_last(board)
        case Code.ANOTHER_OPEN:
            top = ranks(board, reason.pile)[-1]
            return reason.pile in others and top == laid == reason.rank == scene.coming(reason.foundation)[0]
        case Code.HOLDS_BACK:
            return laid == reason.rank == scene.coming(reason.foundation)[0]
        case Code.COVERS_EQUAL:
            return laid == reason.rank and reason.rank in pile
        case _:
            return _of_order(reason, scene)


def _of_order(reason: Reason, scene: Scene) -> bool:
    pile, laid, distances = scene.pile, scene.laid, scene.distances
    match reason.code:
        case Code.FOLLOWED:
            line = scene.coming(reason.foundation)
            return laid == reason.rank and pile[-1] == reason.other == line[line.index(laid) + 1]
        case Code.WANTED_FIRST:
            before = [one for one in distances(laid) if one < distances(pile[-1])[0]]
            return (laid, pile[-1], len(before)) == (reason.rank, reason.other, reason.count)
        case Code.IN_ORDER:
            nearest = [distances(rank)[0] for rank in (*pile, laid)]
            return all(below >= above for below, above in pairwise(nearest))
        case Code.COVERS_WANTED:
            return pile[-1] == reason.rank == scene.coming(reason.foundation)[0]
        case Code.COVERS_SOON:
            line = scene.coming(reason.foundation)
            return pile[-1] == reason.rank == line[reason.count] and distances(laid)[0] > reason.count > 0
        case Code.WANTED_LATER:
            before = [one for one in distances(reason.rank) if one < distances(laid)[0]]
            return reason.rank in pile and laid == reason.other and len(before) == reason.count > 0
        case _:
            return False


def ranks(board: Board, pile: int) -> list[int]:
    return [RANK_OF[card] for card in board.waste[pile - 1]]


def coming(board: Board, foundation: int) -> list[int]:
    order = board.foundation_order(foundation - 1)
    return list(order[len(board.foundations[foundation - 1]) :])


def _piles(board: Board) -> list[list[int]]:
    return [ranks(board, place + 1) for place in range(len(board.waste))]


def _can_follow(scene: Scene, count: int) -> bool:
    """Whether so many cards can go from the piles to foundations after the move, the first of them not before it."""
    before = {move for move in scene.board.legal_moves() if move.pile and move.foundation}
    firsts = [move for move in scene.after.legal_moves() if move.pile and move.foundation and move not in before]
    return any(_can_go_on(scene.after, first, count) for first in (*firsts, *_again_from(scene)))


def _again_from(scene: Scene) -> list[Move]:
    """The same move text again is another card, that lay below."""
    again = [move for move in scene.after.legal_moves() if move.pile == scene.move.pile and move.foundation]
    return again if scene.move.pile else []


def _can_go_on(board: Board, move: Move, count: int) -> bool:
    if count == 1:
        return True
    after = board.copy()
    after.play(move)
    upward = [move for move in after.legal_moves() if move.pile and move.foundation]
    return any(_can_go_on(after, onward, count - 1) for onward in upward)


def _is_of_kings(pile: list[int]) -> bool:
    return bool(pile) and all(rank == KING for rank in pile)


def _kings_last(board: Board) -> bool:
    return all(board.foundation_order(place)[-1] == KING for place in range(len(board.foundations)))
