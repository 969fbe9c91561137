"""Why a choice is good or bad: true statements about a position and a move, as codes with ranks and places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.analysis.needs import chain_after, followed_on, gone_up, needs_of, open_ranks, times_before, wanting
from games.analysis.position import Position
from games.engine.cards import RANKS
from games.engine.move import REDEAL, Move
from games.engine.rules import FOUNDATION_SIZE

KING: Final = RANKS.index("K") + 1
# A card is wanted soon when its foundation takes at most so many others before it.
SOON: Final = 2
# From so many cards on it is worth saying that a pile lies in order.
_WORTH_ORDERING: Final = 3


class Code(StrEnum):
    """What can be said of a move, the most telling first; what holds of `rank`, `other`, `pile`, `foundation`, `count`.

    Wanted before: by fewer cards that a foundation has to take first, counted on each foundation for itself.
    """

    # `foundation` is complete with it.
    COMPLETES = "completes"
    # After it `count` cards can go from the piles to foundations one after the other, which only it makes possible.
    OPENS_CHAIN = "opens-chain"
    # It uncovers `rank`, which `foundation` then wants.
    UNCOVERS_WANTED = "uncovers-wanted"
    # `rank` goes to `foundation`.
    GOES_UP = "goes-up"
    # It covers `other`, which follows `rank` directly on `foundation`.
    FOLLOWED = "followed"
    # It takes the last card off `pile`.
    EMPTIES = "empties"
    # `foundation` wants `rank` and has it from the top of `pile` too, so this one is not needed there.
    ANOTHER_OPEN = "another-open"
    # A king goes on `pile`, where there are kings and nothing else.
    KING_TO_KINGS = "king-to-kings"
    # On `pile` lie kings and nothing else, and they come last on every foundation.
    BURIES_ONLY_KINGS = "buries-only-kings"
    # All `count` cards of `pile`, this one with them, lie in the order in which they are wanted, the first on top.
    IN_ORDER = "in-order"
    # `rank` is wanted by `count` foundations before any comes to `other`, which it covers.
    WANTED_FIRST = "wanted-first"
    # It uncovers `rank`, to which `foundation` then comes after `count` cards.
    UNCOVERS_SOON = "uncovers-soon"
    # It lies alone on `pile`.
    COVERS_NOTHING = "covers-nothing"
    # `pile` stays empty.
    KEEPS_EMPTY = "keeps-empty"
    # On `pile` there are kings and nothing else, and that stays so.
    KEEPS_KINGS_FREE = "keeps-kings-free"
    # `foundation` then wants `rank`, of which `count` cards are still to be turned.
    STILL_TO_COME = "still-to-come"
    # All `count` waste cards are dealt again.
    SHUFFLES = "shuffles"

    # It covers `rank`, which `foundation` wants now.
    COVERS_WANTED = "covers-wanted"
    # `foundation` wants `rank`, which does not go there.
    HOLDS_BACK = "holds-back"
    # A king covers `count` cards of `pile`, all of them wanted before it.
    KING_BURIES = "king-buries"
    # It covers `rank`, to which `foundation` comes after `count` cards, and to `other`, the one on top, none so soon.
    COVERS_SOON = "covers-soon"
    # In `pile` lies `rank`, wanted by `count` foundations before any comes to `other`, the one on top.
    WANTED_LATER = "wanted-later"
    # Another `rank` lies in `pile` already.
    COVERS_EQUAL = "covers-equal"
    # `pile` was the only empty one.
    TAKES_LAST_EMPTY = "takes-last-empty"
    # `foundation` then wants `rank`, and every card of that rank lies covered in the piles.
    NEXT_BURIED = "next-buried"


@dataclass(frozen=True, slots=True)
class Reason:
    """One statement. Ranks are 1 to 13; piles and foundations count from 1, as moves do; 0 where a code has none."""

    code: Code
    rank: int = 0
    other: int = 0
    pile: int = 0
    foundation: int = 0
    count: int = 0


def in_favour(position: Position, move: Move) -> list[Reason]:
    """What speaks for this legal move, the most telling first."""
    return sorted(_in_favour(position, move), key=_telling)


def against(position: Position, move: Move) -> list[Reason]:
    """What speaks against this legal move, the most telling first."""
    return sorted(_against(position, move), key=_telling)


def distinguishing(reasons: list[Reason], of_others: Sequence[list[Reason]]) -> list[Reason]:
    """Those of the reasons that do not hold, with whatever ranks and places, of all the other moves too."""
    if not of_others:
        return reasons
    shared = set.intersection(*({reason.code for reason in others} for others in of_others))
    return [reason for reason in reasons if reason.code not in shared]


_ORDER: Final = {code: place for place, code in enumerate(Code)}


def _telling(reason: Reason) -> int:
    return _ORDER[reason.code]


def _in_favour(position: Position, move: Move) -> Iterator[Reason]:
    if move is REDEAL:
        yield Reason(Code.SHUFFLES, count=sum(map(len, position.waste)))
    elif move.foundation:
        yield from _for_going_up(position, move)
    else:
        yield from _for_laying(position, move.pile)
        yield from _for_other_piles(position, move.pile)


def _against(position: Position, move: Move) -> Iterator[Reason]:
    if move.foundation:
        yield from _against_going_up(position, move)
    elif move.pile:
        yield from _against_laying(position, move.pile)


def _for_going_up(position: Position, move: Move) -> Iterator[Reason]:
    foundation, after = move.foundation, gone_up(position, move)
    yield Reason(Code.GOES_UP, rank=position.wanted(foundation - 1), foundation=foundation)
    if after.progress[foundation - 1] == FOUNDATION_SIZE:
        yield Reason(Code.COMPLETES, foundation=foundation)
    chain = chain_after(after, move)
    if chain:
        yield Reason(Code.OPENS_CHAIN, count=chain)
    if move.pile:
        yield from _for_uncovering(after, move.pile)
    wanted = after.wanted(foundation - 1)
    if wanted and after.unseen[wanted - 1] and wanted not in open_ranks(after):
        count = after.unseen[wanted - 1]
        yield Reason(Code.STILL_TO_COME, rank=wanted, foundation=foundation, count=count)


def _for_uncovering(after: Position, pile: int) -> Iterator[Reason]:
    """What speaks for having taken the top card off that pile."""
    ranks = after.waste[pile - 1]
    if not ranks:
        yield Reason(Code.EMPTIES, pile=pile)
        return
    count, foundation = needs_of(after, ranks[-1])[0]
    if count <= SOON:
        code = Code.UNCOVERS_SOON if count else Code.UNCOVERS_WANTED
        yield Reason(code, rank=ranks[-1], foundation=foundation, count=count)


def _against_going_up(position: Position, move: Move) -> Iterator[Reason]:
    after = gone_up(position, move)
    wanted = after.wanted(move.foundation - 1)
    if wanted and not after.unseen[wanted - 1] and wanted not in open_ranks(after):
        yield Reason(Code.NEXT_BURIED, rank=wanted, foundation=move.foundation)


def _for_laying(position: Position, pile: int) -> Iterator[Reason]:
    """What speaks for the turned card's going on that pile, by what lies there."""
    rank, ranks = position.turned, position.waste[pile - 1]
    yield from _another_open(position, pile)
    if not ranks:
        yield Reason(Code.COVERS_NOTHING, pile=pile)
    elif _only_kings(ranks) and _kings_come_last(position):
        code = Code.KING_TO_KINGS if rank == KING else Code.BURIES_ONLY_KINGS
        yield Reason(code, pile=pile)
    else:
        top = ranks[-1]
        followed = followed_on(position, rank, top)
        if followed:
            yield Reason(Code.FOLLOWED, rank=rank, other=top, foundation=followed)
        before = times_before(position, rank, top)
        if before:
            yield Reason(Code.WANTED_FIRST, rank=rank, other=top, count=before)
        nearest = [needs_of(position, below)[0].after for below in (*ranks, rank)]
        if len(nearest) >= _WORTH_ORDERING and nearest == sorted(nearest, reverse=True):
            yield Reason(Code.IN_ORDER, pile=pile, count=len(nearest))


