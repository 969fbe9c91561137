"""Matches by correspondence: turns are opened, ended and judged here, by their player and by the clock alike."""

import datetime as dt
from dataclasses import dataclass

from club import notices, outages
from club.models import Kind, Player
from club.notices import Telling
from games import boards, clocks, deals
from games.engine.board import Board
from games.engine.result import Outcome
from games.engine.rules import Rules
from games.engine.turn import Turn as OpenTurn
from games.engine.turn import decided_by_turns
from games.engine.winner import MatchResult
from games.engine.winner import Reason as Why
from games.models import Deal, Match, Seat, Turn
from games.play.closing import close_for_two
from games.play.table import Table, result_of
from games.refusals import Refused


@dataclass(frozen=True, slots=True)
class TurnsWish:
    """What two members play by correspondence: the rules, cards a turn, spare days, and whether one may be absent."""

    rules: Rules
    turn_cards: int = 4
    spare_days: int = 1
    absence_allowed: bool = True


def begin_by_turns(
    players: tuple[Player, Player], wish: TurnsWish, deal: Deal, contributions: tuple[bytes, bytes], now: dt.datetime
) -> Match:
    """A match that both have agreed on, its first turn open for both."""
    deals.mix_in(deal, list(contributions))
    match = Match.objects.create(
        mode=Match.Mode.CORRESPONDENCE,
        phase=Match.Phase.RUNNING,
        deal=deal,
        turn_cards=wish.turn_cards,
        spare_days=wish.spare_days,
        absence_allowed=wish.absence_allowed,
        created_at=now,
        started_at=now,
    )
    seats = [
        Seat.objects.create(
            match=match,
            place=place,
            player=player,
            known_as=player.name or "",
            mode=match.mode,
            variant=match.deal.rules,
            contribution=contributions[place - 1],
            spare_days_left=wish.spare_days,
            started_at=now,
        )
        for place, player in enumerate(players, start=1)
    ]
    table = Table(match, seats)
    for seat in seats:
        table.put(seat, Board(deal.laid_out()))
    _open_next(table, now, now)
    table.store()
    return match


# --- what a player does -----------------------------------------------------------------------------------------------


def open_turn(seat: Seat) -> OpenTurn | None:
    """The turn that waits for the seat's player, on the board as it is; None where none does."""
    if seat.turn_deadline is None or seat.match.turn_cards is None:
        return None
    return OpenTurn(boards.board_of(seat), seat.turn_line, seat.match.turn_cards)


def turn_to_play(table: Table, seat: Seat, number: int | None, now: dt.datetime) -> OpenTurn:
    """The seat's open turn, for something said in the turn of that number; Refused with what was wrong."""
    refuse_unless_in_time(table, seat, now)
    if number != table.match.turn:
        raise Refused("another-turn")
    if seat.stopped_at is not None:
        raise Refused("board-ended")
    turn = open_turn(seat)
    if turn is None:
        raise Refused("turn-ended")
    return turn


def refuse_unless_in_time(table: Table, seat: Seat, now: dt.datetime) -> None:
    """Refuses what comes after the match, and at or after the seat's own deadline until that is judged."""
    if table.match.phase == Match.Phase.ENDED:
        raise Refused("match-over")
    if not clocks.in_time(seat.turn_deadline, now):
        raise Refused("deadline-passed")


def end_turn(table: Table, seat: Seat, number: int, now: dt.datetime) -> None:
    """The seat's player ends the turn of that number. Again harmless."""
    if seat.turns.filter(number=number).exists():
        return
    turn = turn_to_play(table, seat, number, now)
    if not turn.may_be_ended:
        raise Refused("cards-left")
    _end(table, seat, turn, now)
    _close_if_ended(table, now, now)


def take_absence(table: Table, seat: Seat, days: int, now: dt.datetime) -> None:
    """Once a match, where that was agreed on: the open turn's deadline moves by 1 to 7 days. The same again changes
    nothing."""
    if seat.absence_days == days:
        return
    refuse_unless_in_time(table, seat, now)
    if not table.match.absence_allowed:
        raise Refused("no-absence")
    if seat.absence_days:
        raise Refused("absence-taken")
    if seat.turn_deadline is None:
        raise Refused("turn-ended")
    seat.absence_days = days
    _move_deadline(table, seat, seat.turn_deadline + days * clocks.DAY)


def resign(table: Table, seat: Seat, now: dt.datetime) -> None:
    """Give the match to the other, in one's own turn or while one waits. Refused (`board-ended`) to who has won the
    board: nothing is left to be given up, and the record would contradict itself."""
    refuse_unless_in_time(table, seat, now)
    if seat.won:
        raise Refused("board-ended")
    end(table, MatchResult(table.other(seat).place, Why.RESIGNED), now, {seat.place: Seat.EndedBy.RESIGNED})


def judge(table: Table, seat: Seat, now: dt.datetime) -> None:
    """After a row of that seat: a board that is won has stopped, without a button to press."""
    turn = open_turn(seat)
    if turn is not None and turn.board.outcome is Outcome.WON:
        _end(table, seat, turn, now)
        _close_if_ended(table, now, now)


def end(table: Table, result: MatchResult, now: dt.datetime, given: dict[int, Seat.EndedBy] | None = None) -> None:
    """End the match at that instant, whatever turn is open."""
    for seat in table.seats:
        seat.turn_deadline = None
    table.match.deadline = None
    close_for_two(table, result, now, given)
    notices.tell_all([Telling(seat.player_id, Kind.MATCH_OVER, table.match.key) for seat in table.seats], now)


