"""Positions laid out by hand, for questions whose answers can be seen."""

from __future__ import annotations

from games.analysis.position import Position
from games.engine.rules import foundation_order

CLASSIC = tuple(foundation_order(number, number) for number in (1, 2, 3, 4))


def classic(
    progress: tuple[int, int, int, int],
    *waste: tuple[int, ...],
    turned: int = 0,
    redeals_left: int = 0,
) -> Position:
    """A Classic position; the cards that lie nowhere are those of the stock under the turned one."""
    lying = sum(progress) + sum(map(len, waste))
    return Position(CLASSIC, progress, waste, turned, 52 - lying, redeals_left)


# All but kings, a five and a nine are up, and the fours want the five, then the nine: laid on the five it is lost.
FIVE_BEFORE_NINE = classic((12, 12, 12, 10), (5,), (), (), (), turned=9)

# A jack for the ones or the twos, the queen under it for the ones, and under that a jack: only one order goes up.
JACK_QUEEN_JACK = classic((10, 11, 13, 13), (11, 12, 11), (13, 13), (), ())
