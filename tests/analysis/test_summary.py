"""The course of a board, its dead cards, and where two boards part: worked out by hand, and counted again otherwise."""

import dataclasses
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.analysis.summary import Course, course_of, longest, parting
from games.engine.board import Board
from games.engine.cards import RANK_OF, cards_text
from games.engine.deal import Dealt, deal
from games.engine.errors import IllegalMove
from games.engine.move import REDEAL, Move
from games.engine.rules import Rules
from tests.engine.laid_out import classic, moves
from tests.engine.replays import REPLAYS, Replay

LAYOUTS = ["classic-4-0", "classic-3-2", "reverse-5-1", "broken-4-0", "giant-6-1"]


def dead(course: Course) -> list[tuple[str, int, int, bool]]:
    return [(card.card, card.pile, card.lasted, card.to_the_end) for card in course.dead]


def random_line(dealt: Dealt, chance: Random, most: int = 600) -> list[Move]:
    board = Board(dealt)
    while len(board.moves) < most and (legal := board.legal_moves()):
        board.play(chance.choice(legal))
    return board.moves


# --- the course -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("replay", REPLAYS, ids=str)
def test_each_step_is_the_board_as_it_stood_then(replay: Replay) -> None:
    board = Board(replay.dealt())
    placed = 0
    for step in course_of(replay.dealt(), map(Move.parse, replay.moves)).steps:
        board.play(step.move)
        placed += step.move.places
        assert (step.n, step.placed) == (len(board.moves), placed)
        assert (step.cards, list(step.heights)) == (board.foundation_cards, [len(pile) for pile in board.waste])


def test_a_step_names_its_card_and_what_it_lies_on() -> None:
    course = course_of(classic("9H2D5S2H"), moves("W1 W1 W2 F1"))
    assert [(step.card, step.onto) for step in course.steps] == [
        ("9H", None),
        ("2D", "9H"),
        ("5S", None),
        ("2H", "AC"),
    ]


def test_the_last_card_of_an_emptied_pile_and_a_redeal_are_named_too() -> None:
    dealt = classic("2D", redeals=1)
    line = [*moves("W1 W1F1"), *[Move.parse("W2")] * 47, REDEAL]
    course = course_of(dealt, line)
    assert (course.steps[1].card, course.steps[1].onto) == ("2D", "AC")
    assert (course.steps[-1].card, course.steps[-1].onto, course.steps[-1].heights) == (None, None, (0, 0, 0, 0))


def test_cards_that_were_turned_are_those_placed_and_the_one_that_lies_open() -> None:
    dealt = classic("9H2D5S2H7H")
    assert cards_text(course_of(dealt, []).turned) == "9H"
    assert cards_text(course_of(dealt, moves("W1 W1")).turned) == "9H2D5S"
    assert cards_text(course_of(dealt, moves("W1 W1 W1F1")).turned) == "9H2D5S"
    assert course_of(dealt, [Move.parse("W1")] * 48).turned == dealt.stock


def test_the_new_stock_is_turned_after_a_redeal() -> None:
    dealt = classic(redeals=1)
    line = [*[Move.parse("W1")] * 48, REDEAL]
    again = Board.replay(dealt, line)
    course = course_of(dealt, line)
    assert course.turned == (*dealt.stock, again.turned)
    assert course.placed == 48
    assert course_of(dealt, [*line, Move.parse("W1")]).placed == 49


def test_held_back_is_what_a_foundation_wanted_and_a_pile_got() -> None:
    dealt = classic("2D9H4D2H")
    assert course_of(dealt, moves("W1 W2 W1 W1")).held_back == 3
    assert course_of(dealt, moves("F1 W2 F2 W1")).held_back == 0


def test_nothing_but_legal_moves_makes_a_course() -> None:
    with pytest.raises(IllegalMove):
        course_of(classic("9H"), moves("F1"))