def _another_open(position: Position, pile: int) -> Iterator[Reason]:
    """Of a turned card that is wanted: another of its rank stays on top of a pile."""
    foundation = wanting(position, position.turned)
    for other, ranks in _other_piles(position, pile):
        if foundation and ranks and ranks[-1] == position.turned:
            yield Reason(Code.ANOTHER_OPEN, rank=position.turned, pile=other, foundation=foundation)
            return


def _for_other_piles(position: Position, pile: int) -> Iterator[Reason]:
    """What speaks for the turned card's going on that pile, by what stays as it is elsewhere."""
    others = _other_piles(position, pile)
    empty = [other for other, ranks in others if not ranks]
    if empty and position.waste[pile - 1]:
        yield Reason(Code.KEEPS_EMPTY, pile=empty[0])
    kings = [other for other, ranks in others if _only_kings(ranks)]
    if kings and _kings_come_last(position):
        yield Reason(Code.KEEPS_KINGS_FREE, pile=kings[0])


def _against_laying(position: Position, pile: int) -> Iterator[Reason]:
    rank, ranks = position.turned, position.waste[pile - 1]
    foundation = wanting(position, rank)
    if foundation:
        yield Reason(Code.HOLDS_BACK, rank=rank, foundation=foundation)
    if not ranks:
        if all(others for _, others in _other_piles(position, pile)):
            yield Reason(Code.TAKES_LAST_EMPTY, pile=pile)
        return
    if rank == KING and KING not in ranks and _kings_come_last(position):
        yield Reason(Code.KING_BURIES, pile=pile, count=len(ranks))
    elif rank != KING and rank in ranks:
        yield Reason(Code.COVERS_EQUAL, rank=rank, pile=pile)
    yield from _against_covering(position, pile)


def _against_covering(position: Position, pile: int) -> Iterator[Reason]:
    """The top card is wanted, or soon; or what is wanted soonest of all that lies there."""
    rank, ranks = position.turned, position.waste[pile - 1]
    count, foundation = needs_of(position, ranks[-1])[0]
    if count == 0:
        yield Reason(Code.COVERS_WANTED, rank=ranks[-1], foundation=foundation)
    elif count <= SOON and count < needs_of(position, rank)[0].after:
        yield Reason(Code.COVERS_SOON, rank=ranks[-1], other=rank, foundation=foundation, count=count)
    # Of those wanted equally soon the one that lies highest.
    soonest = min(reversed(ranks), key=lambda below: needs_of(position, below)[0].after)
    before = times_before(position, soonest, rank)
    if before and not (soonest == ranks[-1] and count <= SOON):
        yield Reason(Code.WANTED_LATER, rank=soonest, other=rank, pile=pile, count=before)


def _other_piles(position: Position, pile: int) -> list[tuple[int, tuple[int, ...]]]:
    return [(other, ranks) for other, ranks in enumerate(position.waste, start=1) if other != pile]


def _only_kings(ranks: tuple[int, ...]) -> bool:
    return set(ranks) == {KING}


def _kings_come_last(position: Position) -> bool:
    return all(order[-1] == KING for order in position.orders)
