"""What may be played, what comes of it, and what is refused by which rule."""

from __future__ import annotations

import pytest

from games.engine.board import Board
from games.engine.cards import cards_text, pack
from games.engine.errors import BrokenRule, IllegalMove, InvalidMove, NothingToTakeBack
from games.engine.move import ALL_MOVES, REDEAL, Move
from games.engine.result import EndedBy, Outcome
from tests.engine.laid_out import classic, moves, winning
from tests.engine.replays import REPLAYS, Replay, replay_that


def played(line: str, stock_begins: str = "", *, redeals: int = 0) -> Board:
    return Board.replay(classic(stock_begins, redeals=redeals), moves(line))


def stock_on_pile(pile: int, *, redeals: int = 0) -> Board:
    """All 48 cards of the stock held back on one pile."""
    return played(f"W{pile} " * 48, redeals=redeals)


def refused(board: Board, text: str) -> BrokenRule:
    before = board.copy()
    with pytest.raises(IllegalMove) as refusal:
        board.play(Move.parse(text))
    assert board == before
    assert str(refusal.value).startswith(f"{text} is not allowed: ")
    return refusal.value.rule


def test_at_the_start_the_starters_lie_ready_and_one_card_is_open() -> None:
    board = Board(classic("TD8S"))
    assert board.foundations == [["AC"], ["2C"], ["3C"], ["4C"]]
    assert board.waste == [[], [], [], []]
    assert board.turned == "TD"
    assert board.stock_left == 48
    assert board.stock_ahead[0] == "8S"
    assert len(board.stock_ahead) == 47
    assert board.steps == (1, 2, 3, 4)
    assert [board.wants(place) for place in range(4)] == [2, 4, 6, 8]
    assert board.foundation_cards == 4
    assert board.moves == []
    assert board.outcome is Outcome.PLAYING


def test_a_wanted_card_goes_straight_up_and_opens_the_next() -> None:
    board = played("F1", "2D8S")
    assert board.foundations[0] == ["AC", "2D"]
    assert board.wants(0) == 3
    assert board.turned == "8S"
    assert (board.foundation_cards, board.direct_points, board.stock_left) == (5, 1, 47)


def test_a_wanted_card_may_be_held_back() -> None:
    board = played("W3", "2D8S")
    assert board.waste[2] == ["2D"]
    assert board.wants(0) == 2


def test_the_top_of_a_waste_pile_goes_up_without_a_point() -> None:
    board = played("W3 W3F1", "2D8S")
    assert board.foundations[0] == ["AC", "2D"]
    assert board.waste[2] == []
    assert (board.foundation_cards, board.direct_points, board.stock_left) == (5, 0, 47)


def test_only_the_top_of_a_waste_pile_can_be_played() -> None:
    board = played("W3 W3", "2DTD")
    assert refused(board, "W3F1") is BrokenRule.FOUNDATION_WANTS_ANOTHER_RANK


def test_legal_moves_are_sorted_by_their_text() -> None:
    assert [str(move) for move in played("W2", "2D2H").legal_moves()] == [
        "F1",
        "W1",
        "W2",
        "W2F1",
        "W3",
        "W4",
    ]
    assert stock_on_pile(2, redeals=1).legal_moves() == [REDEAL]


def test_one_rank_may_go_to_any_foundation_that_wants_it() -> None:
    # 2, 3 and 4 on foundation 1 and 4, 6 on foundation 2 leave 5 and 8 wanted, 8 by two of them.
    board = played("F1 F1 F1 F2 F2", "2D3D4D4H6D8D")
    assert [board.wants(place) for place in range(4)] == [5, 8, 6, 8]
    assert [str(move) for move in board.legal_moves()] == ["F2", "F4", "W1", "W2", "W3", "W4"]
    board.play(Move.parse("W1"))
    assert {"W1F2", "W1F4"} <= {str(move) for move in board.legal_moves()}


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("F1", BrokenRule.FOUNDATION_WANTS_ANOTHER_RANK),
        ("F5", BrokenRule.NO_SUCH_FOUNDATION),
        ("W5", BrokenRule.NO_SUCH_PILE),
        ("W5F1", BrokenRule.NO_SUCH_PILE),
        ("W1F5", BrokenRule.NO_SUCH_FOUNDATION),
        ("W1F1", BrokenRule.PILE_EMPTY),
        ("R", BrokenRule.STOCK_NOT_USED_UP),
    ],
)
def test_it_names_the_rule_that_a_move_breaks(text: str, rule: BrokenRule) -> None:
    assert refused(Board(classic("TD")), text) is rule


