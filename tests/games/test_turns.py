"""Whole matches by correspondence, to each kind of end; every record of one verifies."""

import pytest

from club.models import Player
from games.engine.rules import Rules
from games.models import Match
from games.play import TurnsWish
from tests.games.table import choice
from tests.games.turning import DAY, EASIEST, HOUR, AtTurns, ByTurns

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(alice: Player, bob: Player) -> ByTurns:
    """Classic in six turns of eight cards."""
    return ByTurns.begun(alice, bob, TurnsWish(Rules.parse("classic-4-0"), 8))


@pytest.fixture
def easy(alice: Player, bob: Player) -> ByTurns:
    """A variant that the simple player wins, in turns of eight cards."""
    return ByTurns.begun(alice, bob, TurnsWish(EASIEST, 8))


def play_by_detours(seat: AtTurns) -> None:
    """What the simple player does, but nothing goes straight from the stock to a foundation."""
    view = seat.look()
    while view.legal:
        text = choice(view)
        if text.startswith("F"):
            seat.move("W1")
            text = f"W1{text}"
        view = seat.move(text).view
    seat.end_turn()


# --- to the end -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "cards", "turns"),
    [
        ("classic-4-0", 1, 48),
        ("classic-4-0", 2, 24),
        ("classic-4-0", 4, 12),
        ("classic-4-0", 8, 6),
        ("reverse-5-0", 8, 6),
        ("broken-4-0", 4, 12),
        ("giant-4-0", 8, 12),
        ("giant-6-0", 4, 24),
    ],
)
def test_a_match_takes_as_many_turns_as_its_stock_has(
    alice: Player, bob: Player, variant: str, cards: int, turns: int
) -> None:
    match = ByTurns.begun(alice, bob, TurnsWish(Rules.parse(variant), cards))
    match.play_to_end()
    assert match.outcome() == (None, "equal", ["blocked", "blocked"])
    ended = match.match()
    assert (ended.turn, ended.ended_at) == (turns, ended.started_at and match.now - HOUR)
    stock = Rules.parse(variant).stock_size
    for seat in match.both:
        stored = seat.stored_turns()
        assert [turn.number for turn in stored] == list(range(1, turns + 1))
        assert [turn.stock_left for turn in stored] == [stock - cards * n for n in range(1, turns + 1)]
        assert [turn.stopped for turn in stored] == [False] * (turns - 1) + [True]
        assert all(turn.deadline == turn.opened_at + DAY for turn in stored)
        assert stored[-1].foundation_cards == seat.stored().foundation_cards


@pytest.mark.parametrize(("variant", "cards"), [("classic-8-2", 1), ("classic-8-2", 4), ("giant-8-2", 8)])
def test_with_redeals_a_match_goes_on_from_the_new_stock(alice: Player, bob: Player, variant: str, cards: int) -> None:
    match = ByTurns.begun(alice, bob, TurnsWish(Rules.parse(variant), cards))
    for _ in range(Rules.parse(variant).stock_size // cards):
        match.one.hold_turn_back()
        match.two.hold_turn_back()
    assert match.one.turns.closed == Rules.parse(variant).stock_size // cards
    assert match.one.look().board.stock_left == 0  # type: ignore[union-attr]
    assert "R" in match.one.look().legal
    match.play_to_end()
    assert match.outcome() == (None, "equal", ["won", "won"])
    assert match.one.stored().redeals_used > 0
    assert match.match().turn > Rules.parse(variant).stock_size // cards


def test_both_play_the_deal_that_both_have_mixed(match: ByTurns) -> None:
    one, two = match.one.look(), match.two.look()
    assert one.board == two.board
    assert (one.deal.commitment, one.deal.seed) == (two.deal.commitment, None)
    match.one.resign()
    deal = match.two.look().deal
    assert deal.contributions == [b"1".hex() * 16, b"2".hex() * 16]
    assert deal.seed == bytes(match.match().deal.seed or b"").hex()


# --- decided by the boards --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("better", [1, 2])
def test_more_cards_win_where_no_board_is_won(match: ByTurns, better: int) -> None:
    good, bad = match.both if better == 1 else match.both[::-1]
    while match.match().phase == Match.Phase.RUNNING:
        good.play_turn()
        bad.hold_turn_back()
    winner, reason, ended_by = match.outcome()
    assert (winner, reason) == (better, "more_cards")
    assert ended_by[better - 1] == "blocked"


@pytest.mark.parametrize("better", [1, 2])
def test_more_direct_points_win_where_cards_are_equal(match: ByTurns, better: int) -> None:
    straight, roundabout = match.both if better == 1 else match.both[::-1]
    while match.match().phase == Match.Phase.RUNNING:
        straight.play_turn()
        play_by_detours(roundabout)
    assert match.outcome() == (better, "more_direct_points", ["blocked", "blocked"])


def test_a_board_that_is_ended_with_moves_left_on_it_is_no_blocked_one(match: ByTurns) -> None:
    while match.match().phase == Match.Phase.RUNNING:
        match.one.hold_turn_back()
        match.two.hold_turn_back()
    assert match.outcome() == (None, "equal", ["decided", "decided"])


def test_one_win_beats_none(easy: ByTurns) -> None:
    while easy.match().phase == Match.Phase.RUNNING:
        if easy.one.is_playing:
            easy.one.play_turn()
        if easy.two.is_playing:
            easy.two.hold_turn_back()
    assert easy.outcome() == (1, "first_to_win", ["won", "decided"])
    assert easy.two.stored().stopped_at is not None


def test_of_two_wins_the_one_with_fewer_redeals_comes_first(alice: Player, bob: Player) -> None:
    match = _second_holds_back_its_first_stock(alice, bob, deal=1)
    assert match.outcome() == (1, "fewer_redeals", ["won", "won"])
    assert match.one.stored().redeals_used < match.two.stored().redeals_used


def test_of_two_wins_with_as_many_redeals_the_earlier_turn_comes_first(alice: Player, bob: Player) -> None:
    match = _second_holds_back_its_first_stock(alice, bob, deal=3)
    assert match.outcome() == (1, "earlier_turn", ["won", "won"])
    assert match.one.stored().redeals_used == match.two.stored().redeals_used
    assert match.one.stored_turns()[-1].number < match.two.stored_turns()[-1].number


def _second_holds_back_its_first_stock(one: Player, two: Player, deal: int) -> ByTurns:
    """The test's deal of that number, ended."""
    for _ in range(deal - 1):
        ByTurns.begun(one, two, TurnsWish(EASIEST, 4))
    match = ByTurns.begun(one, two, TurnsWish(EASIEST, 8))
    for _ in range(6):
        if match.one.is_playing:
            match.one.play_turn()
        match.two.hold_turn_back()
    match.play_to_end()
    return match


def test_two_wins_in_one_turn_go_by_direct_points(easy: ByTurns) -> None:
    play_by_detours(easy.two)
    easy.one.play_turn()
    easy.play_to_end()
    assert easy.outcome() == (1, "more_direct_points", ["won", "won"])


def test_two_wins_alike_in_all_are_a_draw(easy: ByTurns) -> None:
    easy.play_to_end()
    assert easy.outcome() == (None, "equal", ["won", "won"])
