"""What one viewer may see of the afterword, and the boards of an ended match at the moves that it speaks of."""

from games import afterword, boards, remarks
from games.engine.board import Board
from games.models import Match, Remark, Seat
from games.play import WATCHERS, Table
from games.refusals import Refused
from games.views import AfterwordView, MoveBoardsView, MoveBoardView, NamedMoveView, RemarkView
from games.views_of.cards import board_view, written


def afterword_view(table: Table, place: int) -> AfterwordView | None:
    """The talk that lies at this table; for those who watch only where both show it, and then without what is hidden.
    Four queries, none before the end."""
    talk = afterword.at(table.match)
    if talk is None or (place == WATCHERS and not afterword.is_shown(talk)):
        return None
    longest = max(len(boards.board_of(seat).moves) for seat in table.seats)
    said = [_remark(remark, longest) for remark in talk.remarks.order_by("at", "place", "n")]
    mine = sum(remark.seat == place for remark in said)
    return AfterwordView(
        closes_at=written(talk.closes_at),
        closed_by=talk.closed_by,
        remarks=[remark for remark in said if place != WATCHERS or not remark.hidden],
        left=Remark.MOST - mine if place != WATCHERS else 0,
        ready_made_only=place != WATCHERS and _is_ready_made_only(table.seat(place)),
        thanks=sorted(talk.thanks.values_list("place", flat=True)),
        shown_by=[seat for seat, shows in ((1, talk.shown_by_1), (2, talk.shown_by_2)) if shows],
    )


def _is_ready_made_only(seat: Seat) -> bool:
    """By the name that the table shows: it follows the player when they are next heard of, and the version does too."""
    return not seat.known_as or not seat.player.is_member


def _remark(remark: Remark, longest: int) -> RemarkView:
    hidden = remark.hidden_at is not None
    text = "" if hidden else remark.text
    return RemarkView(
        seat=remark.place,
        n=remark.n,
        text=text,
        ready_made="" if hidden else remark.ready_made,
        at=written(remark.at) or "",
        hidden=hidden,
        moves=[NamedMoveView(named.at, named.words, named.n) for named in remarks.named_in(text, longest)],
    )


def boards_at_move(table: Table, n: int) -> MoveBoardsView:
    """Both boards of an ended match of two after their nth standing moves, 0 for the deal; a line that is shorter
    stands as it ended. Refused (`not-over`) before the end, (`no-such-move`) beyond the longer of the two lines."""
    if table.match.phase != Match.Phase.ENDED:
        raise Refused("not-over")
    lines = [boards.board_of(seat).moves for seat in table.seats]
    if n > max(map(len, lines)):
        raise Refused("no-such-move")
    dealt = table.match.deal.laid_out()
    laid = []
    for line in lines:
        played = line[:n]
        board = board_view(Board.replay(dealt, played))
        laid.append(MoveBoardView(len(played), len(line), str(played[-1]) if played else None, board))
    return MoveBoardsView(n, laid)
