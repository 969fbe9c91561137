"""The only writer of a match: each verb checks, appends and answers inside the caller's transaction."""

import datetime as dt
from dataclasses import dataclass

from club.models import Player
from games import boards, clocks, deals
from games.engine.board import Board
from games.engine.errors import IllegalMove, InvalidMove
from games.engine.move import Move as BoardMove
from games.engine.result import EndedBy, Outcome, Result
from games.engine.rules import Rules
from games.models import Deal, Match, Move, Seat, SeatQuerySet
from games.refusals import Refused

NO_CONTRIBUTION = bytes(deals.CONTRIBUTION_BYTES)


@dataclass(frozen=True, slots=True)
class SoloWish:
    """What somebody who plays alone asked for: rules, and a number for a numbered deal."""

    rules: Rules
    number: int | None = None
    open_stock: bool = False


# --- sitting down -----------------------------------------------------------------------------------------------------


def open_solo(player: Player, wish: SoloWish, now: dt.datetime) -> Match:
    """A table for one, its board not yet open. Asking twice before it opens gives the same table."""
    practice = Seat.Practice.NO
    if wish.open_stock:
        practice = Seat.Practice.OPEN_STOCK
    elif wish.number is not None:
        practice = Seat.Practice.NUMBERED
    if wish.number is not None:
        return _sit_alone(player, deals.numbered_deal(wish.rules, wish.number, now), practice, now)
    waiting = (
        _unopened(player, practice)
        .filter(variant=str(wish.rules), match__deal__kind=Deal.Kind.RANDOM, match__deal__seed=None)
        .first()
    )
    return waiting.match if waiting else _sit_down(player, deals.random_deal(wish.rules, now), practice, now)


def open_same_deal(player: Player, seat: Seat, now: dt.datetime) -> Match:
    """The deal of one's own ended game once more, as practice."""
    if not seat.match.deal.is_closed(now):
        raise Refused("deal-not-closed")
    practice = Seat.Practice.OPEN_STOCK if seat.match.open_stock else Seat.Practice.SAME_DEAL
    return _sit_alone(player, seat.match.deal, practice, now)


def open_day(player: Player, day: dt.date, now: dt.datetime) -> Match:
    """That day's deal: on the day itself the member's one counted try, begun or gone on with; afterwards practice."""
    today = clocks.day_of(now)
    if day != today:
        return _sit_alone(player, closed_day(day, now), Seat.Practice.PAST_DAY, now)
    if not player.was_member_at(clocks.start_of_day(today)):
        raise Refused("guests-play-yesterday")
    begun = Seat.objects.of(player.pk).filter(day=day, practice="").select_related("match").first()
    if begun is not None:
        return begun.match
    return _sit_down(player, deals.daily_deal(day, now), Seat.Practice.NO, now)


def closed_day(day: dt.date, now: dt.datetime) -> Deal:
    """That day's deal once it is open to all as practice; Refused before that, and where there was none."""
    deal = Deal.objects.filter(day=day).first() if day < clocks.day_of(now) else None
    if deal is None:
        raise Refused("not-in-the-calendar")
    if not deal.is_closed(now):
        raise Refused("deal-not-closed")
    return deal


def _sit_alone(player: Player, deal: Deal, practice: Seat.Practice, now: dt.datetime) -> Match:
    """A table with a deal that is known already; asked for twice before it opens, the same table."""
    waiting = _unopened(player, practice).filter(match__deal=deal).first()
    return waiting.match if waiting else _sit_down(player, deal, practice, now)


def _unopened(player: Player, practice: Seat.Practice) -> SeatQuerySet:
    unopened = Seat.objects.of(player.pk).filter(match__phase=Match.Phase.OPENING, mode=Match.Mode.SOLO, day=None)
    return unopened.filter(practice=practice).select_related("match").order_by("pk")


def _sit_down(player: Player, deal: Deal, practice: Seat.Practice, now: dt.datetime) -> Match:
    counted_day = deal.day if practice == Seat.Practice.NO else None
    match = Match.objects.create(
        mode=Match.Mode.SOLO,
        deal=deal,
        open_stock=practice == Seat.Practice.OPEN_STOCK,
        created_at=now,
        deadline=clocks.end_of_day(counted_day) if counted_day else None,
    )
    Seat.objects.create(
        match=match, place=1, player=player, mode=match.mode, variant=deal.rules, day=counted_day, practice=practice
    )
    return match


def ready(seat: Seat, contribution: bytes | None, now: dt.datetime) -> None:
    """Open the seat's board: mix the contribution into a random deal and turn the first card. Again harmless."""
    match = seat.match
    if match.phase != Match.Phase.OPENING:
        return
    _refuse_late(match, now)
    if match.deal.seed is None:
        deals.mix_in(match.deal, [contribution or NO_CONTRIBUTION])
    if seat.practice == Seat.Practice.NO and seat.day is None:
        _leave_game_before(seat, now)
    match.phase = Match.Phase.RUNNING
    match.started_at = seat.started_at = now
    match.save(update_fields=["phase", "started_at"])
    _store(seat, Board(match.deal.laid_out()))


def _leave_game_before(seat: Seat, now: dt.datetime) -> None:
    """There is one counted random game a variant: dealing the next ends it as it stands (rules.md, "What counts")."""
    before = (
        Seat.objects.of(seat.player_id)
        .running()
        .filter(mode=Match.Mode.SOLO, variant=seat.variant, practice="", day=None)
        .select_related("match__deal", "player")
        .first()
    )
    if before is not None:
        _end_solo(before, Seat.EndedBy.LEFT, now)
        _store(before, boards.board_of(before))