# --- what the clock does ----------------------------------------------------------------------------------------------


def catch_up(table: Table, now: dt.datetime) -> None:
    """Judge every deadline that has passed by now, each as of its own instant, in their order (promise 6)."""
    match = table.match
    while match.phase == Match.Phase.RUNNING and match.deadline is not None and clocks.is_past(match.deadline, now):
        _judge_deadline(table, match.deadline, now)


def _judge_deadline(table: Table, at: dt.datetime, now: dt.datetime) -> None:
    """What is placed is ended by itself, who is late spends a spare day, and who has none left loses."""
    lost: dict[int, Seat.EndedBy] = {}
    for seat in table.seats:
        turn = open_turn(seat)
        if turn is None or seat.turn_deadline != at:
            continue
        if turn.is_complete:
            _end(table, seat, turn, at)
        elif seat.spare_days_left:
            seat.spare_days_left -= 1
            _move_deadline(table, seat, _not_in_outage(at + clocks.DAY, now))
        else:
            lost[seat.place] = Seat.EndedBy.TIME
    if lost:
        winner = None if len(lost) == 2 else 3 - min(lost)
        end(table, MatchResult(winner, Why.TIME), at, lost)
    else:
        _close_if_ended(table, at, now)


def leave_outage(table: Table, began_at: dt.datetime, ended_at: dt.datetime) -> None:
    """Move the deadlines of open turns that fell into an outage, or soon after it."""
    for seat in table.seats:
        if seat.turn_deadline is not None:
            moved = clocks.after_outages(seat.turn_deadline, [(began_at, ended_at)])
            if moved != seat.turn_deadline:
                _move_deadline(table, seat, moved)


def _move_deadline(table: Table, seat: Seat, deadline: dt.datetime) -> None:
    seat.turn_deadline = deadline
    table.change(seat)
    table.show(seat)
    other = table.other(seat)
    if other.turn_deadline is None:
        # Who waits sees until when.
        table.show(other)
    _set_due(table)


def _not_in_outage(deadline: dt.datetime, now: dt.datetime) -> dt.datetime:
    """A deadline that is judged late may have fallen into an outage written down since, or soon after one."""
    if not clocks.has_come(deadline - clocks.AFTER_OUTAGE, now):
        return deadline
    return clocks.after_outages(deadline, outages.since(deadline - clocks.AFTER_OUTAGE))


# --- from one turn to the next ----------------------------------------------------------------------------------------


def _end(table: Table, seat: Seat, turn: OpenTurn, at: dt.datetime) -> None:
    """The seat's turn is ended; only its own player sees it, and who waits for it."""
    opened_at, deadline = table.match.turn_opened_at, seat.turn_deadline
    if opened_at is None or deadline is None:
        raise ValueError(f"no turn of seat {seat} is open")
    stopped = turn.ending_stops
    Turn.objects.create(
        seat=seat,
        number=table.match.turn,
        opened_at=opened_at,
        deadline=deadline,
        ended_at=at,
        rows=seat.rows,
        foundation_cards=seat.foundation_cards,
        stock_left=seat.stock_left,
        spare_days_left=seat.spare_days_left,
        stopped=stopped,
    )
    seat.turn_deadline = None
    seat.stopped_at = at if stopped else None
    table.change(seat)
    table.show(seat)
    _set_due(table)


def _close_if_ended(table: Table, at: dt.datetime, now: dt.datetime) -> None:
    """When nobody's turn is open any more: the next one opens, or both boards have stopped and the match is over."""
    if table.match.deadline is not None:
        return
    # Within the grace of one seat's deadline the other may have ended its turn after it: the next one opens after both.
    at = max(at, *_ended_at(table))
    if all(seat.stopped_at is not None for seat in table.seats):
        one, two = table.seats
        results = result_of(one, boards.board_of(one)), result_of(two, boards.board_of(two))
        end(table, decided_by_turns(results, (_last_turn(one), _last_turn(two))), at)
    else:
        _open_next(table, at, now)


def _ended_at(table: Table) -> list[dt.datetime]:
    """When the turn that is open was ended by each seat that played it."""
    ended = Turn.objects.filter(seat__in=[seat.pk for seat in table.seats], number=table.match.turn)
    return list(ended.values_list("ended_at", flat=True))


def _last_turn(seat: Seat) -> int:
    """The turn in which a seat has stopped."""
    return seat.turns.values_list("number", flat=True).get(stopped=True)


def _open_next(table: Table, at: dt.datetime, now: dt.datetime) -> None:
    match = table.match
    match.turn += 1
    match.turn_opened_at = at
    deadline = _not_in_outage(clocks.turn_deadline(at), now)
    cause, tellings = f"{match.key}/{match.turn}", []
    for seat in table.seats:
        if seat.stopped_at is None:
            seat.turn_deadline = deadline
            seat.turn_line = len(boards.board_of(seat).moves)
            table.change(seat)
            tellings.append(Telling(seat.player_id, Kind.YOUR_TURN, cause))
            tellings.append(Telling(seat.player_id, Kind.TURN_ENDS, cause, clocks.reminder_at(at, deadline)))
    notices.tell_all(tellings, at)
    _set_due(table)
    table.show_players()


def _set_due(table: Table) -> None:
    """The match is due when the first of its open turns is."""
    open_until = [seat.turn_deadline for seat in table.seats if seat.turn_deadline is not None]
    table.match.deadline = min(open_until, default=None)
    table.change_match_unseen()
