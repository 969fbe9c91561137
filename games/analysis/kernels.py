"""Boards played on, and played out by the placement cost: the loops that numba compiles.

Ranks are 1 to 13, 0 is none; foundations and piles are counted from 0, but in a move's code from 1, as it is written.
All loops are in this file, however long it gets, since numba's cache does not see a change in another.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.analysis.compiling import inlined, kernel
from games.analysis.kernel_arrays import LANES, REDEALS_LEFT, STOCK_LEFT, TURNED, Cards, Real, Room, Small, Whole

# A move's code is 9 * pile + foundation, both as written, 0 for none: 0 is the redeal.
CODE_BASE: Final = 9

KING: Final = 13
RANKS: Final = 13

_FAR: Final = 1e9
# Passing a rank costs at least so much, however many tops wait for it.
_LEAST_STEP: Final = 0.1
# What it is worth, beside the weights, that another top can follow at once, and what each card of height costs.
_BELOW_IS_WANTED: Final = 2.0
_HEIGHT: Final = 0.02

# A linear congruential generator of 64 bits, of which the high ones are used.
_MULTIPLIER: Final = np.uint64(6364136223846793005)
_INCREMENT: Final = np.uint64(1442695040888963407)
_HIGH_BITS: Final = np.uint64(33)
_LOW_BITS: Final = np.int64(31)


@kernel
def legal_moves(cards: Cards, codes: Whole) -> int:
    """Write the codes of the legal moves in the order of their texts; how many there are."""
    found = 0
    foundations = len(cards.progress)
    turned = cards.counts[TURNED]
    for place in range(foundations):
        if turned > 0 and cards.orders[place, cards.progress[place]] == turned:
            codes[found] = place + 1
            found += 1
    if turned == 0 and cards.counts[REDEALS_LEFT] > 0 and cards.heights.sum() > 0:
        codes[found] = 0
        found += 1
    for pile in range(len(cards.heights)):
        if turned > 0:
            codes[found] = CODE_BASE * (pile + 1)
            found += 1
        height = cards.heights[pile]
        if height > 0:
            top = cards.piles[pile, height - 1]
            for place in range(foundations):
                if cards.orders[place, cards.progress[place]] == top:
                    codes[found] = CODE_BASE * (pile + 1) + place + 1
                    found += 1
    return found


@inlined
def play(cards: Cards, code: int, following: int) -> None:
    """Make a legal move; `following` is the card that it turns up, 0 for none."""
    pile = code // CODE_BASE - 1
    place = code % CODE_BASE - 1
    if code == 0:
        left = 0
        for each in range(len(cards.heights)):
            for at in range(cards.heights[each]):
                cards.unseen[cards.piles[each, at]] += 1
            left += cards.heights[each]
            cards.heights[each] = 0
        cards.counts[STOCK_LEFT] = left
        cards.counts[REDEALS_LEFT] -= 1
        _turn(cards, following)
        return
    if place >= 0:
        cards.progress[place] += 1
        if pile >= 0:
            cards.heights[pile] -= 1
            return
    else:
        cards.piles[pile, cards.heights[pile]] = cards.counts[TURNED]
        cards.heights[pile] += 1
    cards.counts[STOCK_LEFT] -= 1
    _turn(cards, following)


@inlined
def _turn(cards: Cards, following: int) -> None:
    cards.counts[TURNED] = following
    if following > 0:
        cards.unseen[following] -= 1


@inlined
def _below(n: int, random: NDArray[np.uint64]) -> int:
    random[0] = random[0] * _MULTIPLIER + _INCREMENT
    return int((np.int64(random[0] >> _HIGH_BITS) * n) >> _LOW_BITS)


@inlined
def _shuffle(stock: Small, first: int, size: int, random: NDArray[np.uint64]) -> None:
    for last in range(size - 1, first, -1):
        other = first + _below(last + 1 - first, random)
        stock[last], stock[other] = stock[other], stock[last]


@inlined
def _measure_need(cards: Cards, weights: Real, room: Room) -> None:
    """Write how soon each rank is needed: a mean of the ways of the foundations to it, the nearest weighing most."""
    _measure_steps(cards, weights, room.step)
    _measure_distances(cards, room)
    need, whole = room.need, room.whole
    for rank in range(LANES):
        need[rank] = 0.0
        # Keeps a rank that is needed no more from dividing by nothing.
        whole[rank] = 1e-9
    weight = 1.0
    for nearest in range(len(cards.progress)):
        for rank in range(LANES):
            distance = room.distances[nearest, rank]
            counted = weight if distance < _FAR else 0.0
            need[rank] += counted * distance
            whole[rank] += counted
        weight *= weights[0]
    for rank in range(LANES):
        need[rank] /= whole[rank]


@inlined
def _measure_steps(cards: Cards, weights: Real, step: Real) -> None:
    for rank in range(RANKS + 1):
        if cards.unseen[rank] == 0:
            step[rank] = 1.0 + weights[1]
        elif cards.unseen[rank] == 1:
            step[rank] = 1.0 + weights[2]
        else:
            step[rank] = 1.0
    for pile in range(len(cards.heights)):
        height = cards.heights[pile]
        if height > 0:
            step[cards.piles[pile, height - 1]] -= weights[3]
    for rank in range(RANKS + 1):
        step[rank] = max(_LEAST_STEP, step[rank])


@inlined
def _measure_distances(cards: Cards, room: Room) -> None:
    foundations = len(cards.progress)
    for place in range(foundations):
        distance = 0.0
        progress = cards.progress[place]
        for at in range(progress):
            room.distances[place, cards.orders[place, at]] = _FAR
        for at in range(progress, RANKS):
            rank = cards.orders[place, at]
            room.distances[place, rank] = distance
            distance += room.step[rank]
    # Sorted by exchanging neighbours, all ranks at once: the processor's lanes make that faster than inserting.
    for turn in range(foundations):
        for place in range(turn % 2, foundations - 1, 2):
            for rank in range(LANES):
                one = room.distances[place, rank]
                two = room.distances[place + 1, rank]
                room.distances[place, rank] = min(one, two)
                room.distances[place + 1, rank] = max(one, two)


@inlined
def _empty_pile_cost(cards: Cards, rank: int, weights: Real, need: Real) -> float:
    cost = weights[10] + weights[11] * need[rank] + weights[13] * max(0, cards.counts[STOCK_LEFT] - 1) / 10
    if rank == KING:
        cost += weights[12]
    empty = 0
    for pile in range(len(cards.heights)):
        empty += cards.heights[pile] == 0
    if empty > 1:
        cost += weights[17]
    return float(cost)


@inlined
def _pile_cost(  # noqa: PLR0917  # numba takes arguments by their places
    cards: Cards, rank: int, pile: int, weights: Real, need: Real, led_to: int
) -> float:
    """What it costs to lay this rank on a pile that holds cards; `led_to` has a bit for each rank next after it."""
    height = cards.heights[pile]
    own = need[rank]
    each_blocked, blocked_for_long, fading = weights[5], weights[4], weights[21]
    blocked = 0.0
    largest = 0.0
    smallest = _FAR
    decay = 1.0
    same = 0
    kings = 0
    for at in range(height):
        other = cards.piles[pile, height - 1 - at]
        needed = need[other]
        largest = max(largest, needed)
        smallest = min(smallest, needed)
        # Multiplied by the condition, since a branch that is taken every other time costs more.
        blocked += decay * (each_blocked + blocked_for_long * max(0.0, own - largest)) * (own > needed)
        decay *= fading
        same += other == rank
        kings += other == KING
    cost = weights[9] * height + blocked
    cost += weights[7] * same + weights[16] * max(0.0, own - smallest)
    top = cards.piles[pile, height - 1]
    if own <= need[top]:
        cost += weights[6] * (need[top] - own)
    if (led_to >> top) & 1:
        cost -= weights[8]
    if rank == KING:
        cost += weights[14]
        if kings:
            cost += weights[15]
    elif kings:
        cost += weights[23]
    return float(cost)


@inlined
def _cheapest_pile(cards: Cards, rank: int, weights: Real, room: Room) -> int:
    _measure_need(cards, weights, room)
    led_to = _ranks_after(cards, rank)
    best = 0
    least = _FAR
    empty_seen = False
    for pile in range(len(cards.heights)):
        if cards.heights[pile] > 0:
            cost = _pile_cost(cards, rank, pile, weights, room.need, led_to)
        elif empty_seen:
            continue
        else:
            empty_seen = True
            cost = _empty_pile_cost(cards, rank, weights, room.need)
        if cost < least:
            best = pile
            least = cost
    return best


@inlined
def _ranks_after(cards: Cards, rank: int) -> int:
    """A bit for each rank that comes right after this one on a foundation yet to pass it."""
    after = 0
    for place in range(len(cards.progress)):
        at = cards.places[place, rank]
        if at >= cards.progress[place]:
            after |= 1 << cards.orders[place, at + 1]
    return after


@inlined
def _wanted(cards: Cards) -> int:
    wanted = 0
    for place in range(len(cards.progress)):
        wanted |= 1 << cards.orders[place, cards.progress[place]]
    return wanted


@inlined
def _foundation_cost(cards: Cards, place: int, weights: Real) -> float:
    """What it costs to let this foundation have the card that it wants, against another that wants the same."""
    progress = cards.progress[place]
    following = cards.orders[place, progress + 1]
    cost = weights[19] * progress
    if following == 0:
        cost -= weights[18]
        return float(cost)
    for pile in range(len(cards.heights)):
        height = cards.heights[pile]
        if height > 0 and cards.piles[pile, height - 1] == following:
            cost -= weights[18]
            break
    cost -= weights[22] * cards.unseen[following]
    return float(cost)


@inlined
def _cheapest_foundation(cards: Cards, rank: int, weights: Real) -> int:
    """The foundation, from 0, that should have this rank; -1 if none wants it."""
    best = -1
    several = False
    for place in range(len(cards.progress)):
        if cards.orders[place, cards.progress[place]] == rank:
            several = best >= 0
            best = place
    if not several:
        return best
    least = _FAR
    for place in range(len(cards.progress)):
        if cards.orders[place, cards.progress[place]] == rank:
            cost = _foundation_cost(cards, place, weights)
            if cost < least:
                best = place
                least = cost
    return best


@inlined
def _cheapest_top(cards: Cards, weights: Real) -> int:
    wanted = _wanted(cards)
    best = -1
    least = _FAR
    for pile in range(len(cards.heights)):
        height = cards.heights[pile]
        if height > 0 and (wanted >> cards.piles[pile, height - 1]) & 1:
            if height == 1:
                cost = -weights[20]
            elif (wanted >> cards.piles[pile, height - 2]) & 1:
                cost = -_BELOW_IS_WANTED
            else:
                cost = _HEIGHT * height
            if cost < least:
                best = pile
                least = cost
    return best


@inlined
def _gather(cards: Cards, room: Room) -> int:
    """Shuffle the waste into `room.stock`; how many cards that are."""
    size = 0
    for pile in range(len(cards.heights)):
        for at in range(cards.heights[pile]):
            room.stock[size] = cards.piles[pile, at]
            size += 1
    _shuffle(room.stock, 0, size, room.random)
    return size


@inlined
def play_out(  # noqa: PLR0917  # numba takes arguments by their places
    cards: Cards, weights: Real, room: Room, at: int, size: int, hold: bool
) -> int:
    """Play to the end by the placement cost; the cards on the foundations then.

    The stock to come is `room.stock` from `at` to `size`. With `hold` one card is placed before wanted tops go up.
    """
    while True:
        turned = cards.counts[TURNED]
        if turned == 0 or not hold:
            pile = _cheapest_top(cards, weights)
            while pile >= 0:
                rank = cards.piles[pile, cards.heights[pile] - 1]
                place = _cheapest_foundation(cards, rank, weights)
                play(cards, CODE_BASE * (pile + 1) + place + 1, 0)
                pile = _cheapest_top(cards, weights)
        hold = False
        if turned > 0:
            following = room.stock[at] if at < size else 0
            at += 1
            place = _cheapest_foundation(cards, turned, weights)
            if place >= 0:
                play(cards, place + 1, following)
            else:
                play(cards, CODE_BASE * (_cheapest_pile(cards, turned, weights, room) + 1), following)
        elif cards.counts[REDEALS_LEFT] > 0 and cards.heights.sum() > 0:
            size = _gather(cards, room)
            at = 1
            play(cards, 0, room.stock[0])
        else:
            return int(cards.progress.sum())


@inlined
def _copy(cards: Cards, onto: Cards) -> None:
    for place in range(len(cards.progress)):
        onto.progress[place] = cards.progress[place]
    for rank in range(RANKS + 1):
        onto.unseen[rank] = cards.unseen[rank]
    for place in range(3):
        onto.counts[place] = cards.counts[place]
    for pile in range(len(cards.heights)):
        onto.heights[pile] = cards.heights[pile]
        for at in range(cards.heights[pile]):
            onto.piles[pile, at] = cards.piles[pile, at]


@inlined
def draw_order(cards: Cards, sample: int, seed: int, room: Room) -> int:
    """Write an order of the unseen cards, the same for the same sample and seed; how many they are.

    The next card is each of them in turn, sample by sample: chance has less to even out.
    """
    size = 0
    for rank in range(1, RANKS + 1):
        for _ in range(cards.unseen[rank]):
            room.order[size] = rank
            size += 1
    room.random[0] = (np.uint64(seed) * _INCREMENT + np.uint64(sample)) * _MULTIPLIER
    for _ in range(3):
        _below(2, room.random)
    if size > 0:
        first = sample % size
        room.order[0], room.order[first] = room.order[first], room.order[0]
        _shuffle(room.order, 1, size, room.random)
    return size


@inlined
def _end_of_choice(cards: Cards, code: int, weights: Real, room: Room, size: int) -> int:
    """Make the move, then play on with the stock of `size` cards that `room.order` has."""
    room.stock[:size] = room.order[:size]
    if code == 0:
        size = _gather(cards, room)
    if code // CODE_BASE > 0 and code % CODE_BASE > 0:
        play(cards, code, 0)
        return play_out(cards, weights, room, 0, size, False)
    play(cards, code, room.stock[0] if size > 0 else 0)
    # A wanted card that is laid on a pile, or left on one, is held back for one card at least.
    return play_out(cards, weights, room, 1, size, code > 0 and code % CODE_BASE == 0)


@kernel
def sample_choices(  # noqa: PLR0917  # numba takes arguments by their places
    cards: Cards, on: Cards, room: Room, weights: Real, codes: Whole, first: int, last: int, seed: int, ends: Whole
) -> None:
    """Play out each choice on the same orders of the unseen cards: `ends[choice, sample]`, cards on the foundations.

    Samples are those from `first` up to, not including, `last`; `on` is a board to play on. A negative code is no
    choice any more and passed over.
    """
    for sample in range(first, last):
        size = draw_order(cards, sample, seed, room)
        random = room.random[0]
        for choice in range(len(codes)):
            if codes[choice] >= 0:
                _copy(cards, on)
                room.random[0] = random
                ends[choice, sample] = _end_of_choice(on, codes[choice], weights, room, size)


@kernel
def placement_choice(cards: Cards, weights: Real, room: Room) -> int:
    """The code of the move by the placement cost alone: wanted tops first, a redeal last; -1 where no move is legal."""
    pile = _cheapest_top(cards, weights)
    if pile >= 0:
        rank = cards.piles[pile, cards.heights[pile] - 1]
        return CODE_BASE * (pile + 1) + _cheapest_foundation(cards, rank, weights) + 1
    turned = cards.counts[TURNED]
    if turned > 0:
        place = _cheapest_foundation(cards, turned, weights)
        return place + 1 if place >= 0 else CODE_BASE * (_cheapest_pile(cards, turned, weights, room) + 1)
    return 0 if cards.counts[REDEALS_LEFT] > 0 and cards.heights.sum() > 0 else -1


@kernel
def pile_costs(cards: Cards, rank: int, weights: Real, room: Room, costs: Real) -> None:
    """Write into `costs` what it costs to lay this rank on each pile."""
    _measure_need(cards, weights, room)
    led_to = _ranks_after(cards, rank)
    for pile in range(len(cards.heights)):
        if cards.heights[pile] > 0:
            costs[pile] = _pile_cost(cards, rank, pile, weights, room.need, led_to)
        else:
            costs[pile] = _empty_pile_cost(cards, rank, weights, room.need)