# --- playing ----------------------------------------------------------------------------------------------------------


def move(seat: Seat, n: int, text: str, now: dt.datetime) -> None:
    """Play row n of the seat. The same n and move again changes nothing; IllegalMove and the like become a refusal."""
    if _is_repeated(seat, n, text):
        return
    _refuse_unless_running(seat, now)
    board = boards.board_of(seat).copy()
    try:
        board.play(BoardMove.parse(text))
    except InvalidMove as error:
        raise Refused("invalid-move") from error
    except IllegalMove as error:
        raise Refused("illegal-move", error.rule) from error
    _append(seat, n, text, now)
    if board.outcome is not Outcome.PLAYING:
        _end_solo(seat, Seat.EndedBy(board.outcome.value), now)
    _store(seat, board)


def take_back(seat: Seat, n: int, as_practice: bool, now: dt.datetime) -> None:
    """Undo the last standing move as row n; past a turned card only as practice."""
    if _is_repeated(seat, n, Move.TAKE_BACK):
        return
    _refuse_unless_running(seat, now)
    board = boards.board_of(seat)
    if not board.moves:
        raise Refused("nothing-to-take-back")
    cost = cost_of_taking_back(seat, board)
    if cost == "no" or (cost == "practice" and not as_practice):
        raise Refused("card-was-turned")
    board = board.copy()
    board.take_back()
    if cost == "practice":
        seat.practice = Seat.Practice.TOOK_BACK
    _append(seat, n, Move.TAKE_BACK, now)
    _store(seat, board)


def cost_of_taking_back(seat: Seat, board: Board) -> str:
    """`free`, `practice` (would show a turned card again, so the game would count no more) or `no`."""
    if not board.moves:
        return "no"
    if not board.last_move_showed_a_card or seat.practice != Seat.Practice.NO:
        return "free"
    return "no" if seat.day is not None else "practice"


def resign(seat: Seat, now: dt.datetime) -> None:
    """Give the game up as it stands. Again harmless."""
    if seat.match.phase == Match.Phase.ENDED and seat.ended_by == Seat.EndedBy.RESIGNED:
        return
    _refuse_unless_running(seat, now)
    _end_solo(seat, Seat.EndedBy.RESIGNED, now)
    _store(seat, boards.board_of(seat))


def expire(seat: Seat, now: dt.datetime) -> None:
    """End a match whose deadline has passed, as it stood then. Before that, or again, harmless."""
    deadline = seat.match.deadline
    if seat.match.phase != Match.Phase.RUNNING or deadline is None or not clocks.is_past(deadline, now):
        return
    _end_solo(seat, Seat.EndedBy.DAY_OVER, deadline)
    _store(seat, boards.board_of(seat))


def call_off(match: Match) -> None:
    """Drop a table whose board was never opened, and the secret of its random deal with it."""
    if match.phase != Match.Phase.OPENING:
        return
    deal = match.deal
    match.delete()
    if deal.kind == Deal.Kind.RANDOM and not deal.match_set.exists():
        deal.delete()


# --- what the verbs share ---------------------------------------------------------------------------------------------


def _is_repeated(seat: Seat, n: int, text: str) -> bool:
    """Whether row n is stored already as this; refuses another content and a number beyond the next (promise 2)."""
    if n > seat.rows + 1:
        raise Refused("number-ahead")
    if n == seat.rows + 1:
        return False
    if not seat.moves.filter(n=n, move=text).exists():
        raise Refused("number-taken")
    return True


def _refuse_unless_running(seat: Seat, now: dt.datetime) -> None:
    if seat.match.phase == Match.Phase.OPENING:
        raise Refused("not-started")
    if seat.match.phase == Match.Phase.ENDED:
        raise Refused("match-over")
    _refuse_late(seat.match, now)


def _refuse_late(match: Match, now: dt.datetime) -> None:
    """A message at or after the deadline is too late; the sweep ends the match once what came before is written."""
    if not clocks.in_time(match.deadline, now):
        raise Refused("match-over")


def _append(seat: Seat, n: int, text: str, now: dt.datetime) -> None:
    Move.objects.create(seat=seat, n=n, move=text, at=now)
    seat.rows = n


def _end_solo(seat: Seat, ended_by: Seat.EndedBy, now: dt.datetime) -> None:
    """End a match of one seat at that instant; a random deal is closed by it, the day's by the clock."""
    match = seat.match
    match.phase = Match.Phase.ENDED
    seat.ended_by = ended_by
    match.ended_at = seat.ended_at = now
    match.save(update_fields=["phase", "ended_at"])
    Deal.objects.filter(pk=match.deal_id, kind=Deal.Kind.RANDOM, closed_at=None).update(closed_at=now)
    match.deal.refresh_from_db(fields=["closed_at"])


def _store(seat: Seat, board: Board) -> None:
    """Write the seat as its board stands, and let its view's version rise."""
    result = result_of(seat, board)
    seat.won = result.outcome is Outcome.WON
    seat.near_win = result.near_win
    seat.foundation_cards = result.foundation_cards
    seat.direct_points = result.direct_points
    seat.stock_left = result.stock_left
    seat.redeals_used = result.redeals_used
    seat.version += 1
    seat.save(update_fields=STORED_FIELDS)
    boards.keep(seat, board)


def result_of(seat: Seat, board: Board) -> Result:
    """How the seat's board stands, a near win only once it has ended."""
    return board.result(EndedBy(seat.ended_by) if seat.ended_by else None)


STORED_FIELDS = [
    "rows", "version", "practice", "started_at", "ended_at", "ended_by", "won", "near_win", "foundation_cards",
    "direct_points", "stock_left", "redeals_used",
]  # fmt: skip