def test_nothing_is_placed_from_a_stock_that_is_used_up() -> None:
    board = stock_on_pile(1)
    assert refused(board, "W1") is BrokenRule.STOCK_USED_UP
    assert refused(board, "F1") is BrokenRule.STOCK_USED_UP


def test_a_complete_foundation_takes_nothing_not_even_its_first_rank() -> None:
    board = played("F1 " * 12, "2D3D4D5D6D7D8D9DTDJDQDKDADAH")
    assert board.wants(0) == 0
    assert refused(board, "F1") is BrokenRule.FOUNDATION_COMPLETE
    board.play(Move.parse("W1"))
    assert refused(board, "W1F1") is BrokenRule.FOUNDATION_COMPLETE
    assert not {str(move) for move in board.legal_moves()} & {"F1", "W1F1"}


def test_a_refused_move_says_why_in_words() -> None:
    with pytest.raises(IllegalMove, match="F1 is not allowed: the foundation wants another rank"):
        Board(classic("TD")).play(Move.parse("F1"))


def test_every_rule_that_can_be_broken_has_its_words() -> None:
    for rule in BrokenRule:
        assert len(str(IllegalMove("R", rule))) > len("R is not allowed: ")


def test_blocked_is_a_used_up_stock_with_nothing_to_move() -> None:
    # The last card of the pack's order is a king, and no foundation wants one yet.
    board = stock_on_pile(1)
    assert board.turned is None
    assert board.stock_ahead == ()
    assert board.legal_moves() == []
    assert board.outcome is Outcome.BLOCKED


def test_it_is_not_blocked_while_a_redeal_is_left() -> None:
    board = stock_on_pile(1, redeals=1)
    assert board.outcome is Outcome.PLAYING
    assert board.legal_moves() == [REDEAL]


def test_it_is_not_blocked_while_a_waste_card_goes_up() -> None:
    last_is_wanted = cards_text(card for card in pack(1)[4:] if card != "2D") + "2D"
    board = played("W1 " * 48, last_is_wanted)
    assert board.outcome is Outcome.PLAYING
    assert [str(move) for move in board.legal_moves()] == ["W1F1"]


def test_all_cards_on_the_foundations_win() -> None:
    dealt, line = winning()
    board = Board.replay(dealt, line)
    assert board.outcome is Outcome.WON
    assert board.legal_moves() == []
    assert board.result(EndedBy.WON).to_json() == {
        "outcome": "won",
        "foundation_cards": 52,
        "direct_points": 48,
        "near_win": False,
        "stock_left": 0,
        "redeals_used": 0,
    }
    assert all(refused(board, str(move)) for move in ALL_MOVES)


def test_a_redeal_makes_a_new_stock_of_the_waste_and_empties_the_piles() -> None:
    board = played("W1 W2 " * 24 + "R", redeals=2)
    assert board.stock_left == 48
    assert board.waste == [[], [], [], []]
    assert board.turned is not None
    assert sorted([board.turned, *board.stock_ahead]) == sorted(classic().stock)
    assert board.redeals_used == 1
    assert board.last_move_showed_a_card


def test_a_second_redeal_differs_from_the_first() -> None:
    once = played("W1 " * 48 + "R", redeals=2)
    first_stock = (once.turned, *once.stock_ahead)
    twice = Board.replay(once.dealt, moves("W1 " * 48 + "R " + "W1 " * 48 + "R"))
    assert (twice.turned, *twice.stock_ahead) != first_stock
    assert twice.redeals_used == 2


def test_there_are_only_so_many_redeals() -> None:
    assert refused(stock_on_pile(1), "R") is BrokenRule.NO_REDEAL_LEFT
    used = played("W1 " * 48 + "R " + "W1 " * 48, redeals=1)
    assert refused(used, "R") is BrokenRule.NO_REDEAL_LEFT


def test_a_redeal_needs_a_card_on_the_waste() -> None:
    dealt, line = winning(redeals=1)
    assert refused(Board.replay(dealt, line), "R") is BrokenRule.NOTHING_TO_REDEAL


def test_direct_points_end_with_the_first_redeal() -> None:
    board = Board.replay(classic("2D", redeals=1), moves("F1 " + "W1 " * 47 + "R"))
    while not any(move.foundation and move.places for move in board.legal_moves()):
        board.play(Move.parse("W2"))
    upward = next(move for move in board.legal_moves() if move.foundation and move.places)
    board.play(upward)
    assert board.foundation_cards == 6
    assert board.direct_points == 1
    board.take_back()
    assert board.direct_points == 1


