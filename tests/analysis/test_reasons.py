"""What the coach says of a move is true of the position, and is said where it matters."""

from __future__ import annotations

from random import Random

import pytest

from games.analysis.position import Position
from games.analysis.reasons import Code, Reason, against, distinguishing, in_favour
from games.engine.board import Board
from games.engine.deal import deal
from games.engine.move import Move
from games.engine.rules import Layout, Rules, foundation_order
from tests.analysis.truth import holds

CLASSIC = tuple(foundation_order(start, start) for start in (1, 2, 3, 4))


def position(
    waste: list[list[int]], turned: int = 0, progress: tuple[int, ...] = (1, 1, 1, 1), redeals_left: int = 0
) -> Position:
    """A Classic position: 1 2 3 … on the first foundation, 2 4 6 …, 3 6 9 … and 4 8 Q … on the others."""
    stock_left = 52 - sum(progress) - sum(map(len, waste))
    return Position(CLASSIC, progress, tuple(map(tuple, waste)), turned, stock_left, redeals_left)


def said_for(at: Position, move: str) -> dict[Code, Reason]:
    return {reason.code: reason for reason in in_favour(at, Move.parse(move))}


def said_against(at: Position, move: str) -> dict[Code, Reason]:
    return {reason.code: reason for reason in against(at, Move.parse(move))}


def test_a_card_that_completes_its_foundation_says_so() -> None:
    last = position([[], [], [], []], turned=13, progress=(12, 1, 1, 1))
    assert said_for(last, "F1")[Code.COMPLETES] == Reason(Code.COMPLETES, foundation=1)
    assert Code.COMPLETES not in said_for(position([[], [], [], []], turned=2), "F1")


def test_a_chain_counts_the_cards_that_can_follow() -> None:
    """2 on the ace; then 3 and 4 from the piles, and the 5 that lay under the 3."""
    chain = position([[5, 3], [4], [], []], turned=2)
    assert said_for(chain, "F1")[Code.OPENS_CHAIN] == Reason(Code.OPENS_CHAIN, count=3)


def test_what_could_go_up_anyway_is_no_chain_of_the_move() -> None:
    assert Code.OPENS_CHAIN not in said_for(position([[4], [], [], []], turned=2), "F1")


def test_taking_a_card_up_tells_what_lies_below_it() -> None:
    assert said_for(position([[4, 2], [], [], []], turned=9), "W1F1")[Code.UNCOVERS_WANTED] == Reason(
        Code.UNCOVERS_WANTED, rank=4, foundation=2
    )
    soon = said_for(position([[5, 2], [], [], []], turned=9), "W1F1")[Code.UNCOVERS_SOON]
    assert soon == Reason(Code.UNCOVERS_SOON, rank=5, foundation=1, count=2)
    assert said_for(position([[2], [], [], []], turned=9), "W1F1")[Code.EMPTIES] == Reason(Code.EMPTIES, pile=1)


def test_the_foundations_next_card_is_still_to_come_or_lies_buried() -> None:
    """After the 2 the first foundation wants a 3, of which one lies on its own foundation."""
    assert said_for(position([[], [], [], []], turned=2), "F1")[Code.STILL_TO_COME] == Reason(
        Code.STILL_TO_COME, rank=3, foundation=1, count=3
    )
    buried = position([[3, 3, 3, 13], [], [], []], turned=2)
    assert said_against(buried, "F1")[Code.NEXT_BURIED] == Reason(Code.NEXT_BURIED, rank=3, foundation=1)
    assert Code.STILL_TO_COME not in said_for(buried, "F1")


def test_a_card_lies_well_on_one_that_is_wanted_later() -> None:
    """Foundation 4 wants an 8 now, foundation 3 a 9 after one card; to 5 foundation 1 comes before any comes to J."""
    well = said_for(position([[9], [11], [], []], turned=8), "W1")
    assert well[Code.WANTED_FIRST] == Reason(Code.WANTED_FIRST, rank=8, other=9, count=1)
    also = said_for(position([[9], [11], [], []], turned=5), "W2")
    assert also[Code.WANTED_FIRST] == Reason(Code.WANTED_FIRST, rank=5, other=11, count=1)


def test_eight_is_wanted_twice_before_three() -> None:
    """Foundation 2 comes to 8 after two cards, foundation 4 after none; to 3 foundation 4 after two, others later."""
    at = position([[3], [], [], []], turned=8, progress=(3, 1, 1, 1))
    assert said_for(at, "W1")[Code.WANTED_FIRST] == Reason(Code.WANTED_FIRST, rank=8, other=3, count=1)
    nearer = position([[3], [], [], []], turned=8, progress=(3, 2, 1, 1))
    assert said_for(nearer, "W1")[Code.WANTED_FIRST] == Reason(Code.WANTED_FIRST, rank=8, other=3, count=2)


def test_the_card_below_can_follow_where_it_comes_next_on_a_foundation() -> None:
    followed = said_for(position([[6], [], [], []], turned=5), "W1")[Code.FOLLOWED]
    assert followed == Reason(Code.FOLLOWED, rank=5, other=6, foundation=1)
    assert Code.FOLLOWED not in said_for(position([[6], [], [], []], turned=5, progress=(6, 1, 1, 1)), "W1")


def test_a_pile_in_order_is_worth_keeping_so() -> None:
    at = position([[11, 7], [7, 11], [], []], turned=5)
    assert said_for(at, "W1")[Code.IN_ORDER] == Reason(Code.IN_ORDER, pile=1, count=3)
    assert Code.IN_ORDER not in said_for(at, "W2")


