"""What the coach says of moves and choices, in the reader's language."""

from collections.abc import Callable, Sequence
from typing import TypedDict

from django.utils.translation import gettext, ngettext

from games.analysis import reasons
from games.analysis.decisions import CLEARLY
from games.analysis.position import Position
from games.analysis.questions import Weighed
from games.analysis.reasons import Code, Reason
from games.engine.move import REDEAL, Move
from games.templatetags.calculation import rank

# So many of a choice's reasons are told, and of what speaks against it.
REASONS_TOLD = 3
DOUBTS_TOLD = 2


class ChoiceInWords(TypedDict):
    """A choice as pages show it: shares in points, 0 to 100; `known` where nothing is left to chance."""

    move: str
    words: str
    points: int
    error: float
    behind: int
    as_good: bool
    known: bool
    reasons: list[str]
    doubts: list[str]


def choices_in_words(position: Position, choices: Sequence[Weighed]) -> list[ChoiceInWords]:
    """The compared choices, best first, each with what speaks for it and against it in comparison with the others."""
    moves = [Move.parse(choice.move) for choice in choices]
    favours = [reasons.in_favour(position, move) for move in moves]
    doubts = [reasons.against(position, move) for move in moves]
    told = []
    for at, (choice, move) in enumerate(zip(choices, moves, strict=True)):
        others = [*favours[:at], *favours[at + 1 :]]
        for_it = reasons.distinguishing(favours[at], others)[:REASONS_TOLD]
        # What can be said against the best choice too says nothing for it.
        against = reasons.distinguishing(doubts[at], doubts[:1] if at else [])[:DOUBTS_TOLD]
        told.append(
            ChoiceInWords(
                move=choice.move,
                words=move_in_words(position, move),
                points=round(100 * choice.chance),
                error=round(100 * choice.error, 1),
                behind=round(100 * choice.behind),
                as_good=choice.behind <= CLEARLY * choice.behind_error,
                known=not choice.playouts,
                reasons=[reason_in_words(reason) for reason in for_it],
                doubts=[reason_in_words(reason) for reason in against],
            )
        )
    return told


def move_in_words(position: Position, move: Move) -> str:
    """Which card goes where."""
    if move is REDEAL:
        return gettext("redeal")
    if not move.foundation:
        return gettext("%(rank)s on pile %(pile)s") % {"rank": rank(position.turned), "pile": move.pile}
    wanted = rank(position.wanted(move.foundation - 1))
    where = {"rank": wanted, "pile": move.pile, "foundation": move.foundation}
    if not move.pile:
        return gettext("%(rank)s to foundation %(foundation)s") % where
    return gettext("%(rank)s from pile %(pile)s to foundation %(foundation)s") % where


def reason_in_words(reason: Reason) -> str:
    """The statement as it continues a sentence about the move, such as "keeps pile 4 empty"."""
    names = {
        "rank": rank(reason.rank),
        "other": rank(reason.other),
        "pile": reason.pile,
        "foundation": reason.foundation,
        "count": reason.count,
        "times": _times(reason.count),
    }
    return _SENTENCES[reason.code](reason.count) % names


def _times(count: int) -> str:
    match count:
        case 1:
            return gettext("once")
        case 2:
            return gettext("twice")
        case _:
            return ngettext("%(count)s time", "%(count)s times", count) % {"count": count}


# By code a sentence for so many.
_SENTENCES: dict[Code, Callable[[int], str]] = {
    Code.COMPLETES: lambda count: gettext("completes foundation %(foundation)s"),
    Code.OPENS_CHAIN: lambda count: ngettext(
        "makes way for %(count)s more card to go up", "makes way for %(count)s more cards to go up", count
    ),
    Code.UNCOVERS_WANTED: lambda count: gettext("uncovers the %(rank)s that foundation %(foundation)s wants"),
    Code.GOES_UP: lambda count: gettext("brings the %(rank)s up to foundation %(foundation)s"),
    Code.FOLLOWED: lambda count: gettext(
        "once the %(rank)s goes up to foundation %(foundation)s, the %(other)s below it can follow"
    ),
    Code.EMPTIES: lambda count: gettext("empties pile %(pile)s"),
    Code.ANOTHER_OPEN: lambda count: gettext(
        "foundation %(foundation)s can have the %(rank)s of pile %(pile)s as well"
    ),
    Code.KING_TO_KINGS: lambda count: gettext("puts the king with the kings on pile %(pile)s"),
    Code.BURIES_ONLY_KINGS: lambda count: gettext("buries nothing but kings, which come last"),
    Code.IN_ORDER: lambda count: gettext("leaves pile %(pile)s in the order in which its cards are wanted"),
    Code.WANTED_FIRST: lambda count: gettext("%(rank)s is wanted %(times)s before %(other)s, which it covers"),
    Code.UNCOVERS_SOON: lambda count: ngettext(
        "uncovers the %(rank)s that foundation %(foundation)s wants after %(count)s more card",
        "uncovers the %(rank)s that foundation %(foundation)s wants after %(count)s more cards",
        count,
    ),
    Code.COVERS_NOTHING: lambda count: gettext("covers nothing"),
    Code.KEEPS_EMPTY: lambda count: gettext("keeps pile %(pile)s empty"),
    Code.KEEPS_KINGS_FREE: lambda count: gettext("keeps the kings’ pile free"),
    Code.STILL_TO_COME: lambda count: gettext(
        "foundation %(foundation)s then wants a %(rank)s; still to be turned: %(count)s"
    ),
    Code.SHUFFLES: lambda count: ngettext(
        "deals %(count)s waste card again", "deals all %(count)s waste cards again", count
    ),
    Code.COVERS_WANTED: lambda count: gettext("covers the %(rank)s that foundation %(foundation)s wants now"),
    Code.HOLDS_BACK: lambda count: gettext("keeps the %(rank)s from foundation %(foundation)s, which wants it"),
    Code.KING_BURIES: lambda count: ngettext(
        "buries %(count)s card of pile %(pile)s under a king",
        "buries %(count)s cards of pile %(pile)s under a king",
        count,
    ),
    Code.COVERS_SOON: lambda count: ngettext(
        "covers the %(rank)s that foundation %(foundation)s wants after %(count)s more card",
        "covers the %(rank)s that foundation %(foundation)s wants after %(count)s more cards",
        count,
    ),
    Code.WANTED_LATER: lambda count: gettext("%(rank)s, in pile %(pile)s, is wanted %(times)s before %(other)s"),
    Code.COVERS_EQUAL: lambda count: gettext("lies on another %(rank)s in pile %(pile)s"),
    Code.TAKES_LAST_EMPTY: lambda count: gettext("takes the last empty pile"),
    Code.NEXT_BURIED: lambda count: gettext(
        "foundation %(foundation)s then wants a %(rank)s, and those lie buried in the piles"
    ),
}
