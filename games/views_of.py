"""What one viewer may see of a match: the only place that decides it (promise 4)."""

import datetime as dt

from games import boards as boards_in_memory
from games import deals, lobby, play
from games.engine.board import Board
from games.engine.cards import RANKS
from games.models import Deal, Match, Seat
from games.play import Table
from games.views import BoardView, DealView, FoundationView, LineView, RaceView, SeriesView, TableView


def seen_from(table: Table, place: int, now: dt.datetime) -> TableView:
    """The match as the player of that seat may see it, or from place 0 those who watch, who see no board before the
    end. No query before the end where the boards are in memory."""
    match = table.match
    seat = table.seat(place) if place else None
    board = play.opened_board(seat) if seat else None
    playing = board if seat and match.phase == Match.Phase.RUNNING and seat.stopped_at is None else None
    return TableView(
        table=match.key,
        mode=match.mode,
        rules=match.deal.rules,
        phase=match.phase,
        deal=deal_view(match.deal, match, now),
        seat=place,
        rows=seat.rows if seat else 0,
        practice=seat.practice if seat else "",
        open_stock=match.open_stock,
        board=board_view(board, match.open_stock) if board else None,
        legal=[str(move) for move in playing.legal_moves()] if playing else [],
        finish=[str(move) for move in playing.finish()] if playing else [],
        take_back=play.cost_of_taking_back(seat, playing) if seat and playing else "no",
        result=play.result_of(seat, board) if seat and board else None,
        ended_by=seat.ended_by if seat else "",
        deadline=_written(match.deadline),
        race=_race(table, place, now) if table.is_race else None,
    )


def _race(table: Table, place: int, now: dt.datetime) -> RaceView:
    match = table.match
    ended = match.phase == Match.Phase.ENDED
    other = table.other(table.seat(place)) if place else None
    claim_from = play.claim_from(match, other) if other is not None and other.away_since else None
    boards = [boards_in_memory.board_of(seat) for seat in table.seats] if ended else []
    follower = Match.objects.filter(follows=match).values_list("key", flat=True).first() if ended else None
    rematched = ended and bool(place) and follower is None
    return RaceView(
        minutes=match.minutes,
        starts_at=_written(match.starts_at) if match.phase == Match.Phase.STARTING else None,
        watchable=match.watchable,
        lines=[_line(match, seat) for seat in table.seats],
        claim_from=_written(claim_from),
        winner=match.winner,
        reason=match.reason,
        boards=[board_view(board) for board in boards] if ended else None,
        results=[play.result_of(seat, board) for seat, board in zip(table.seats, boards, strict=True)]
        if ended
        else None,
        ended_by=[seat.ended_by for seat in table.seats] if ended else None,
        series=_series(match, follower) if match.series_id else None,
        next=follower,
        rematch=lobby.rematch_state(match, table.seats, place, now) if rematched else "",
        can_play_on=ended and bool(place) and play.can_play_on(table.seat(place)),
    )


def _line(match: Match, seat: Seat) -> LineView:
    opening = match.phase == Match.Phase.OPENING
    came = seat.heard_at is not None or not opening
    return LineView(
        seat=seat.place,
        name=seat.known_as or None,
        guest=seat.player_id if not seat.known_as else None,
        ready=seat.contribution is not None,
        here=came and seat.away_since is None,
        away_since=_written(seat.away_since),
        stopped=seat.stopped_at is not None,
        cards=seat.foundation_cards,
        stock_left=seat.stock_left,
    )


def _series(match: Match, follower: str | None) -> SeriesView | None:
    """As it stands with this race: what later races made of it is told at their tables."""
    series = match.series
    if series is None:
        return None
    over = series.ended_at is not None and follower is None
    return SeriesView(
        best_of=series.best_of,
        number=match.round,
        points=[match.half_points_1 / 2, match.half_points_2 / 2],
        winner=series.winner if over else None,
        reason=series.reason if over else "",
        over=over,
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


def board_view(board: Board, open_stock: bool = False) -> BoardView:
    """A board with every card that lies open on it."""
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
    return instant.astimezone(dt.UTC).isoformat().replace("+00:00", "Z") if instant else None
