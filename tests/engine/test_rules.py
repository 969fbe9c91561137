"""Rules are a layout, 3 to 8 waste piles and 0 to 2 redeals; text and JSON go there and back."""

from __future__ import annotations

import itertools

import pytest

from games.engine.errors import InvalidRules
from games.engine.rules import Layout, Rules, foundation_order

EVERY_GAME = [Rules(*parts) for parts in itertools.product(Layout, range(3, 9), range(3))]


def test_there_are_seventy_two_games() -> None:
    assert len(EVERY_GAME) == 72


@pytest.mark.parametrize("rules", EVERY_GAME, ids=str)
def test_rules_go_to_text_and_to_json_and_back(rules: Rules) -> None:
    assert Rules.parse(str(rules)) == rules
    assert Rules.from_json(rules.to_json()) == rules


def test_rules_are_written_as_layout_piles_and_redeals() -> None:
    assert str(Rules(Layout.GIANT, 6, 1)) == "giant-6-1"
    assert Rules(Layout.GIANT, 6, 1).to_json() == {"layout": "giant", "waste_piles": 6, "redeals": 1}


NO_RULES = [
    *(
        "",
        "classic",
        "classic-4",
        "classic-2-0",
        "classic-9-0",
        "classic-4-3",
        "classic-04-0",
        "classic-4-0-0",
    ),
    *("spider-4-0", "Classic-4-0", "classic-4-0\n", "classic-\u0664-0", "classic--4-0", "classic-4-0" * 20),
]


@pytest.mark.parametrize("text", NO_RULES)
def test_it_refuses_other_text(text: str) -> None:
    with pytest.raises(InvalidRules):
        Rules.parse(text)


@pytest.mark.parametrize(
    "value",
    [
        None,
        "classic-4-0",
        ["classic", 4, 0],
        {},
        {"layout": "classic", "waste_piles": 4},
        {"layout": "classic", "waste_piles": "4", "redeals": 0},
        {"layout": "classic", "waste_piles": 4.0, "redeals": 0},
        {"layout": "classic", "waste_piles": 4, "redeals": False},
        {"layout": "classic", "waste_piles": 4, "redeals": -1},
        {"layout": "classic", "waste_piles": 10**4000, "redeals": 0},
        {"layout": ["classic"], "waste_piles": 4, "redeals": 0},
        {"layout": "spider", "waste_piles": 4, "redeals": 0},
    ],
)
def test_it_refuses_other_json(value: object) -> None:
    with pytest.raises(InvalidRules):
        Rules.from_json(value)


def test_the_message_says_what_is_out_of_range() -> None:
    with pytest.raises(InvalidRules, match="3 to 8 waste piles"):
        Rules(Layout.CLASSIC, 9)
    with pytest.raises(InvalidRules, match="0 to 2 redeals"):
        Rules(Layout.CLASSIC, 4, 3)
    with pytest.raises(InvalidRules, match="no layout 'spider'"):
        Rules.parse("spider-4-0")


def test_one_pack_makes_four_foundations_and_a_stock_of_48() -> None:
    for layout in (Layout.CLASSIC, Layout.REVERSE, Layout.BROKEN):
        rules = Rules(layout)
        assert (rules.packs, rules.foundations, rules.cards_total, rules.stock_size) == (1, 4, 52, 48)
        assert rules.near_win_at == 45


def test_giant_takes_two_packs_eight_foundations_and_a_stock_of_96() -> None:
    rules = Rules(Layout.GIANT)
    assert (rules.packs, rules.foundations, rules.cards_total, rules.stock_size) == (2, 8, 104, 96)
    assert rules.near_win_at == 90


def test_the_foundations_run_as_the_rule_sheet_says() -> None:
    ranks = dict(zip("A23456789TJQK", range(1, 14), strict=True))
    for first_rank, step, order in (
        (1, 1, "A23456789TJQK"),
        (2, 2, "2468TQA3579JK"),
        (3, 3, "369Q258JA47TK"),
        (4, 4, "48Q37J26TA59K"),
        (13, -1, "KQJT98765432A"),
        (13, -2, "KJ9753AQT8642"),
    ):
        assert foundation_order(first_rank, step) == tuple(ranks[rank] for rank in order)


@pytest.mark.parametrize("layout", [Layout.CLASSIC, Layout.REVERSE, Layout.GIANT])
def test_every_rank_is_wanted_as_often_as_it_exists(layout: Layout) -> None:
    rules = Rules(layout)
    wanted = [
        rank
        for first_rank, step in zip(rules.first_ranks, rules.steps, strict=True)
        for rank in foundation_order(first_rank, step)
    ]
    assert sorted(wanted) == sorted([*range(1, 14)] * 4 * rules.packs)


def test_reverse_ends_on_ace_two_three_and_four() -> None:
    assert [foundation_order(13, step)[-1] for step in Rules(Layout.REVERSE).steps] == [1, 2, 3, 4]


def test_broken_intervals_has_no_starters_and_steps_before_the_deal() -> None:
    assert Rules(Layout.BROKEN).first_ranks == ()
    assert Rules(Layout.BROKEN).steps == ()