def test_taking_back_gives_the_very_same_board() -> None:
    board = played("W3 F1 W3F2", "4D2DTD")
    for line in ("W3 F1", "W3", ""):
        board.take_back()
        assert board == played(line, "4D2DTD")


def test_a_redeal_can_be_taken_back_and_comes_out_the_same() -> None:
    board = played("W1 W2 W3 " * 16, redeals=1)
    before = board.copy()
    board.play(REDEAL)
    redealt = board.copy()
    assert board.take_back() is REDEAL
    assert board == before
    board.play(REDEAL)
    assert board == redealt


def test_there_is_nothing_to_take_back_at_the_start() -> None:
    with pytest.raises(NothingToTakeBack):
        Board(classic()).take_back()


@pytest.mark.parametrize(
    ("line", "showed"),
    [("", False), ("W3", True), ("F1", True), ("W3 W3F1", False), ("W1 " * 47, True), ("W1 " * 48, False)],
)
def test_it_tells_whether_the_last_move_showed_a_card(line: str, showed: bool) -> None:
    assert played(line, "2D2H").last_move_showed_a_card is showed


def test_a_copy_goes_its_own_way() -> None:
    board = played("W1 F1", "4D2D4H")
    twin = board.copy()
    assert twin == board
    twin.play(Move.parse("W1F2"))
    assert twin != board
    assert board == played("W1 F1", "4D2D4H")
    board.take_back()
    assert twin == played("W1 F1 W1F2", "4D2D4H")


def test_boards_differ_by_deal_and_by_line() -> None:
    assert Board(classic("2D")) != Board(classic("2H"))
    assert Board(classic()) != Board(classic(redeals=1))
    # The same piles, reached in another order.
    assert played("W1 W2 W1F1 W2F2", "2D4D") != played("W1 W2 W2F2 W1F1", "2D4D")
    assert Board(classic()) != "a board"


@pytest.mark.parametrize("replay", REPLAYS[::7], ids=str)
def test_a_board_goes_to_text_and_back(replay: Replay) -> None:
    board = replay.board()
    assert Board.parse(board.to_text()) == board
    assert Board.parse(Board(replay.dealt()).to_text()) == Board(replay.dealt())


def test_the_text_of_a_board_is_rules_seed_and_moves() -> None:
    replay = REPLAYS[0]
    assert replay.board(3).to_text() == f"classic-4-0 {replay.seed.hex()} W3 F4 W1"


def test_a_text_that_is_no_board_is_refused() -> None:
    seed = bytes(32).hex()
    with pytest.raises(InvalidMove):
        Board.parse(f"classic-4-0 {seed} X1")
    with pytest.raises(IllegalMove):
        Board.parse(f"classic-4-0 {seed} W1F1")
    for text in ("", "classic-4-0", "classic-4-0 00", f"spider-4-0 {seed}"):
        with pytest.raises(ValueError, match=r"."):
            Board.parse(text)


def test_a_board_in_a_log_tells_no_card_to_come() -> None:
    board = played("W1", "TD8S7H")
    assert repr(board) == "<Board classic-4-0 [W1] playing, 47 left in the stock>"


def test_near_win_is_45_of_52_without_a_win() -> None:
    for replay in REPLAYS:
        board = replay.board()
        enough = board.foundation_cards >= board.rules.near_win_at
        won = board.outcome is Outcome.WON
        assert board.result(replay.ended_by()).near_win is (enough and not won)


def test_a_board_still_played_is_no_near_win_until_it_is_ended() -> None:
    dealt, line = winning()
    short_of_four = Board.replay(dealt, line[:-4])
    assert short_of_four.foundation_cards == 48
    assert short_of_four.result().near_win is False
    for reason in (EndedBy.RESIGNED, EndedBy.TIME, EndedBy.LEFT, EndedBy.DECIDED, EndedBy.DAY_OVER):
        assert short_of_four.result(reason).near_win is True
    assert Board.replay(dealt, line[:-7]).result(EndedBy.RESIGNED).near_win is True
    assert Board.replay(dealt, line[:-8]).result(EndedBy.RESIGNED).near_win is False


def test_the_order_of_a_foundation_is_all_its_thirteen_ranks() -> None:
    board = Board(classic())
    assert board.foundation_order(1) == (2, 4, 6, 8, 10, 12, 1, 3, 5, 7, 9, 11, 13)
    assert board.foundation_order(0) == tuple(range(1, 14))


def test_giant_is_won_with_104_cards() -> None:
    replay = replay_that(Outcome.WON, redeals_used=1, packs=2)
    assert replay.board().foundation_cards == 104