def test_kings_belong_together_and_bury_nothing_but_kings() -> None:
    at = position([[13], [7], [], [9]], turned=13)
    assert said_for(at, "W1")[Code.KING_TO_KINGS] == Reason(Code.KING_TO_KINGS, pile=1)
    assert said_against(at, "W2")[Code.KING_BURIES] == Reason(Code.KING_BURIES, pile=2, count=1)
    other = position([[13], [7], [], [9]], turned=5)
    assert said_for(other, "W1")[Code.BURIES_ONLY_KINGS] == Reason(Code.BURIES_ONLY_KINGS, pile=1)
    assert said_for(other, "W2")[Code.KEEPS_KINGS_FREE] == Reason(Code.KEEPS_KINGS_FREE, pile=1)


def test_nothing_is_said_of_kings_where_they_do_not_come_last() -> None:
    broken = tuple(foundation_order(start, 1) for start in (7, 8, 9, 10))
    at = Position(broken, (1, 1, 1, 1), ((13,), (7,), (), ()), 13, 40, 0)
    kings = {Code.KING_TO_KINGS, Code.BURIES_ONLY_KINGS, Code.KEEPS_KINGS_FREE, Code.KING_BURIES}
    for move in ("W1", "W2", "W3"):
        assert not kings & {*said_for(at, move), *said_against(at, move)}


def test_empty_piles_are_kept_or_taken() -> None:
    at = position([[9], [], [7], [6]], turned=5)
    assert said_for(at, "W1")[Code.KEEPS_EMPTY] == Reason(Code.KEEPS_EMPTY, pile=2)
    assert said_for(at, "W2")[Code.COVERS_NOTHING] == Reason(Code.COVERS_NOTHING, pile=2)
    assert said_against(at, "W2")[Code.TAKES_LAST_EMPTY] == Reason(Code.TAKES_LAST_EMPTY, pile=2)
    assert Code.TAKES_LAST_EMPTY not in said_against(position([[9], [], [], [6]], turned=5), "W2")


def test_it_counts_against_a_pile_what_is_wanted_there() -> None:
    at = position([[2], [5], [9, 11], [13, 7]], turned=12)
    assert said_against(at, "W1")[Code.COVERS_WANTED] == Reason(Code.COVERS_WANTED, rank=2, foundation=1)
    assert Code.COVERS_SOON not in said_against(at, "W2")
    soon = position([[6], [3], [], []], turned=11)
    assert said_against(soon, "W2")[Code.COVERS_SOON] == Reason(
        Code.COVERS_SOON, rank=3, other=11, foundation=1, count=1
    )
    deep = position([[5, 13], [], [], []], turned=11)
    assert said_against(deep, "W1")[Code.WANTED_LATER] == Reason(Code.WANTED_LATER, rank=5, other=11, pile=1, count=1)
    assert said_against(position([[8, 9], [], [], []], turned=8), "W1")[Code.COVERS_EQUAL] == Reason(
        Code.COVERS_EQUAL, rank=8, pile=1
    )


def test_holding_back_is_named_and_what_makes_it_bearable() -> None:
    at = position([[2], [9], [], []], turned=2)
    assert said_against(at, "W2")[Code.HOLDS_BACK] == Reason(Code.HOLDS_BACK, rank=2, foundation=1)
    assert said_for(at, "W2")[Code.ANOTHER_OPEN] == Reason(Code.ANOTHER_OPEN, rank=2, pile=1, foundation=1)
    assert Code.ANOTHER_OPEN not in said_for(at, "W1")


def test_a_redeal_deals_all_waste_cards_again() -> None:
    at = position([[2, 5], [9], [], []], redeals_left=1)
    assert said_for(at, "R") == {Code.SHUFFLES: Reason(Code.SHUFFLES, count=3)}


def test_only_what_does_not_hold_of_all_other_moves_distinguishes_one() -> None:
    at = position([[13], [9], [7], []], turned=5)
    to_nine = in_favour(at, Move.parse("W2"))
    to_seven = in_favour(at, Move.parse("W3"))
    assert {Code.KEEPS_EMPTY, Code.KEEPS_KINGS_FREE} <= {reason.code for reason in to_nine}
    assert distinguishing(to_nine, []) == to_nine
    assert {reason.code for reason in distinguishing(to_nine, [to_seven])} == {reason.code for reason in to_nine} - {
        reason.code for reason in to_seven
    }


def test_the_most_telling_is_said_first() -> None:
    said = in_favour(position([[5, 3], [4], [], []], turned=2), Move.parse("F1"))
    assert [reason.code for reason in said] == sorted((reason.code for reason in said), key=list(Code).index)


@pytest.mark.parametrize("layout", Layout)
def test_whatever_is_said_is_true_in_games_of_all_layouts(layout: Layout) -> None:
    random = Random(f"reasons of {layout}")
    said: set[Code] = set()
    for _ in range(12):
        board = Board(deal(Rules(layout, random.randint(3, 8), random.randint(0, 2)), random.randbytes(32)))
        while legal := board.legal_moves():
            at = Position.of(board)
            for move in legal:
                for reason in (*in_favour(at, move), *against(at, move)):
                    said.add(reason.code)
                    assert holds(reason, board, move), f"{reason} of {move} at {board!r}"
            upward = [move for move in legal if move.foundation]
            board.play(random.choice(upward if upward and random.random() < 0.6 else legal))
    kings = {Code.KING_TO_KINGS, Code.BURIES_ONLY_KINGS, Code.KEEPS_KINGS_FREE, Code.KING_BURIES}
    assert {*Code} - said <= (kings if layout in (Layout.REVERSE, Layout.BROKEN) else set())
