"""Promises 2, 3, 6 and 10 as properties of correspondence: whatever two players, clock and server do, one end."""

import datetime as dt

from hypothesis import settings
from hypothesis.extra.django import TestCase
from hypothesis.stateful import invariant

from club.models import Kind, Notice
from games import boards, play, views_of
from games.clocks import AFTER_OUTAGE, DAY
from games.engine.board import Board
from games.engine.record import judge as verdict_on
from games.engine.turn import Turn as OpenTurn
from games.engine.turn import decided_by_turns
from games.models import Match, Seat, Turn
from games.records import written
from tests.games.turns_machine import TurnsMachine


class TableByTurns(TurnsMachine):
    """What always holds, after each step."""

    @invariant()
    def what_reached_each_is_what_a_fresh_look_shows(self) -> None:
        if not hasattr(self, "at"):
            return
        table = play.load(self.match_id)
        for place in (1, 2):
            fresh = views_of.seen_from(table, place, self.now)
            assert (table.seat(place).version, fresh) == (self.versions[place], self.views[place])

    @invariant()
    def each_seat_is_what_its_rows_make(self) -> None:
        if not hasattr(self, "at"):
            return
        for seat in self.seats():
            board = boards.replayed(seat)
            assert (seat.foundation_cards, seat.stock_left, seat.direct_points, seat.redeals_used, seat.won) == (
                board.foundation_cards,
                board.stock_left,
                board.direct_points,
                board.redeals_used,
                board.outcome == "won",
            )
            assert seat.moves.count() == seat.rows

    @invariant()
    def the_match_is_due_with_the_first_open_turn_and_every_deadline_is_made_of_days(self) -> None:
        if not hasattr(self, "at"):
            return
        seats = self.seats()
        match = seats[0].match
        open_until = [seat.turn_deadline for seat in seats if seat.turn_deadline is not None]
        assert match.deadline == min(open_until, default=None)
        assert (match.deadline is None) == (match.phase == Match.Phase.ENDED), "while it runs, somebody's turn is open"
        assert match.turn_opened_at is not None
        moved_to = [ended_at + AFTER_OUTAGE for _, ended_at in self.gone]
        for deadline in open_until:
            from_an_instant = [deadline - instant for instant in (match.turn_opened_at, *moved_to)]
            assert any(gap >= dt.timedelta(0) and gap % DAY == dt.timedelta(0) for gap in from_an_instant)

    @invariant()
    def turns_follow_each_other_and_tell_what_was_there(self) -> None:
        if not hasattr(self, "at"):
            return
        match = Match.objects.get(pk=self.match_id)
        for seat in self.seats():
            spent = 0
            before: Turn | None = None
            for number, turn in enumerate(seat.turns.order_by("number"), start=1):
                assert turn.number == number
                assert turn.opened_at <= turn.ended_at <= turn.deadline
                assert before is None or (before.ended_at <= turn.opened_at and before.rows <= turn.rows)
                spent += self._spent_in(before, turn.spare_days_left)
                self._is_board_of(seat, turn)
                before = turn
            spent += self._spent_in(before, seat.spare_days_left)
            assert spent + seat.spare_days_left == self.wish.spare_days
            count = before.number if before else 0
            waits = seat.turn_deadline is None and match.phase == Match.Phase.RUNNING
            assert match.turn - 1 <= count <= match.turn or seat.stopped_at is not None
            assert not waits or count == match.turn or seat.stopped_at is not None
            stopped = seat.turns.filter(stopped=True)
            assert [turn.ended_at for turn in stopped] == ([seat.stopped_at] if seat.stopped_at else [])
            assert not stopped or stopped[0].number == count, "nothing comes after the turn in which a seat has stopped"

    def _spent_in(self, before: Turn | None, left: int) -> int:
        left_before = before.spare_days_left if before else self.wish.spare_days
        assert left <= left_before
        return left_before - left

    def _is_board_of(self, seat: Seat, turn: Turn) -> None:
        """Looked at once: rows of a turn, and the moves before them, never change."""
        if turn.pk in self.seen_turns:
            return
        self.seen_turns.add(turn.pk)
        board = boards.board_after(seat, turn.rows)
        assert (turn.foundation_cards, turn.stock_left) == (board.foundation_cards, board.stock_left)

    @invariant()
    def nobody_sees_a_card_beyond_their_own_or_the_other_s_open_turn(self) -> None:
        if not hasattr(self, "at"):
            return
        match = Match.objects.get(pk=self.match_id)
        if match.phase == Match.Phase.ENDED:
            return
        for place, seat in enumerate(self.seats(), start=1):
            view, turns = self.view(place), self.turns(place)
            assert view.deal.seed is view.deal.secret is None
            assert (turns.boards, turns.results) == (None, None)
            board = boards.replayed(seat)
            assert view.board is not None
            turn = None
            if seat.turn_deadline is not None:
                turn = OpenTurn(board, seat.turn_line, self.wish.turn_cards)
                assert turn.left == self.wish.turn_cards - self._placed_in_turn(board, seat.turn_line)
            assert view.board.turned == (board.turned if turn is not None and turn.left > 0 else None)
            assert view.legal == ([str(move) for move in board.legal_moves() if turn.allows(move)] if turn else [])
            assert turns.waits_until is None or turn is None
            for line, shown in zip(turns.lines, self.seats(), strict=True):
                closed = shown.turns.filter(number__lt=match.turn).order_by("-number").first()
                rules = self.wish.rules
                nothing_yet = (rules.foundations, rules.stock_size, self.wish.spare_days, False)
                assert (line.cards, line.stock_left, line.spare_days_left, line.stopped) == (
                    (closed.foundation_cards, closed.stock_left, closed.spare_days_left, closed.stopped)
                    if closed
                    else nothing_yet
                )

    def _placed_in_turn(self, board: Board, line: int) -> int:
        return sum(move.places for move in board.moves[line:])

    @invariant()
    def each_turn_is_told_once_to_those_who_have_it(self) -> None:
        if not hasattr(self, "at"):
            return
        match = Match.objects.get(pk=self.match_id)
        for seat in self.seats():
            had = seat.turns.count() + (seat.turn_deadline is not None)
            if match.phase == Match.Phase.ENDED and seat.stopped_at is None and seat.turns.count() < match.turn:
                had += 1
            rows = Notice.objects.filter(player=seat.player_id, way="page")
            for kind in (Kind.YOUR_TURN, Kind.TURN_ENDS):
                told = rows.filter(kind=kind).order_by("pk").values_list("cause", flat=True)
                assert list(told) == [f"{self.key}/{n}" for n in range(1, had + 1)]
            assert rows.filter(kind=Kind.MATCH_OVER).count() == (match.phase == Match.Phase.ENDED)

    @invariant()
    def it_ends_once_with_the_result_that_the_rules_give(self) -> None:
        if not hasattr(self, "at"):
            return
        match = Match.objects.select_related("deal").get(pk=self.match_id)
        seats = self.seats()
        end = (match.phase, match.winner, match.reason, match.ended_at, [seat.ended_by for seat in seats])
        if self.end is not None:
            assert end == self.end, "an end is an end"
        if match.phase != Match.Phase.ENDED:
            assert (match.winner, [seat.ended_by for seat in seats]) == (None, ["", ""])
            assert match.deadline is not None
            return
        if self.end is None:
            self.end = end
            self._is_right(match, seats)

    def _is_right(self, match: Match, seats: list[Seat]) -> None:
        one, two = (play.result_of(seat, boards.replayed(seat)) for seat in seats)
        ended_by = [seat.ended_by for seat in seats]
        if match.reason in ("resigned", "time"):
            losers = [place for place, how in enumerate(ended_by, start=1) if how == match.reason]
            assert match.winner == (3 - losers[0] if len(losers) == 1 else None)
            assert len(losers) == 1 or match.reason == "time"
            assert match.reason == "resigned" or all(seats[place - 1].spare_days_left == 0 for place in losers)
        else:
            assert all(seat.stopped_at is not None for seat in seats)
            last = tuple(seat.turns.get(stopped=True).number for seat in seats)
            assert len(last) == 2
            result = decided_by_turns((one, two), last)
            assert (match.winner, match.reason) == (result.winner, result.reason)
        assert match.deal.closed_at == match.ended_at
        assert verdict_on(written(match)).holds


TableByTurns.TestCase.settings = settings(max_examples=15, stateful_step_count=30, deadline=None)


class TestAnyInterleavingKeepsTheMatchRight(TableByTurns.TestCase, TestCase):  # type: ignore[misc, valid-type] # made by Hypothesis
    """Django's part: a database, and a transaction around all examples."""
