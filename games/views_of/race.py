"""What one viewer may see of a race."""

import datetime as dt

from games import afterword, lobby, play
from games import boards as boards_in_memory
from games.models import Match, Seat
from games.play import Table
from games.views import LineView, RaceView, SeriesView
from games.views_of.cards import board_view, written


def race_view(table: Table, place: int, lines: list[LineView], now: dt.datetime) -> RaceView:
    """What a race shows beside the viewer's own board: two lines, and everything at the end."""
    match = table.match
    ended = match.phase == Match.Phase.ENDED
    other = table.other(table.seat(place)) if place else None
    claim_from = play.claim_from(match, other) if other is not None and other.away_since else None
    boards = [boards_in_memory.board_of(seat) for seat in table.seats] if ended else []
    follower = Match.objects.filter(follows=match).only("key", "series_id").first() if ended else None
    rematched = ended and bool(place) and follower is None
    return RaceView(
        minutes=match.minutes,
        starts_at=written(match.starts_at) if match.phase == Match.Phase.STARTING else None,
        watchable=match.watchable,
        lines=lines,
        claim_from=written(claim_from),
        winner=match.winner,
        reason=match.reason,
        boards=[board_view(board) for board in boards] if ended else None,
        results=[play.result_of(seat, board) for seat, board in zip(table.seats, boards, strict=True)]
        if ended
        else None,
        ended_by=[seat.ended_by for seat in table.seats] if ended else None,
        series=_series(match, follower) if match.series_id else None,
        next=follower.key if follower else None,
        rematch=lobby.rematch_state(match, table.seats, place, now) if rematched else "",
        can_play_on=ended and bool(place) and play.can_play_on(table.seat(place)),
        afterword_at=afterword.before(match) if place and match.phase == Match.Phase.CALLED_OFF else None,
    )


def lines_of(table: Table) -> list[LineView]:
    """What everybody sees of both boards, in seat order."""
    return [_line(table.match, seat) for seat in table.seats]


def _line(match: Match, seat: Seat) -> LineView:
    opening = match.phase == Match.Phase.OPENING
    came = seat.heard_at is not None or not opening or seat.player.is_house
    return LineView(
        seat=seat.place,
        name=seat.known_as or None,
        guest=seat.player_id if not seat.known_as else None,
        former=seat.player.has_left,
        house=seat.player.is_house,
        ready=seat.contribution is not None,
        here=came and seat.away_since is None,
        away_since=written(seat.away_since),
        stopped=seat.stopped_at is not None,
        cards=seat.foundation_cards,
        stock_left=seat.stock_left,
    )


def _series(match: Match, follower: Match | None) -> SeriesView | None:
    """As it stands with this race: what later races made of it is told at their tables. A rematch is none of them."""
    series = match.series
    if series is None:
        return None
    over = series.ended_at is not None and (follower is None or follower.series_id != match.series_id)
    return SeriesView(
        best_of=series.best_of,
        number=match.round,
        points=[match.half_points_1 / 2, match.half_points_2 / 2],
        winner=series.winner if over else None,
        reason=series.reason if over else "",
        over=over,
    )
