"""When a house player moves: as soon as a person might, and the same instant however often it is looked at. Pure."""

import datetime as dt
from dataclasses import dataclass
from hashlib import sha256

from games.analysis.position import SUIT_COUNT, Position

# Seconds that a card takes on average without a clock, and the part of a clock in which all are placed.
SECONDS_A_CARD = {"novice": 4.5, "regular": 4.0, "expert": 3.6, "master": 3.2}
PART_OF_CLOCK = {"novice": 0.84, "regular": 0.78, "expert": 0.72, "master": 0.66}

# What a move takes beside a card that has to be thought about: one that fits, and a card from the waste in a chain.
FITS, CHAIN = 0.6, 0.3
# What a card of the stock takes in the mean, and how many more come with each redeal and pack.
STOCK_CARD, WITH_REDEAL = 0.8, 15
# Nobody moves faster, nor takes longer over a chain; with time to spare a card is not thought about for ever.
LEAST_SECONDS, MOST_IN_CHAIN, MOST_SECONDS = 0.4, 1.5, 12.0
# From this part of the mean to that.
VARIES = (0.6, 1.4)

# By correspondence: minutes from a turn's opening to its being played, and seconds where nobody else is waited for.
TURN_MINUTES = (2, 10)
ALONE_SECONDS = (20, 60)


@dataclass(frozen=True, slots=True)
class RaceClock:
    """The instants of a race that its pace rests on; `deadline` is None without a clock."""

    started_at: dt.datetime
    moved_at: dt.datetime
    deadline: dt.datetime | None


def race_move_at(seat_id: int, n: int, level: str, clock: RaceClock, position: Position) -> dt.datetime:
    """When the house makes row `n` of that seat in this position."""
    weight = _weight(position)
    a_card = SECONDS_A_CARD[level]
    if clock.deadline is not None:
        planned = clock.started_at + (clock.deadline - clock.started_at) * PART_OF_CLOCK[level]
        a_card = (planned - clock.moved_at).total_seconds() / _weight_left(position)
    most = MOST_IN_CHAIN if weight == CHAIN else MOST_SECONDS
    seconds = max(LEAST_SECONDS, min(most, a_card * weight * _between(VARIES, seat_id, n)))
    return clock.moved_at + dt.timedelta(seconds=seconds)


def _weight(position: Position) -> float:
    """How much there is to think about, 1 for a card that fits nowhere."""
    wanted = {position.wanted(place) for place in range(len(position.orders))}
    if not position.turned or any(pile and pile[-1] in wanted for pile in position.waste):
        return CHAIN
    return FITS if position.turned in wanted else 1.0


def _weight_left(position: Position) -> float:
    """What the rest of the game takes, in cards that have to be thought about; never nothing."""
    packs = len(position.orders) // SUIT_COUNT
    cards = position.stock_left + WITH_REDEAL * packs * position.redeals_left
    return max(1.0, STOCK_CARD * cards + CHAIN * sum(map(len, position.waste)))


def turn_at(seat_id: int, turn: int, opened_at: dt.datetime, *, alone: bool) -> dt.datetime:
    """When the house plays its turn of that number; soon where it is `alone`, the other board having stopped."""
    if alone:
        return opened_at + dt.timedelta(seconds=_between(ALONE_SECONDS, seat_id, turn))
    return opened_at + dt.timedelta(minutes=_between(TURN_MINUTES, seat_id, turn))


def _between(ends: tuple[float, float], seat_id: int, n: int) -> float:
    """A number between the two, always the same for the same row of the same seat."""
    drawn = int.from_bytes(sha256(f"pace {seat_id}/{n}".encode()).digest()[:6]) / 2**48
    return ends[0] + (ends[1] - ends[0]) * drawn
