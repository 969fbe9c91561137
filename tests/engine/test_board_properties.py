"""Whatever is played, taken back and copied: no card is lost, and the board is its line replayed."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.engine.board import Board
from games.engine.cards import cards_text, pack, parse_cards, rank_of
from games.engine.deal import deal
from games.engine.errors import IllegalMove
from games.engine.move import ALL_MOVES, REDEAL, Move
from games.engine.result import EndedBy, Outcome
from games.engine.rules import Layout, Rules

any_rules = st.builds(Rules, st.sampled_from(Layout), st.integers(3, 8), st.integers(0, 2))
choices = st.integers(0, 10_000)


class BoardMachine(RuleBasedStateMachine):
    """A board under random hands, beside a copy put aside earlier."""

    @initialize(rules=any_rules, seed=st.binary(min_size=32, max_size=32))
    def deal_the_cards(self, rules: Rules, seed: bytes) -> None:
        self.board = Board(deal(rules, seed))
        self.put_aside = self.board.copy()
        self.put_aside_text = self.board.to_text()

    def play(self, move: Move) -> None:
        before = self.board.copy()
        self.board.play(move)
        after = self.board.copy()
        assert self.board.take_back() is move
        assert self.board == before
        self.board.play(move)
        assert self.board == after

    @precondition(lambda self: self.board.legal_moves())
    @rule(choice=choices)
    def play_a_legal_move(self, choice: int) -> None:
        legal = self.board.legal_moves()
        self.play(legal[choice % len(legal)])

    # Long runs, or the stock would hardly ever be used up; cards that go up go up at once half of the time.
    @rule(hands=st.lists(choices, min_size=20, max_size=60))
    def play_on(self, hands: list[int]) -> None:
        for choice in hands:
            legal = self.board.legal_moves()
            upward = [move for move in legal if move.foundation]
            preferred = upward if upward and choice % 2 else legal
            if preferred:
                self.play(preferred[choice // 2 % len(preferred)])

    @precondition(lambda self: self.board.moves)
    @rule(back=st.integers(1, 8))
    def take_back(self, back: int) -> None:
        for _ in range(min(back, len(self.board.moves))):
            self.board.take_back()

    @rule()
    def put_a_copy_aside(self) -> None:
        self.put_aside = self.board.copy()
        self.put_aside_text = self.board.to_text()

    @invariant()
    def no_card_is_lost_or_doubled(self) -> None:
        board = self.board
        piles = [*board.foundations, *board.waste]
        turned = [board.turned] if board.turned is not None else []
        cards = [*(card for pile in piles for card in pile), *turned, *board.stock_ahead]
        assert sorted(cards) == sorted(pack(board.rules.packs))
        assert parse_cards(cards_text(cards)) == cards
        assert board.stock_left == len(turned) + len(board.stock_ahead)

    @invariant()
    def the_legal_moves_are_those_that_play_accepts(self) -> None:
        accepted = []
        probe = self.board.copy()
        for move in ALL_MOVES:
            try:
                probe.play(move)
            except IllegalMove:
                assert probe == self.board
            else:
                accepted.append(move)
                probe.take_back()
        assert self.board.legal_moves() == accepted
        assert (self.board.outcome is Outcome.PLAYING) is bool(accepted)

    @invariant()
    def a_replay_of_the_line_gives_the_same_board(self) -> None:
        board = self.board
        again = Board.replay(board.dealt, board.moves)
        assert again == board
        assert Board.parse(board.to_text()) == board
        assert again.result() == board.result()
        assert again.last_move_showed_a_card is board.last_move_showed_a_card

    @invariant()
    def the_counts_are_those_of_the_line(self) -> None:
        board = self.board
        line = board.moves
        until_redeal = line[: line.index(REDEAL)] if REDEAL in line else line
        upward = [move for move in line if move.foundation]
        assert board.foundation_cards == board.rules.foundations + len(upward)
        assert board.direct_points == sum(move.places for move in until_redeal if move.foundation)
        assert board.redeals_used == line.count(REDEAL) <= board.rules.redeals
        assert (board.outcome is Outcome.WON) is (board.foundation_cards == board.rules.cards_total)
        near = board.rules.near_win_at <= board.foundation_cards < board.rules.cards_total
        assert board.result(EndedBy.RESIGNED).near_win is near

    @invariant()
    def each_foundation_follows_its_order(self) -> None:
        board = self.board
        for place, cards in enumerate(board.foundations):
            order = board.foundation_order(place)
            assert tuple(map(rank_of, cards)) == order[: len(cards)]
            assert board.wants(place) == (order[len(cards)] if len(cards) < 13 else 0)

    @invariant()
    def a_sure_finish_wins(self) -> None:
        finish = self.board.finish()
        if finish:
            assert self.board.turned is None
            finished = self.board.copy()
            for move in finish:
                finished.play(move)
            assert finished.outcome is Outcome.WON

    @invariant()
    def the_copy_put_aside_has_not_moved(self) -> None:
        assert self.put_aside.to_text() == self.put_aside_text
        assert self.put_aside == Board.parse(self.put_aside_text)


TestBoards = BoardMachine.TestCase
TestBoards.settings = settings(max_examples=40, stateful_step_count=20, deadline=None)
