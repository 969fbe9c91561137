"""Cards and packs: two characters a card, and suits that never matter to the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NewType

from games.engine.errors import InvalidCard

Card = NewType("Card", str)

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"

_ONE_PACK: Final = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)

# For loops that look up the rank of thousands of cards; `rank_of` is the same as a function.
RANK_OF: Final[Mapping[Card, int]] = {card: RANKS.index(card[0]) + 1 for card in _ONE_PACK}


def rank_of(card: Card) -> int:
    """The rank of a card, 1 (ace) to 13 (king)."""
    return RANK_OF[card]


def pack(packs: int) -> list[Card]:
    """All cards of so many packs in order: pack by pack, suit by suit (C D H S), ace to king."""
    return list(_ONE_PACK * packs)


def parse_cards(text: str) -> list[Card]:
    """The cards written one after the other, such as `2C9HTD`; InvalidCard where two characters are none."""
    cards = [Card(text[start : start + 2]) for start in range(0, len(text), 2)]
    for place, card in enumerate(cards, start=1):
        if card not in RANK_OF:
            raise InvalidCard(f"card {place} is written {card!r}, not a rank ({RANKS}) and a suit ({SUITS})")
    return cards


def cards_text(cards: Iterable[Card]) -> str:
    """The cards as one text, the other way round from `parse_cards`."""
    return "".join(cards)
