"""Promises 2 and 3 as properties: whatever is sent, doubled or forgotten, the board is the one the rows make."""

import secrets
from random import Random

import hypothesis.strategies as st
import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis.extra.django import TestCase
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from club.models import Player
from games import boards
from games.deals import SECRET_BYTES
from games.engine.board import Board
from games.engine.rules import Rules
from games.messages import PlayMove
from games.models import Move, Seat
from games.play import SoloWish
from games.tables import Answer
from tests.games.table import AtTable, choice

VARIANTS = ["classic-4-0", "classic-6-1", "reverse-4-0", "broken-4-0", "giant-5-0"]


@pytest.fixture
def settled(db: None) -> None:
    boards.forget_all()


def _line(rules: Rules, number: int) -> list[str]:
    """A whole game's moves, played by the simple player."""
    with transaction.atomic():
        table = AtTable.solo(Player.objects.create_guest(), SoloWish(rules, number))
        table.ready()
        table.play_out()
        return list(Move.objects.filter(seat_id=table.seat_id).order_by("n").values_list("move", flat=True))


@pytest.mark.usefixtures("settled")
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), number=st.integers(1, 50))
def test_any_duplication_reorder_or_reconnect_of_a_script_ends_in_the_same_board(
    data: st.DataObject, number: int
) -> None:
    rules = Rules.parse("classic-4-0")
    line = _line(rules, number)[:30]
    table = AtTable.solo(Player.objects.create_guest(), SoloWish(rules, number))
    table.ready()
    said = data.draw(st.lists(st.tuples(st.integers(1, len(line)), st.sampled_from(["same", "other", "lost"]))))
    for n, kind in said:
        if kind == "lost":
            # A server that was started again has no boards in memory.
            boards.forget_all()
            continue
        rows = table.look().rows
        text = line[n - 1] if kind == "same" else "W9"
        answer = table.say(PlayMove(n, text))
        assert answer.view.rows in (rows, rows + 1)
        assert (answer.refused is None) == (kind == "same" and n <= answer.view.rows)
    for n, text in enumerate(line, start=1):
        assert table.say(PlayMove(n, text)).refused is None
    straight = AtTable.solo(Player.objects.create_guest(), SoloWish(rules, number))
    straight.ready()
    for text in line:
        straight.move(text)
    assert table.look().board == straight.look().board
    rows_stored = Move.objects.filter(seat_id=table.seat_id).order_by("n").values_list("n", "move")
    assert list(rows_stored) == list(enumerate(line, start=1))


class SoloTable(RuleBasedStateMachine):
    """One seat, spoken to in any order; its client knows only what it was answered."""

    @initialize(
        variant=st.sampled_from(VARIANTS),
        number=st.none() | st.integers(1, 9),
        open_stock=st.booleans(),
        chance=st.randoms(use_true_random=False),
    )
    def sit_down(self, variant: str, number: int | None, open_stock: bool, chance: Random) -> None:
        # The operating system's randomness, so that an example can be played again; addresses of tables stay apart.
        self.os_random = pytest.MonkeyPatch()
        self.stored = transaction.atomic()
        self.stored.__enter__()
        real = secrets.token_bytes
        self.os_random.setattr(secrets, "token_bytes", lambda n: chance.randbytes(n) if n == SECRET_BYTES else real(n))
        self.player = Player.objects.create_guest()
        self.table = AtTable.solo(self.player, SoloWish(Rules.parse(variant), number, open_stock))
        self.version, self.view = 0, self.table.look()
        self.take(self.table.ready())

    def teardown(self) -> None:
        if hasattr(self, "os_random"):
            self.os_random.undo()
            # Nothing of an example is left for the next.
            transaction.set_rollback(True)
            self.stored.__exit__(None, None, None)

    def take(self, answer: Answer) -> None:
        assert answer.version >= self.version
        if answer.version == self.version:
            assert answer.view == self.view, "the same version is the same view"
        else:
            assert answer.view != self.view, "the version rises only with the view"
        self.version, self.view = answer.version, answer.view

    @precondition(lambda self: self.view.legal)
    @rule(data=st.data())
    def play(self, data: st.DataObject) -> None:
        self.take(self.table.move(data.draw(st.sampled_from(self.view.legal)), n=self.view.rows + 1))

    @precondition(lambda self: self.view.legal)
    @rule()
    def play_well(self) -> None:
        for _ in range(12):
            if self.view.legal:
                self.take(self.table.move(choice(self.view), n=self.view.rows + 1))

    @rule(text=st.sampled_from(["F1", "F8", "W1", "W8", "W1F1", "W4F2", "W8F8", "R"]))
    def try_anything(self, text: str) -> None:
        answer = self.table.move(text, n=self.view.rows + 1)
        assert (answer.refused is None) == (text in self.view.legal)
        self.take(answer)

    @precondition(lambda self: self.view.rows)
    @rule(data=st.data(), text=st.sampled_from(["F1", "W1", "W2F2", "back"]))
    def repeat_a_number(self, data: st.DataObject, text: str) -> None:
        n = data.draw(st.integers(1, self.view.rows))
        answer = self.table.move(text, n=n)
        assert not answer.told
        self.take(answer)

    @rule(as_practice=st.booleans())
    def take_back(self, as_practice: bool) -> None:
        allowed = self.view.take_back == "free" or (self.view.take_back == "practice" and as_practice)
        answer = self.table.take_back(as_practice, n=self.view.rows + 1)
        assert (answer.refused is None) == allowed
        self.take(answer)

    @rule()
    def lose_the_boards(self) -> None:
        boards.forget_all()

    @rule(chance=st.integers(0, 9))
    def resign_now_and_then(self, chance: int) -> None:
        if chance == 0:
            self.take(self.table.resign())

    @invariant()
    def what_was_answered_is_what_a_fresh_look_shows(self) -> None:
        if hasattr(self, "table"):
            assert self.table.look() == self.view

    @invariant()
    def the_seat_is_what_its_rows_make(self) -> None:
        if not hasattr(self, "table"):
            return
        seat = Seat.objects.select_related("match__deal").get(pk=self.table.seat_id)
        board: Board = boards.replayed(seat)
        assert (seat.foundation_cards, seat.stock_left, seat.direct_points, seat.redeals_used) == (
            board.foundation_cards,
            board.stock_left,
            board.direct_points,
            board.redeals_used,
        )
        assert seat.moves.count() == seat.rows
        assert (seat.ended_at is not None) == (seat.ended_by != "")


SoloTable.TestCase.settings = settings(max_examples=30, stateful_step_count=25, deadline=None)


class TestAnyOrderOfMessagesKeepsTheTableRight(SoloTable.TestCase, TestCase):  # type: ignore[misc, valid-type] # made by Hypothesis
    """Django's part: a database, and a transaction around all examples."""