@given(st.sampled_from(LAYOUTS), st.integers(0, 2**32), st.integers(0, 60))
def test_a_course_depends_on_no_card_that_was_not_turned(rules: str, seed: int, cards: int) -> None:
    chance = Random(seed)
    dealt = deal(Rules.parse(rules), chance.randbytes(32))
    board = Board(dealt)
    line: list[Move] = []
    while sum(move.places for move in line) < cards and (
        legal := [move for move in board.legal_moves() if move is not REDEAL]
    ):
        line.append(chance.choice(legal))
        board.play(line[-1])
    hidden = list(board.stock_ahead)
    chance.shuffle(hidden)
    seen = dealt.stock[: len(dealt.stock) - len(hidden)]
    other = dataclasses.replace(dealt, seed=chance.randbytes(32), stock=(*seen, *hidden))
    assert course_of(dealt, line) == course_of(other, line)


def test_a_board_that_nobody_touched_has_a_course() -> None:
    course = course_of(classic(), [])
    assert (course.placed, course.tallest, course.cards_at_first, course.dead) == (0, 0, 4, ())


# --- dead cards -------------------------------------------------------------------------------------------------------


def test_a_card_is_dead_from_being_covered_until_nothing_wants_it() -> None:
    # The 2 is covered by the second card and wanted until the fifth goes where it might have gone.
    course = course_of(classic("2DKD9HQS2H7S"), moves("W1 W1 W2 W2 F1 W2"))
    assert dead(course) == [("2D", 1, 3, False)]
    assert course.dead[0].spans == ((2, 5),)


def test_what_is_covered_at_the_end_was_dead_to_the_end() -> None:
    assert dead(course_of(classic("2DKD9H"), moves("W1 W1 W2"))) == [("2D", 1, 1, True)]
    # The last card laid on it: for no card, and dead all the same.
    assert dead(course_of(classic("2DKD9H"), moves("W1 W1"))) == [("2D", 1, 0, True)]


def test_a_card_that_is_free_again_before_the_next_was_never_dead() -> None:
    assert dead(course_of(classic("2D4D9H"), moves("W1 W1 W1F2"))) == []


def test_a_top_card_is_not_dead_however_long_it_lies() -> None:
    assert dead(course_of(classic("2DKD9HQS"), moves("W1 W2 W2 W3"))) == []


def test_a_redeal_ends_it() -> None:
    line = [*moves("W1 W1"), *[Move.parse("W2")] * 46]
    dealt = classic("2DKD", redeals=1)
    before, after = (course_of(dealt, moves).dead for moves in (line, [*line, REDEAL]))
    assert next(card for card in before if card.card == "2D").to_the_end
    found = next(card for card in after if card.card == "2D")
    assert (found.spans, found.to_the_end) == (((2, 48),), False)


@given(st.sampled_from(LAYOUTS), st.integers(0, 2**32))
def test_dead_cards_add_up_to_what_each_turned_card_found_dead(rules: str, seed: int) -> None:
    chance = Random(seed)
    dealt = deal(Rules.parse(rules), chance.randbytes(32))
    line = random_line(dealt, chance)
    board = Board(dealt)
    counted = 0
    for move in line:
        wanted = {board.wants(place) for place in range(len(board.foundations))}
        if move.places:
            counted += sum(RANK_OF[card] in wanted for pile in board.waste for card in pile[:-1])
        board.play(move)
    wanted = {board.wants(place) for place in range(len(board.foundations))}
    at_the_end = sorted(card for pile in board.waste for card in pile[:-1] if RANK_OF[card] in wanted)
    found = course_of(dealt, line).dead
    assert sum(card.lasted for card in found) == counted
    assert sorted(card.card for card in found if card.to_the_end) == at_the_end
    assert [card.lasted for card in found] == sorted((card.lasted for card in found), reverse=True)


# --- where two boards part --------------------------------------------------------------------------------------------


