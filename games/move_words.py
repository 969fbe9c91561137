"""Cards, moves and lengths of time in the reader's words."""

from django.utils.formats import number_format
from django.utils.translation import gettext

from games.analysis.summary import Step
from games.engine.cards import RANK_OF, Card
from games.templatetags.calculation import rank

# The sign after each asks for a letter, where a system would draw a small picture.
SUITS = {"C": "♣\ufe0e", "D": "♦\ufe0e", "H": "♥\ufe0e", "S": "♠\ufe0e"}

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR


def card_name(card: Card) -> str:
    """`10♦`, with the index letters of the reader's language."""
    return rank(RANK_OF[card]) + SUITS[card[1]]


def move_name(step: Step) -> str:
    """`8♦ on the 9♠ of waste pile 3`."""
    if step.card is None:
        return gettext("redeal")
    named: dict[str, object] = {"card": card_name(step.card)}
    named |= {"pile": step.move.pile, "foundation": step.move.foundation}
    if step.onto is None:
        return gettext("%(card)s on the empty waste pile %(pile)s") % named
    if not step.move.foundation:
        onto = {"onto": card_name(step.onto)}
        return gettext("%(card)s on the %(onto)s of waste pile %(pile)s") % (named | onto)
    if not step.move.pile:
        return gettext("%(card)s straight to foundation %(foundation)s") % named
    return gettext("%(card)s from waste pile %(pile)s to foundation %(foundation)s") % named


def length_name(seconds: float) -> str:
    """`0.4 s`, `12 s`, `1:05 min`, `3 h 20 min`, `2 d 3 h`: exact enough for its size, and never broken."""
    return _length(seconds).replace(" ", "\N{NO-BREAK SPACE}")


def _length(seconds: float) -> str:
    if seconds < 10:
        return gettext("%(seconds)s s") % {"seconds": number_format(round(seconds, 1), 1)}
    whole = round(seconds)
    if whole < MINUTE:
        return gettext("%(seconds)s s") % {"seconds": whole}
    if whole < HOUR:
        return gettext("%(time)s min") % {"time": f"{whole // MINUTE}:{whole % MINUTE:02d}"}
    if whole < DAY:
        return gettext("%(hours)s h %(minutes)s min") % {"hours": whole // HOUR, "minutes": whole % HOUR // MINUTE}
    return gettext("%(days)s d %(hours)s h") % {"days": whole // DAY, "hours": whole % DAY // HOUR}
