"""What one viewer may see of a match: the only place that decides it (promise 4)."""

import datetime as dt
from dataclasses import dataclass

from games import boards, deals, play
from games.engine.board import Board
from games.engine.cards import RANKS
from games.engine.result import Result
from games.models import Deal, Match, Seat


@dataclass(frozen=True, slots=True)
class DealView:
    """The deal as its viewer may know it: the secrets only once it is closed."""

    kind: str
    number: int | None
    day: str | None
    commitment: str
    closed: bool
    seed: str | None
    secret: str | None
    contributions: list[str] | None


@dataclass(frozen=True, slots=True)
class FoundationView:
    top: str
    count: int
    step: int
    wants: str | None
    order: str


@dataclass(frozen=True, slots=True)
class BoardView:
    """A board as its player sees it; `stock` only where the whole stock lies open."""

    foundations: list[FoundationView]
    waste: list[str]
    turned: str | None
    stock_left: int
    stock: list[str] | None
    redeals_left: int


@dataclass(frozen=True, slots=True)
class SeatView:
    """docs/protocol.md, "The view"."""

    table: str
    mode: str
    rules: str
    phase: str
    deal: DealView
    seat: int
    rows: int
    practice: str
    open_stock: bool
    board: BoardView | None
    legal: list[str]
    finish: list[str]
    take_back: str
    result: Result | None
    ended_by: str
    deadline: str | None


def seat(seat: Seat, now: dt.datetime) -> SeatView:
    """The match as the player of this seat may see it. No query where the board is in memory."""
    match = seat.match
    board = boards.board_of(seat) if match.phase != Match.Phase.OPENING else None
    playing = board if match.phase == Match.Phase.RUNNING else None
    return SeatView(
        table=match.key,
        mode=match.mode,
        rules=match.deal.rules,
        phase=match.phase,
        deal=deal_view(match.deal, match, now),
        seat=seat.place,
        rows=seat.rows,
        practice=seat.practice,
        open_stock=match.open_stock,
        board=_board_view(board, match.open_stock) if board else None,
        legal=[str(move) for move in playing.legal_moves()] if playing else [],
        finish=[str(move) for move in playing.finish()] if playing else [],
        take_back=play.cost_of_taking_back(seat, playing) if playing else "no",
        result=play.result_of(seat, board) if board else None,
        ended_by=seat.ended_by,
        deadline=_written(match.deadline),
    )


def deal_view(deal: Deal, match: Match, now: dt.datetime) -> DealView:
    """The deal for somebody at this match. A closed deal is shown whole once this match has ended too: the seed of one
    still being played here would be the cards to come."""
    closed = deal.is_closed(now)
    shown = closed and (match.phase == Match.Phase.ENDED)
    contributions = deals.contributions_of(deal)
    return DealView(
        kind=deal.kind,
        number=deal.number,
        day=deal.day.isoformat() if deal.day else None,
        commitment=deal.commitment,
        closed=closed,
        seed=bytes(deal.seed).hex() if shown and deal.seed else None,
        secret=bytes(deal.secret).hex() if shown else None,
        contributions=[part.hex() for part in contributions] if shown and contributions else None,
    )


def _board_view(board: Board, open_stock: bool) -> BoardView:
    foundations = []
    for i, pile in enumerate(board.foundations):
        wanted = board.wants(i)
        foundations.append(
            FoundationView(
                top=pile[-1],
                count=len(pile),
                step=board.steps[i],
                wants=RANKS[wanted - 1] if wanted else None,
                order="".join(RANKS[rank - 1] for rank in board.foundation_order(i)),
            )
        )
    return BoardView(
        foundations=foundations,
        waste=["".join(pile) for pile in board.waste],
        turned=board.turned,
        stock_left=board.stock_left,
        stock=list(board.stock_ahead) if open_stock else None,
        redeals_left=board.rules.redeals - board.redeals_used,
    )


def _written(instant: dt.datetime | None) -> str | None:
    return instant.astimezone(dt.UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if instant else None
