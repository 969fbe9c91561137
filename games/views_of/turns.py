"""What a player may see of a match by correspondence: the own turn as it is, the other's only once both are ended."""

import datetime as dt

from games import boards, play
from games.engine.turn import Turn as OpenTurn
from games.models import Match, Seat, Turn
from games.play import Table
from games.refusals import Refused
from games.views import TableView, TurnEndLineView, TurnEndView, TurnLineView, TurnsView
from games.views_of.afterword import afterword_view
from games.views_of.cards import board_view, deal_view, written


def by_turns(table: Table, seat: Seat, now: dt.datetime) -> TableView:
    """The match as the player of that seat may see it. One query where the boards are in memory."""
    match, board, turn = table.match, boards.board_of(seat), play.open_turn(seat)
    ended = match.phase == Match.Phase.ENDED
    playing = turn is not None and not ended
    return TableView(
        table=match.key,
        mode=match.mode,
        rules=match.deal.rules,
        phase=match.phase,
        deal=deal_view(match.deal, match, now),
        seat=seat.place,
        rows=seat.rows,
        practice="",
        open_stock=False,
        board=board_view(board, shows_turned=ended or (turn is not None and turn.shows_a_card)),
        legal=[str(move) for move in turn.legal_moves()] if turn else [],
        finish=[str(move) for move in board.finish()] if playing else [],
        take_back=play.cost_of_taking_back(seat, board) if playing else "no",
        result=play.result_of(seat, board),
        ended_by=seat.ended_by,
        deadline=written(seat.turn_deadline),
        race=None,
        turns=_turns(table, seat, turn),
        afterword=afterword_view(table, seat.place),
    )


def deadline_seen(table: Table, seat: Seat) -> dt.datetime | None:
    """The deadline that the player of that seat sees: the own, or once the own turn is ended the other's."""
    return seat.turn_deadline or table.other(seat).turn_deadline


def _turns(table: Table, seat: Seat, turn: OpenTurn | None) -> TurnsView:
    match = table.match
    ended = match.phase == Match.Phase.ENDED
    laid_open = [boards.board_of(each) for each in table.seats] if ended else []
    closed = {each.seat_id: each for each in _ended_turns(table, match.turn - 1)}
    return TurnsView(
        turn=match.turn,
        opened_at=written(match.turn_opened_at),
        cards=match.turn_cards or 0,
        left=max(0, min(turn.left, turn.board.stock_left)) if turn else 0,
        state=_state(seat, ended),
        may_end=turn is not None and turn.may_be_ended,
        ending_stops=turn is not None and turn.ending_stops,
        waits_until=written(table.other(seat).turn_deadline) if turn is None else None,
        spare_days=match.spare_days,
        spare_days_left=seat.spare_days_left,
        absence_allowed=match.absence_allowed,
        absence_days=seat.absence_days,
        closed=match.turn if ended else match.turn - 1,
        lines=[_line(table, each, closed.get(each.pk)) for each in table.seats],
        winner=match.winner,
        reason=match.reason,
        boards=[board_view(board) for board in laid_open] if ended else None,
        results=[play.result_of(each, board) for each, board in zip(table.seats, laid_open, strict=True)]
        if ended
        else None,
        ended_by=[each.ended_by for each in table.seats] if ended else None,
        can_play_on=ended and play.can_play_on(seat),
    )


def _state(seat: Seat, ended: bool) -> str:
    if ended:
        return "ended"
    if seat.turn_deadline is not None:
        return "playing"
    return "waiting" if seat.stopped_at is None else "stopped"


def _ended_turns(table: Table, number: int) -> list[Turn]:
    """Turn `number` of those seats that played it."""
    return list(Turn.objects.filter(seat__in=[seat.pk for seat in table.seats], number=number))


def _line(table: Table, seat: Seat, closed: Turn | None) -> TurnLineView:
    """As it stood at the end of that closed turn. Without one: before the first turn; or as it is now, at the end and
    where the board had stopped before."""
    match, board = table.match, boards.board_of(seat)
    shown = match.phase == Match.Phase.ENDED or (closed is None and match.turn > 1)
    if shown:
        cards, stock_left, spare_days = seat.foundation_cards, seat.stock_left, seat.spare_days_left
    elif closed is not None:
        cards, stock_left, spare_days = closed.foundation_cards, closed.stock_left, closed.spare_days_left
    else:
        cards, stock_left, spare_days = board.rules.foundations, board.rules.stock_size, match.spare_days
    return TurnLineView(
        seat=seat.place,
        name=seat.known_as or None,
        guest=seat.player_id if not seat.known_as else None,
        former=seat.player.has_left,
        house=seat.player.is_house,
        cards=cards,
        stock_left=stock_left,
        stopped=seat.stopped_at is not None and (shown or (closed is not None and closed.stopped)),
        spare_days_left=spare_days,
    )


def turn_end(table: Table, number: int) -> TurnEndView:
    """Both boards at the end of that turn, whoever of the two looks. Refused (`turn-not-closed`) while it is open.

    A board that had stopped before stands as it stopped.
    """
    match = table.match
    last = match.turn if match.phase == Match.Phase.ENDED else match.turn - 1
    if not 1 <= number <= last:
        raise Refused("turn-not-closed")
    lines, laid = [], []
    for seat in table.seats:
        turn = seat.turns.filter(number__lte=number).order_by("-number").first()
        cut_short = turn is None or (turn.number < number and not turn.stopped)
        rows = seat.rows if cut_short or turn is None else turn.rows
        board = boards.board_after(seat, rows)
        laid.append(board_view(board, shows_turned=False))
        lines.append(
            TurnEndLineView(
                seat=seat.place,
                cards=board.foundation_cards,
                stock_left=board.stock_left,
                stopped=turn is not None and turn.stopped,
                spare_days_left=seat.spare_days_left if cut_short or turn is None else turn.spare_days_left,
            )
        )
    return TurnEndView(number, lines, laid)
