"""Deals laid out by hand, for positions that a test needs."""

from __future__ import annotations

from games.engine.cards import Card, cards_text, pack, parse_cards, rank_of
from games.engine.deal import Dealt
from games.engine.move import Move
from games.engine.rules import Layout, Rules, foundation_order

SEED = bytes(range(32))


def classic(stock_begins: str = "", *, waste_piles: int = 4, redeals: int = 0) -> Dealt:
    """A Classic deal with clubs as starters whose stock begins so; the rest follows in the pack's order."""
    starters = tuple(parse_cards("AC2C3C4C"))
    top = parse_cards(stock_begins)
    rest = [card for card in pack(1) if card not in starters and card not in top]
    return Dealt(Rules(Layout.CLASSIC, waste_piles, redeals), SEED, starters, (1, 2, 3, 4), (*top, *rest))


def moves(text: str) -> list[Move]:
    """The moves written with spaces between them."""
    return [Move.parse(move) for move in text.split()]


def winning(*, redeals: int = 0, last: int = 0) -> tuple[Dealt, list[Move]]:
    """A Classic deal whose stock goes straight up, foundation by foundation, and the moves that do it.

    The `last` cards lie at the bottom of the stock in reverse, so that a waste pile gives them back in order.
    """
    dealt = classic(redeals=redeals)
    left = list(dealt.stock)
    stock: list[Card] = []
    line: list[Move] = []
    for foundation, (starter, step) in enumerate(zip(dealt.starters, dealt.steps, strict=True), start=1):
        for rank in foundation_order(rank_of(starter), step)[1:]:
            card = next(card for card in left if rank_of(card) == rank)
            left.remove(card)
            stock.append(card)
            line.append(Move(0, foundation))
    upward = len(stock) - last
    stock[upward:] = reversed(stock[upward:])
    return classic(cards_text(stock), redeals=redeals), line[:upward]
