"""Cards are two characters, ranks count 1 to 13, and packs come in order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import RANKS, SUITS, cards_text, pack, parse_cards, rank_of
from games.engine.errors import InvalidCard


def test_a_pack_runs_through_the_suits_and_from_ace_to_king() -> None:
    assert cards_text(pack(1)[:14]) == "AC2C3C4C5C6C7C8C9CTCJCQCKCAD"
    assert pack(1)[-1] == "KS"
    assert len(set(pack(1))) == 52


def test_two_packs_follow_one_another() -> None:
    assert pack(2) == pack(1) + pack(1)


def test_ranks_count_from_one_to_thirteen_in_every_suit() -> None:
    assert [rank_of(card) for card in pack(1)] == [*range(1, 14)] * 4


@given(st.lists(st.sampled_from(pack(1))))
def test_cards_go_to_text_and_back(cards: list[str]) -> None:
    text = "".join(cards)
    assert parse_cards(text) == cards
    assert cards_text(parse_cards(text)) == text


@pytest.mark.parametrize("text", ["2", "2C9", "1C", "10C", "2c", "tD", "C2", "2X", "2C 9H"])
def test_it_refuses_text_that_is_no_cards(text: str) -> None:
    with pytest.raises(InvalidCard, match=f"{RANKS}.*{SUITS}"):
        parse_cards(text)


def test_it_says_which_card_cannot_be_read() -> None:
    with pytest.raises(InvalidCard, match="card 3 is written '9X'"):
        parse_cards("2C9H9X")
