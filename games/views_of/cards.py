"""A deal and a board, as far as they lie open."""

import datetime as dt
from functools import cache

from games import deals
from games.engine.board import Board
from games.engine.cards import RANKS
from games.models import Deal, Match
from games.views import BoardView, DealView, FoundationView


def deal_view(deal: Deal, match: Match, now: dt.datetime) -> DealView:
    """The deal for somebody at this match. A closed deal is shown whole once this match has ended too: the seed of one
    still being played here would be the cards to come."""
    closed = deal.is_closed(now)
    shown = closed and (match.phase == Match.Phase.ENDED)
    contributions = deals.contributions_of(deal) if shown else None
    return DealView(
        kind=deal.kind,
        number=deal.number,
        day=deal.day.isoformat() if deal.day else None,
        commitment=deal.commitment,
        closed=closed,
        seed=bytes(deal.seed).hex() if shown and deal.seed else None,
        secret=bytes(deal.secret).hex() if shown else None,
        contributions=[part.hex() for part in contributions] if contributions else None,
    )


def board_view(board: Board, open_stock: bool = False, *, shows_turned: bool = True) -> BoardView:
    """A board with every card that lies open on it; the top of the stock does not between two turns."""
    foundations = []
    for i, pile in enumerate(board.foundations):
        wanted = board.wants(i)
        foundations.append(
            FoundationView(
                top=pile[-1],
                count=len(pile),
                step=board.steps[i],
                wants=RANKS[wanted - 1] if wanted else None,
                order=_written_order(board.foundation_order(i)),
            )
        )
    return BoardView(
        foundations=foundations,
        waste=["".join(pile) for pile in board.waste],
        turned=board.turned if shows_turned else None,
        stock_left=board.stock_left,
        stock=list(board.stock_ahead) if open_stock else None,
        redeals_left=board.rules.redeals - board.redeals_used,
    )


@cache
def _written_order(ranks: tuple[int, ...]) -> str:
    """There are as many as starters and steps."""
    return "".join(RANKS[rank - 1] for rank in ranks)


def written(instant: dt.datetime | None) -> str | None:
    """The instant as the protocol writes it, in UTC with a Z."""
    return instant.astimezone(dt.UTC).isoformat().replace("+00:00", "Z") if instant else None
