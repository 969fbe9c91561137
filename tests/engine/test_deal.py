"""Deals are fair and repeatable: every card once, numbers without bias, nothing told by what is logged."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256, shake_256
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import cards_text, pack, rank_of
from games.engine.deal import (
    LARGEST_NUMBERED_DEAL,
    NO_CONTRIBUTION,
    commitment,
    deal,
    mix,
    number_below,
    numbered_seed,
    redeal,
    shuffle,
    word_stream,
)
from games.engine.rules import Layout, Rules
from tests.engine.replays import CLASSIC

SECRET = bytes(range(32))
seeds = st.binary(min_size=32, max_size=32)
any_rules = st.builds(Rules, st.sampled_from(Layout))


@given(any_rules, seeds)
def test_every_card_is_dealt_once_a_pack(rules: Rules, seed: bytes) -> None:
    dealt = deal(rules, seed)
    assert len(dealt.starters) == len(dealt.steps) == rules.foundations
    assert len(dealt.stock) == rules.stock_size
    assert sorted(dealt.starters + dealt.stock) == sorted(pack(rules.packs))
    assert deal(rules, seed) == dealt


@given(any_rules, seeds)
def test_the_starters_are_those_of_the_layout(rules: Rules, seed: bytes) -> None:
    dealt = deal(rules, seed)
    if rules.layout is Layout.BROKEN:
        assert all(1 <= step <= 6 for step in dealt.steps)
    else:
        assert tuple(map(rank_of, dealt.starters)) == rules.first_ranks
        assert dealt.steps == rules.steps


def test_the_starter_is_the_card_of_its_rank_nearest_the_top() -> None:
    dealt = deal(CLASSIC, SECRET)
    cards = pack(1)
    shuffle(cards, word_stream(b"calculation/deal/1\0" + SECRET))
    for starter in dealt.starters:
        assert starter == next(card for card in cards if rank_of(card) == rank_of(starter))
    assert [card for card in cards if card not in dealt.starters] == list(dealt.stock)


def test_dice_come_from_the_same_stream_as_the_shuffle() -> None:
    dealt = deal(Rules(Layout.BROKEN), SECRET)
    words = word_stream(b"calculation/deal/1\0" + SECRET)
    cards = pack(1)
    shuffle(cards, words)
    assert dealt.starters == tuple(cards[:4])
    assert dealt.stock == tuple(cards[4:])
    assert dealt.steps == tuple(number_below(6, words) + 1 for _ in range(4))


def test_a_deal_in_a_log_tells_neither_seed_nor_stock() -> None:
    dealt = deal(CLASSIC, SECRET)
    assert SECRET.hex() not in repr(dealt)
    assert repr(SECRET) not in repr(dealt)
    assert dealt.stock[0] not in repr(dealt)


def test_words_are_the_hash_read_big_endian_however_far_it_is_read() -> None:
    digest = shake_256(b"some material").digest(4 * 1000)
    words = list(islice(word_stream(b"some material"), 1000))
    assert words == [int.from_bytes(digest[start : start + 4]) for start in range(0, 4000, 4)]


def test_a_number_is_the_remainder_of_the_next_word() -> None:
    words = iter([0, 5, 6, 2**31])
    assert [number_below(6, words) for _ in range(4)] == [0, 5, 0, 2**31 % 6]


def test_words_of_the_incomplete_last_run_are_passed_over() -> None:
    # 2^32 = 715827882 times 6, plus 4: the last four words would make 0 to 3 likelier than 4 and 5.
    limit = 2**32 // 6 * 6
    assert number_below(6, iter([limit - 1])) == 5
    words = iter([limit, 2**32 - 1, limit + 1, 7, 99])
    assert number_below(6, words) == 1
    assert next(words) == 99


def test_no_word_is_passed_over_where_runs_fit_exactly() -> None:
    assert number_below(32, iter([2**32 - 1])) == 31
    assert number_below(1, iter([2**32 - 1])) == 0


def test_the_shuffle_exchanges_from_the_end_with_a_card_not_below() -> None:
    cards = pack(1)[:4]
    shuffle(cards, iter([0, 2, 0]))
    # AC 2C 3C 4C: last with first, third with itself, second with first.
    assert cards_text(cards) == "2C4C3CAC"


def test_the_shuffle_takes_another_word_where_one_is_passed_over() -> None:
    plain, delayed = pack(1)[:3], pack(1)[:3]
    shuffle(plain, iter([1, 0]))
    # 2^32 - 1 is past the last complete run of 3.
    shuffle(delayed, iter([2**32 - 1, 1, 0]))
    assert plain == delayed


def test_each_order_of_three_cards_comes_from_one_pair_of_numbers() -> None:
    orders: Counter[str] = Counter()
    for first in range(3):
        for second in range(2):
            cards = pack(1)[:3]
            shuffle(cards, iter([first, second]))
            orders[cards_text(cards)] += 1
    assert list(orders.values()) == [1] * 6


def test_a_redeal_keeps_the_cards_and_is_the_same_each_time() -> None:
    gathered = pack(1)[10:30]
    again = redeal(SECRET, 1, gathered)
    assert again == redeal(SECRET, 1, gathered)
    assert sorted(again) == sorted(gathered)
    assert again != gathered


def test_a_redeal_depends_on_seed_number_and_order_of_the_gathered_cards() -> None:
    gathered = pack(1)[10:30]
    stocks = {
        cards_text(stock)
        for stock in (
            redeal(SECRET, 1, gathered),
            redeal(SECRET, 2, gathered),
            redeal(bytes(32), 1, gathered),
            redeal(SECRET, 1, gathered[::-1]),
        )
    }
    assert len(stocks) == 4


def test_the_commitment_is_the_hash_of_the_secret_after_its_own_text() -> None:
    assert commitment(SECRET) == sha256(b"calculation/commitment/1\0" + SECRET).hexdigest()


def test_the_shared_seed_depends_on_every_contribution_and_their_order() -> None:
    one, two = bytes(15) + b"\1", bytes(15) + b"\2"
    assert mix(SECRET, [one, two]) == sha256(b"calculation/mix/1\0" + SECRET + one + two).digest()
    shared = {mix(SECRET, each) for each in ([one, two], [two, one], [one], [NO_CONTRIBUTION], [])}
    assert len(shared) == 5


def test_numbered_deals_are_seeded_by_their_number_in_decimal() -> None:
    assert numbered_seed(1234) == sha256(b"calculation/number/1\0" + b"1234").digest()
    assert numbered_seed(LARGEST_NUMBERED_DEAL) != numbered_seed(1)


@pytest.mark.parametrize("number", [0, -1, 2**63])
def test_it_refuses_numbers_out_of_range(number: int) -> None:
    with pytest.raises(ValueError, match="numbered from 1 to"):
        numbered_seed(number)


@pytest.mark.parametrize("size", [0, 31, 33])
def test_it_refuses_secrets_and_seeds_of_another_size(size: int) -> None:
    with pytest.raises(ValueError, match=f"32 bytes, not {size}"):
        commitment(bytes(size))
    with pytest.raises(ValueError, match=f"32 bytes, not {size}"):
        mix(bytes(size), [])
    with pytest.raises(ValueError, match=f"32 bytes, not {size}"):
        deal(CLASSIC, bytes(size))


@pytest.mark.parametrize("size", [0, 15, 17, 32])
def test_it_refuses_contributions_of_another_size(size: int) -> None:
    with pytest.raises(ValueError, match=f"16 bytes, not {size}"):
        mix(SECRET, [NO_CONTRIBUTION, bytes(size)])
