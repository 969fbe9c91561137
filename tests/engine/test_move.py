"""A move has one text and exists once; whatever else is written is refused."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.errors import InvalidMove
from games.engine.move import ALL_MOVES, REDEAL, Move


def test_there_are_eighty_one_moves() -> None:
    assert len(set(ALL_MOVES)) == 81
    assert list(ALL_MOVES) == sorted(ALL_MOVES, key=str)


@pytest.mark.parametrize("move", ALL_MOVES, ids=str)
def test_each_goes_to_text_and_back(move: Move) -> None:
    assert Move.parse(str(move)) is move
    assert Move(move.pile, move.foundation) is move
    assert eval(repr(move), {"Move": Move}) is move  # noqa: S307 - the repr of our own value


@pytest.mark.parametrize("move", ALL_MOVES, ids=str)
def test_copied_or_pickled_it_is_still_the_one(move: Move) -> None:
    assert copy.copy(move) is move
    assert copy.deepcopy(move) is move
    assert pickle.loads(pickle.dumps(move)) is move  # noqa: S301 - pickled on the line itself


@pytest.mark.parametrize(
    ("text", "pile", "foundation", "places"),
    [("F2", 0, 2, True), ("W3", 3, 0, True), ("W3F2", 3, 2, False), ("R", 0, 0, False)],
)
def test_it_tells_the_four_kinds_apart(text: str, pile: int, foundation: int, places: bool) -> None:
    move = Move.parse(text)
    assert (move.pile, move.foundation, move.places) == (pile, foundation, places)


def test_the_redeal_is_written_r() -> None:
    assert str(REDEAL) == "R"


NO_MOVES = [
    *("", "F", "W", "F0", "F9", "W0", "W9", "W3F9", "W9F1", "F02", "F10", "R1", "f2", "w3", "r"),
    *("F2 ", " F2", "F2\n", "W3 F2", "F2W3", "W3W4", "F1F2", "back", "F\u0662"),
]


@pytest.mark.parametrize("text", NO_MOVES)
def test_it_refuses_other_text(text: str) -> None:
    with pytest.raises(InvalidMove, match="moves are written F2, W3, W3F2 or R"):
        Move.parse(text)


def test_a_long_text_is_refused_in_a_short_one() -> None:
    with pytest.raises(InvalidMove) as refusal:
        Move.parse("W3F2" * 100_000)
    assert len(str(refusal.value)) < 100


@given(st.text())
def test_it_reads_no_text_but_its_own(text: str) -> None:
    try:
        move = Move.parse(text)
    except InvalidMove:
        assert text not in {str(move) for move in ALL_MOVES}
    else:
        assert str(move) == text


@pytest.mark.parametrize(("pile", "foundation"), [(9, 0), (0, 9), (-1, 0), (3, -2)])
def test_there_is_no_move_between_other_places(pile: int, foundation: int) -> None:
    with pytest.raises(InvalidMove, match=f"pile {pile} to foundation {foundation}"):
        Move(pile, foundation)


def test_a_move_never_changes() -> None:
    move = Move.parse("W3")
    with pytest.raises(AttributeError, match="never changes"):
        move.pile = 4
    with pytest.raises(AttributeError, match="never changes"):
        del move.text
    assert (move.pile, move.text) == (3, "W3")
