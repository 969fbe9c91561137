"""From a secret to a deal: commitment, shared seed, shuffle, starters, redeals; anyone can repeat them."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256, shake_256
from typing import Final

from games.engine.cards import RANK_OF, Card, cards_text, pack
from games.engine.rules import Rules

SECRET_BYTES: Final = 32
CONTRIBUTION_BYTES: Final = 16
# What a client counts with that adds no bytes of its own.
NO_CONTRIBUTION: Final = bytes(CONTRIBUTION_BYTES)
LARGEST_NUMBERED_DEAL: Final = 2**63 - 1

# Each use of a hash begins with its own text and a zero byte, so that no result passes for another's.
_COMMITMENT: Final = b"calculation/commitment/1\0"
_MIX: Final = b"calculation/mix/1\0"
_NUMBER: Final = b"calculation/number/1\0"
_DEAL: Final = b"calculation/deal/1\0"
_REDEAL: Final = b"calculation/redeal/1\0"

_WORDS: Final = 2**32
# Enough words for two packs with a few to spare: one reading of the hash does for nearly every deal.
_WORDS_AT_FIRST: Final = 128


def commitment(secret: bytes) -> str:
    """The SHA-256 of a 32-byte secret in 64 hex digits, shown before the first card of the game."""
    _check_size("secret", secret, SECRET_BYTES)
    return sha256(_COMMITMENT + secret).hexdigest()


def mix(secret: bytes, contributions: Sequence[bytes]) -> bytes:
    """The 32-byte seed from the club's secret and 16 bytes of each player, in seat order."""
    _check_size("secret", secret, SECRET_BYTES)
    for contribution in contributions:
        _check_size("contribution", contribution, CONTRIBUTION_BYTES)
    return sha256(_MIX + secret + b"".join(contributions)).digest()


def numbered_seed(n: int) -> bytes:
    """The public 32-byte seed of numbered deal n, 1 to 2^63 - 1; ValueError for any other number."""
    if not 1 <= n <= LARGEST_NUMBERED_DEAL:
        raise ValueError(f"deals are numbered from 1 to {LARGEST_NUMBERED_DEAL}")
    return sha256(_NUMBER + str(n).encode()).digest()


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal laid out. Seed and stock stay out of its `repr`: what is logged must not tell cards to come."""

    rules: Rules
    seed: bytes = field(repr=False)
    starters: tuple[Card, ...]
    # The step of each foundation; negative ones count downwards.
    steps: tuple[int, ...]
    # Top card first.
    stock: tuple[Card, ...] = field(repr=False)


def deal(rules: Rules, seed: bytes) -> Dealt:
    """Lay out the deal that these rules and this 32-byte seed make, the same every time."""
    _check_size("seed", seed, SECRET_BYTES)
    words = word_stream(_DEAL + seed)
    cards = pack(rules.packs)
    shuffle(cards, words)
    if rules.first_ranks:
        starters = _take_starters(cards, rules.first_ranks)
        steps = rules.steps
    else:
        starters, cards = cards[: rules.foundations], cards[rules.foundations :]
        steps = tuple(number_below(6, words) + 1 for _ in starters)
    return Dealt(rules, seed, tuple(starters), steps, tuple(cards))


def redeal(seed: bytes, k: int, gathered: Sequence[Card]) -> list[Card]:
    """The new stock of redeal k (1 or 2), top first, from the waste cards: pile by pile, bottom to top.

    The cards are part of what is hashed, so that nobody reads the other's new stock from their own.
    """
    stock = list(gathered)
    shuffle(stock, word_stream(_REDEAL + seed + bytes([k]) + cards_text(gathered).encode()))
    return stock


def word_stream(material: bytes) -> Iterator[int]:
    """Unsigned 32-bit words without end: the SHAKE-256 of the material, read big-endian."""
    shake = shake_256(material)
    read, until = 0, _WORDS_AT_FIRST
    while True:
        # A longer reading of the same hash begins with the shorter one.
        yield from struct.unpack_from(f">{until - read}I", shake.digest(4 * until), 4 * read)
        read, until = until, 2 * until


def shuffle(cards: list[Card], words: Iterator[int]) -> None:
    """Fisher-Yates from the end, in place; index 0 is the top."""
    for last in range(len(cards) - 1, 0, -1):
        other = number_below(last + 1, words)
        cards[last], cards[other] = cards[other], cards[last]


def number_below(n: int, words: Iterator[int]) -> int:
    """A number from 0 to n - 1, each as likely: words in the last, incomplete run of n are passed over."""
    limit = _WORDS - _WORDS % n
    word = next(words)
    while word >= limit:
        word = next(words)
    return word % n


def _take_starters(cards: list[Card], first_ranks: tuple[int, ...]) -> list[Card]:
    ranks = [RANK_OF[card] for card in cards]
    starters = []
    for first_rank in first_ranks:
        nearest = ranks.index(first_rank)
        del ranks[nearest]
        starters.append(cards.pop(nearest))
    return starters


def _check_size(name: str, value: bytes, size: int) -> None:
    if len(value) != size:
        raise ValueError(f"a {name} has {size} bytes, not {len(value)}")
