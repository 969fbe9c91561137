"""What the guide of the first game says of a move: what to do, and what it teaches."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.guide import Advice, Lesson
from games.templatetags.calculation import rank

WHY: dict[Lesson, str | Promise] = {
    Lesson.TURNED_GOES_UP: _("Foundation %(foundation)s wants exactly this card. After it comes %(other)s."),
    Lesson.TOP_GOES_UP: _(
        "The top card of a pile may go up at any time. After it foundation %(foundation)s wants %(other)s."
    ),
    Lesson.KING: _("Kings come last everywhere. Keep one pile for them: they are in nobody’s way there."),
    Lesson.EMPTY: _("No foundation wants it yet, so it waits on a pile. On an empty one it covers nothing."),
    Lesson.SOONER: _("It will be wanted before the %(other)s under it, so it can lie on top."),
    Lesson.LEAST_HARM: _("It covers something that is wanted sooner. Here that does the least harm."),
}
# The last card of a foundation.
COMPLETES = _("That completes foundation %(foundation)s.")


@dataclass(frozen=True, slots=True)
class GuideSays:
    """`do` names the place to tap, `why` is the lesson."""

    move: str
    do: str
    why: str


def in_words(advice: Advice) -> GuideSays:
    """The advice in the reader's language."""
    move = advice.move
    names = {"rank": rank(advice.rank), "other": rank(advice.other), "pile": move.pile, "foundation": move.foundation}
    if not move.foundation:
        do = gettext("Tap pile %(pile)s: the %(rank)s goes there.")
    elif move.pile:
        do = gettext("Tap foundation %(foundation)s: it takes the %(rank)s from pile %(pile)s.")
    else:
        do = gettext("Tap the turned card: the %(rank)s goes to foundation %(foundation)s.")
    why = COMPLETES if move.foundation and not advice.other else WHY[advice.lesson]
    return GuideSays(str(move), do % names, str(why) % names)
