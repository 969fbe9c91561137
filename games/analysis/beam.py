"""A search through a stock that lies open, always on from the most promising positions: the loops that numba compiles.

Ranks are 1 to 13, 0 is none; foundations and piles are counted from 0, but in a move's code from 1, as it is written.
All of it is in one file, since numba's cache does not see a change in another.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from games.analysis.beam_arrays import Course, Keys, Layer, Room, Search, Whole
from games.analysis.compiling import kernel

# A move's code is 9 * pile + foundation, both as written, 0 for none.
CODE_BASE: Final = 9

RANKS: Final = 13

# How a search ended.
WON: Final = 0
# Every position that can be reached was looked at, or follows from one that was: there is no win.
EXHAUSTED: Final = 1
# Positions were left out for want of width.
TOO_NARROW: Final = 2
OUT_OF_POSITIONS: Final = 3

# Places in the counts of a search.
POSITIONS: Final = 0
LIMIT: Final = 1
LOGGED: Final = 2
LEFT_OUT: Final = 3
ENDS: Final = 4
FOUND: Final = 5
COUNTS: Final = 6

# Rows of what a search notes by rank: how far each is from being needed, how many cards of it are ahead, on top of a
# pile, needed, or have come free.
_NEED: Final = 0
_AHEAD: Final = 1
_TOPS: Final = 2
_WANTED: Final = 3
_FREE: Final = 4

# What a position costs, in sixteenths of a rank's way along a foundation; tuned by the work of solving 110 deals.
_RANK: Final = 16
_NOWHERE_AHEAD: Final = 4
_ONCE_AHEAD: Final = 4
_ON_TOP: Final = 10
_LEAST: Final = 2
_COVERED: Final = 149
_COVERED_LONGER: Final = 10
_COVERED_FIRST: Final = -2
_LEFT: Final = 752
_HIGHER: Final = -2
_FOLLOWS: Final = -192
_SAME: Final = -96
_EMPTY: Final = 32
# Against a step of one card of the stock for one card.
_STUCK: Final = 23
# How much less a covered card costs with each card between, in 256ths.
_FADING: Final = 210
_WHOLE: Final = 256
_WHOLE_BITS: Final = 8

# One by the number of foundations that need a rank, in 1024ths: to multiply by it takes less time than to divide.
_SHARES: Final = (0, 1024, 512, 341, 256, 205, 171, 146, 128)
_SHARE_BITS: Final = 10

# Scores are sorted with their place in the lowest bits, so that equals keep their order.
_PLACE_BITS: Final = 22
_PLACE_MASK: Final = (1 << _PLACE_BITS) - 1

_NO_KEY: Final = np.uint64(0)
_SOME_KEY: Final = np.uint64(1)
_FOUNDATION_MARK: Final = 1 << 20
_MIX_1: Final = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2: Final = np.uint64(0x94D049BB133111EB)
_SHIFT_1: Final = np.uint64(30)
_SHIFT_2: Final = np.uint64(27)
_SHIFT_3: Final = np.uint64(31)


@kernel
def _mixed(number: np.uint64) -> np.uint64:
    number = (number ^ (number >> _SHIFT_1)) * _MIX_1
    number = (number ^ (number >> _SHIFT_2)) * _MIX_2
    return number ^ (number >> _SHIFT_3)


@kernel
def _card_mark(height: int, rank: int) -> np.uint64:
    return _mixed(np.uint64((height + 1) * (RANKS + 1) + rank))


@kernel
def _foundation_mark(course: Course, place: int, progress: int) -> np.uint64:
    return _mixed(np.uint64(_FOUNDATION_MARK + course.kinds[place] * (RANKS + 1) + progress))


@kernel
def _is_new(keys: Keys, key: np.uint64) -> bool:
    """Enter the key; whether it was not there yet."""
    if key == _NO_KEY:
        key = _SOME_KEY
    last = np.uint64(len(keys) - 1)
    at = key & last
    while keys[at] != _NO_KEY:
        if keys[at] == key:
            return False
        at = (at + _SOME_KEY) & last
    keys[at] = key
    return True


@kernel
def _needs(course: Course, layer: Layer, row: int, rank: int) -> int:
    """How many foundations have yet to pass the rank: as many cards of it are not on a foundation."""
    needs = 0
    for place in range(len(course.kinds)):
        needs += course.places[place, rank] >= layer.progress[row, place]
    return needs


@kernel
def _has_twin(course: Course, layer: Layer, row: int, place: int) -> bool:
    """Whether a foundation before this one is in the same order just as far."""
    for other in range(place):
        if course.kinds[other] == course.kinds[place] and layer.progress[row, other] == layer.progress[row, place]:
            return True
    return False


@kernel
def _key_after(course: Course, layer: Layer, row: int, code: int, rank: int) -> np.uint64:
    """The key of the position that the move leads to."""
    key: np.uint64 = layer.keys[row]
    pile = code // CODE_BASE - 1
    place = code % CODE_BASE - 1
    if pile >= 0:
        height = int(layer.heights[row, pile])
        mark = layer.marks[row, pile]
        key -= _mixed(mark)
        key += _mixed(mark ^ _card_mark(height - 1 if place >= 0 else height, rank))
    if place >= 0:
        progress = int(layer.progress[row, place])
        key -= _foundation_mark(course, place, progress)
        key += _foundation_mark(course, place, progress + 1)
    return key


@kernel
def _move(course: Course, layer: Layer, row: int, code: int, rank: int) -> None:
    """Move this rank: from the stock, or from the pile where the code names pile and foundation."""
    layer.keys[row] = _key_after(course, layer, row, code, rank)
    pile = code // CODE_BASE - 1
    place = code % CODE_BASE - 1
    if pile >= 0:
        if place >= 0:
            layer.heights[row, pile] -= 1
        height = int(layer.heights[row, pile])
        layer.marks[row, pile] ^= _card_mark(height, rank)
        if place < 0:
            layer.piles[row, pile, height] = rank
            layer.heights[row, pile] += 1
    if place >= 0:
        layer.progress[row, place] += 1


@kernel
def _mark_first(course: Course, layer: Layer) -> None:
    """Work out marks and key of the first row."""
    layer.marks[0] = _NO_KEY
    layer.keys[0] = _NO_KEY
    for pile in range(layer.heights.shape[1]):
        for at in range(layer.heights[0, pile]):
            layer.marks[0, pile] ^= _card_mark(at, int(layer.piles[0, pile, at]))
        layer.keys[0] += _mixed(layer.marks[0, pile])
    for place in range(len(course.kinds)):
        layer.keys[0] += _foundation_mark(course, place, int(layer.progress[0, place]))


@kernel
def _copy(source: Layer, row: int, target: Layer, onto: int) -> None:
    target.progress[onto] = source.progress[row]
    target.heights[onto] = source.heights[row]
    target.marks[onto] = source.marks[row]
    target.keys[onto] = source.keys[row]
    target.logged[onto] = source.logged[row]
    for pile in range(source.heights.shape[1]):
        for at in range(source.heights[row, pile]):
            target.piles[onto, pile, at] = source.piles[row, pile, at]


@kernel
def _settle(course: Course, layer: Layer, row: int, sure: Whole) -> int:
    """Play waste cards that are the last of their rank, which can do no harm: their codes, and how many they are."""
    made = 0
    moved = True
    while moved:
        moved = False
        for pile in range(layer.heights.shape[1]):
            height = layer.heights[row, pile]
            if height == 0:
                continue
            rank = int(layer.piles[row, pile, height - 1])
            for place in range(len(course.kinds)):
                if course.orders[place, layer.progress[row, place]] == rank and _needs(course, layer, row, rank) == 1:
                    code = CODE_BASE * (pile + 1) + place + 1
                    _move(course, layer, row, code, rank)
                    sure[made] = code
                    made += 1
                    moved = True
                    break
    return made


@kernel
def _is_doomed(course: Course, layer: Layer, row: int, at: int, room: Room) -> bool:
    """Whether the board could not be won even if every card that comes free served any number of foundations."""
    reached, standing, free = room.reached, room.standing, room.ranks[_FREE]
    free[:] = 0
    for each in range(at, len(course.stock)):
        free[course.stock[each]] = 1
    reached[:] = layer.progress[row]
    standing[:] = layer.heights[row]
    moved = True
    while moved:
        moved = False
        for place in range(len(reached)):
            while free[course.orders[place, reached[place]]]:
                reached[place] += 1
                moved = True
        for pile in range(len(standing)):
            while standing[pile] > 0:
                rank = int(layer.piles[row, pile, standing[pile] - 1])
                wanted = False
                for place in range(len(reached)):
                    if layer.progress[row, place] <= course.places[place, rank] <= reached[place]:
                        wanted = True
                        break
                if not wanted:
                    break
                standing[pile] -= 1
                free[rank] = 1
                moved = True
    return bool(standing.max() > 0)


@kernel
def _waiting_cost(course: Course, layer: Layer, row: int, at: int, room: Room) -> int:
    """How long cards would wait, and how many of the piles for ever, if those to come could all lie side by side."""
    reached, standing, free = room.reached, room.standing, room.ranks[_FREE]
    free[:] = 0
    reached[:] = layer.progress[row]
    standing[:] = layer.heights[row]
    stock = course.stock
    left = len(stock) - at + standing.sum()
    waited = 0
    for now in range(at - 1, len(stock)):
        moved = now < at
        if not moved:
            rank = stock[now]
            free[rank] += 1
            for place in range(len(reached)):
                moved = moved or course.orders[place, reached[place]] == rank
        while moved:
            moved = False
            for place in range(len(reached)):
                while True:
                    rank = course.orders[place, reached[place]]
                    found = False
                    for pile in range(len(standing)):
                        height = standing[pile]
                        if height > 0 and layer.piles[row, pile, height - 1] == rank:
                            standing[pile] -= 1
                            found = True
                            break
                    if not found:
                        if free[rank] == 0:
                            break
                        free[rank] -= 1
                    reached[place] += 1
                    left -= 1
                    waited += now - at
                    moved = True
    return int(waited + left * (len(stock) - at) + _STUCK * standing.sum())


@kernel
def _measure_need(course: Course, layer: Layer, row: int, ranks: Whole) -> None:
    """How far off each rank is: the ways of the foundations to it, on the average."""
    need, ahead, tops, wanted = ranks[_NEED], ranks[_AHEAD], ranks[_TOPS], ranks[_WANTED]
    need[:] = 0
    tops[:] = 0
    wanted[:] = 0
    for pile in range(layer.heights.shape[1]):
        height = layer.heights[row, pile]
        if height > 0:
            tops[layer.piles[row, pile, height - 1]] += 1
    for place in range(len(course.kinds)):
        way = 0
        for step in range(layer.progress[row, place], RANKS):
            rank = course.orders[place, step]
            need[rank] += way
            wanted[rank] += 1
            cost = _RANK - _ON_TOP * tops[rank]
            if ahead[rank] == 0:
                cost += _NOWHERE_AHEAD
            elif ahead[rank] == 1:
                cost += _ONCE_AHEAD
            way += max(cost, _LEAST)
    for rank in range(1, RANKS + 1):
        if wanted[rank] > 0:
            need[rank] = (need[rank] * _SHARES[wanted[rank]]) >> _SHARE_BITS


@kernel
def _piles_cost(course: Course, layer: Layer, row: int, need: Whole) -> int:
    """What the piles are like: cards that lie on others needed before them, cards that follow one another."""
    cost = 0
    for pile in range(layer.heights.shape[1]):
        height = layer.heights[row, pile]
        cost += _LEFT * height if height else _EMPTY
        soonest = need[layer.piles[row, pile, 0]] if height else 0
        for above in range(1, height):
            rank = layer.piles[row, pile, above]
            own = need[rank]
            latest = 0
            fading = _WHOLE
            for below in range(above - 1, -1, -1):
                under = layer.piles[row, pile, below]
                other = need[under]
                if under == rank:
                    cost += _SAME
                if own > other:
                    longer = max(0, own - max(other, latest))
                    cost += (fading * (_COVERED + _COVERED_LONGER * longer)) >> _WHOLE_BITS
                latest = max(latest, other)
                fading = (fading * _FADING) >> _WHOLE_BITS
            cost += _COVERED_FIRST * max(0, own - soonest) + _HIGHER * above
            soonest = min(soonest, own)
            under = layer.piles[row, pile, above - 1]
            for place in range(len(course.kinds)):
                step = course.places[place, rank]
                if step >= layer.progress[row, place] and course.orders[place, step + 1] == under:
                    cost += _FOLLOWS
                    break
    return cost


@kernel
def _cost(search: Search, layer: Layer, row: int, at: int) -> int:
    """The lower, the more promising."""
    course, room = search.course, search.room
    _measure_need(course, layer, row, room.ranks)
    waiting = _waiting_cost(course, layer, row, at, room)
    return _piles_cost(course, layer, row, room.ranks[_NEED]) + search.waiting * waiting


@kernel
def _log(search: Search, parent: int, code: int) -> int:
    entry = search.counts[LOGGED]
    search.parents[entry] = parent
    search.codes[entry] = code
    search.counts[LOGGED] += 1
    return int(entry)


@kernel
def _spread(search: Search, layer: Layer, size: int) -> int:
    """Add to the layer what moves from the waste lead to, each of them being made or held back; its new size."""
    course, room, counts = search.course, search.room, search.counts
    row = 0
    while row < size:
        for pile in range(layer.heights.shape[1]):
            height = layer.heights[row, pile]
            if height == 0:
                continue
            rank = int(layer.piles[row, pile, height - 1])
            for place in range(len(course.kinds)):
                if course.orders[place, layer.progress[row, place]] != rank or _has_twin(course, layer, row, place):
                    continue
                if size == len(layer.keys):
                    counts[LEFT_OUT] += 1
                    return size
                if counts[POSITIONS] == counts[LIMIT]:
                    return size
                counts[POSITIONS] += 1
                code = CODE_BASE * (pile + 1) + place + 1
                _copy(layer, row, layer, size)
                _move(course, layer, size, code, rank)
                _settle(course, layer, size, room.sure)
                if _is_new(room.met, layer.keys[size]):
                    layer.logged[size] = _log(search, layer.logged[row], code)
                    size += 1
        row += 1
    return size


@kernel
def _form(search: Search, layer: Layer, row: int, at: int, code: int) -> None:
    """Add the placement by this code to the candidates, if it leads to a new position."""
    rank = int(search.course.stock[at])
    if not _is_new(search.room.formed, _key_after(search.course, layer, row, code, rank)):
        return
    pile = code // CODE_BASE - 1
    # Only what the cost is made of is changed, and changed back.
    if pile >= 0:
        layer.piles[row, pile, layer.heights[row, pile]] = rank
        layer.heights[row, pile] += 1
        cost = _cost(search, layer, row, at + 1)
        layer.heights[row, pile] -= 1
    else:
        layer.progress[row, code - 1] += 1
        cost = _cost(search, layer, row, at + 1)
        layer.progress[row, code - 1] -= 1
    found = search.counts[FOUND]
    search.candidates.rows[found] = row
    search.candidates.codes[found] = code
    search.candidates.scores[found] = (cost << _PLACE_BITS) | found
    search.counts[FOUND] += 1
    search.counts[POSITIONS] += 1


@kernel
def _place(search: Search, layer: Layer, size: int, at: int) -> None:
    """Collect the ways to place the card at this index of the stock."""
    course, counts = search.course, search.counts
    search.room.formed[:] = _NO_KEY
    ahead = search.room.ranks[_AHEAD]
    ahead[:] = 0
    for each in range(at + 1, len(course.stock)):
        ahead[course.stock[each]] += 1
    counts[FOUND] = 0
    rank = int(course.stock[at])
    foundations, piles = layer.progress.shape[1], layer.heights.shape[1]
    for row in range(size):
        if counts[LIMIT] - counts[POSITIONS] < foundations + piles:
            counts[POSITIONS] = counts[LIMIT]
            return
        wanted = False
        for place in range(foundations):
            if course.orders[place, layer.progress[row, place]] == rank:
                wanted = True
                if not _has_twin(course, layer, row, place):
                    _form(search, layer, row, at, place + 1)
        if wanted and _needs(course, layer, row, rank) == 1:
            # The last of its rank goes up at once: that can do no harm.
            continue
        emptied = False
        for pile in range(piles):
            empty = layer.heights[row, pile] == 0
            if not (empty and emptied):
                _form(search, layer, row, at, CODE_BASE * (pile + 1))
            emptied = emptied or empty


@kernel
def _choose(search: Search, layer: Layer, after: Layer, at: int) -> int:
    """Make the next layer, before the card at this index, of the best candidates; its size."""
    course, room, candidates = search.course, search.room, search.candidates
    room.met[:] = _NO_KEY
    size = at - at
    for score in np.sort(candidates.scores[: search.counts[FOUND]]):
        if size == search.width:
            search.counts[LEFT_OUT] += 1
            break
        candidate = score & _PLACE_MASK
        row = candidates.rows[candidate]
        code = candidates.codes[candidate]
        _copy(layer, row, after, size)
        _move(course, after, size, code, course.stock[at - 1])
        _settle(course, after, size, room.sure)
        # First, since there is room for no more keys than rows: where nearly all are doomed, they are many.
        if not search.doomed_too and _is_doomed(course, after, size, at, room):
            continue
        if not _is_new(room.met, after.keys[size]):
            continue
        after.logged[size] = _log(search, layer.logged[row], code)
        size += 1
    return size


@kernel
def _end(search: Search, layer: Layer, size: int) -> int:
    """How the search ended with this last layer; its entries of the log are noted, fewest cards left first."""
    candidates = search.candidates
    for row in range(size):
        candidates.scores[row] = (layer.heights[row].sum() << _PLACE_BITS) | row
    candidates.scores[:size] = np.sort(candidates.scores[:size])
    for end in range(size):
        candidates.rows[end] = layer.logged[candidates.scores[end] & _PLACE_MASK]
    search.counts[ENDS] = size
    if size > 0 and candidates.scores[0] >> _PLACE_BITS == 0:
        return WON
    return TOO_NARROW if search.counts[LEFT_OUT] else EXHAUSTED


@kernel
def run(search: Search, layer: Layer, after: Layer) -> int:
    """Search on from the first row of `layer`; `after` is room for another layer.

    How it ended; and where that was at the end of the stock, the entries of the log for the positions there, as many as
    `counts[ENDS]`, in `candidates.rows`: the won one first.
    """
    course, room, counts = search.course, search.room, search.counts
    # Not written 0: numba would compile whatever takes it once more, for that number alone.
    first = search.width - search.width
    _mark_first(course, layer)
    _settle(course, layer, first, room.sure)
    layer.logged[first] = _log(search, first, first)
    room.met[:] = _NO_KEY
    _is_new(room.met, layer.keys[first])
    size = first + 1
    if not search.doomed_too and _is_doomed(course, layer, first, first, room):
        return EXHAUSTED
    for at in range(len(course.stock)):
        size = _spread(search, layer, size)
        _place(search, layer, size, at)
        if counts[POSITIONS] == counts[LIMIT]:
            return OUT_OF_POSITIONS
        size = _choose(search, layer, after, at + 1)
        layer, after = after, layer
    size = _spread(search, layer, size)
    if counts[POSITIONS] == counts[LIMIT]:
        return OUT_OF_POSITIONS
    return _end(search, layer, size)


@kernel
def retrace(search: Search, layer: Layer, entry: int, codes: Whole) -> int:
    """Write the codes of all moves from the first row of `layer`, as it was, to an entry of the log; how many."""
    sure = search.room.sure
    steps = 0
    each = entry
    while each > 0:
        codes[-1 - steps] = search.codes[each]
        each = search.parents[each]
        steps += 1
    # As above.
    row = entry - entry
    _mark_first(search.course, layer)
    made = _settle(search.course, layer, row, codes)
    at = 0
    for step in range(steps, 0, -1):
        code = codes[-step]
        pile = code // CODE_BASE - 1
        if pile >= 0 and code % CODE_BASE > 0:
            rank = int(layer.piles[row, pile, layer.heights[row, pile] - 1])
        else:
            rank = int(search.course.stock[at])
            at += 1
        _move(search.course, layer, row, code, rank)
        codes[made] = code
        settled = _settle(search.course, layer, row, sure)
        codes[made + 1 : made + 1 + settled] = sure[:settled]
        made += 1 + settled
    return made