def test_boards_played_alike_never_part() -> None:
    line = moves("W1 W2 F1")
    assert parting(classic("9HKD2D"), (line, line)) is None


def test_the_same_cards_on_other_piles_are_the_same_board() -> None:
    assert parting(classic("9HKD2D7S"), (moves("W1 W2 F1 W1"), moves("W4 W3 F1 W4"))) is None


def test_they_part_with_the_first_card_that_was_placed_otherwise_for_good() -> None:
    found = parting(classic("9HKD7S5S"), (moves("W1 W2 W1 W3"), moves("W3 W1 W1 W2")))
    assert found is not None
    assert (found.placed, found.turned) == (2, "7S")
    assert [(step.n, str(step.move), step.onto) for step in found.steps] == [(3, "W1", "9H"), (3, "W1", "KD")]


def test_a_detour_that_leads_to_the_same_board_has_not_parted_them() -> None:
    # One holds the 2 back and plays it at once; the other plays it straight.
    found = parting(classic("2D9HKD"), (moves("W1 W1F1 W2 W2"), moves("F1 W1 W2")))
    assert found is not None
    assert (found.placed, found.turned) == (2, "KD")
    assert [step.n for step in found.steps] == [4, 3]


def test_a_waste_card_played_by_one_alone_parts_them() -> None:
    found = parting(classic("2D9HKD3H"), (moves("W1 W2 W1F1 W2"), moves("W1 W2 W1 W2")))
    assert found is not None
    assert [str(step.move) for step in found.steps] == ["W1F1", "W1"]


def test_where_one_board_ended_before_they_did_not_part() -> None:
    assert parting(classic("9HKD7S"), (moves("W1 W2 W3"), moves("W1 W2"))) is None
    assert parting(classic("9HKD7S"), (moves("W1"), [])) is None


def test_the_same_piles_in_another_order_part_by_their_redeal() -> None:
    dealt = classic(redeals=1)
    one = [*moves("W1"), *[Move.parse("W2")] * 47, REDEAL, *moves("W1 W1")]
    two = [*moves("W2"), *[Move.parse("W1")] * 47, REDEAL, *moves("W1 W1")]
    found = parting(dealt, (one, two))
    assert found is not None
    assert (found.placed, found.turned) == (48, None)
    assert [step.move for step in found.steps] == [REDEAL, REDEAL]


@given(st.sampled_from(LAYOUTS), st.integers(0, 2**32), st.integers(0, 40))
def test_the_boards_are_alike_before_they_part_whatever_is_played(rules: str, seed: int, together: int) -> None:
    chance = Random(seed)
    dealt = deal(Rules.parse(rules), chance.randbytes(32))
    shared = random_line(dealt, chance, together)
    one, two = (_played_on(dealt, shared, chance) for _ in range(2))
    found = parting(dealt, (one, two))
    if found is None:
        return
    before = [Board.replay(dealt, line[: step.n - 1]) for line, step in zip((one, two), found.steps, strict=True)]
    assert {found.turned} == {board.turned for board in before}
    assert len({tuple(map(len, board.foundations)) for board in before}) == 1
    assert len({str(sorted([RANK_OF[card] for card in pile] for pile in board.waste)) for board in before}) == 1
    assert [line[step.n - 1] for line, step in zip((one, two), found.steps, strict=True)] == [
        step.move for step in found.steps
    ]


def _played_on(dealt: Dealt, line: list[Move], chance: Random) -> list[Move]:
    board = Board.replay(dealt, line)
    for _ in range(30):
        if not (legal := board.legal_moves()):
            break
        board.play(chance.choice(legal))
    return board.moves


# --- time -------------------------------------------------------------------------------------------------------------


def test_the_longest_come_first_and_short_ones_not_at_all() -> None:
    assert longest([1, 9, 4, 9, 30], most=3, least=5) == [4, 1, 3]
    assert longest([1, 9, 4], most=5, least=5) == [1]
    assert longest([], most=5, least=0) == []
