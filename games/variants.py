"""The variants as people know them: names for rules, and the choices that are offered."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext

from games.engine.rules import Layout, Rules


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant in the list one chooses from."""

    layout: Layout
    name: str | Promise
    what: str | Promise
    waste_piles: tuple[int, ...]


OFFERED = (
    Variant(
        Layout.CLASSIC,
        gettext_lazy("Classic"),
        gettext_lazy("Ace, 2, 3 and 4 lie ready and grow by ones, twos, threes and fours."),
        (4,),
    ),
    Variant(Layout.CLASSIC, gettext_lazy("Easy"), gettext_lazy("Classic with more waste piles to think with."), (5, 6)),
    Variant(
        Layout.BROKEN,
        gettext_lazy("Broken Intervals"),
        gettext_lazy("Four random starters, and a die throws the step of each foundation."),
        (4, 5, 6),
    ),
    Variant(
        Layout.GIANT,
        gettext_lazy("Giant"),
        gettext_lazy("Two packs and eight foundations, from ace to 8, stepping by one to eight."),
        (4, 5, 6, 8),
    ),
    Variant(
        Layout.REVERSE,
        gettext_lazy("Reverse"),
        gettext_lazy("The four kings lie ready and are built downwards."),
        (4, 5, 6),
    ),
)

NAMES = {
    Layout.CLASSIC: gettext_lazy("Classic"),
    Layout.BROKEN: gettext_lazy("Broken Intervals"),
    Layout.GIANT: gettext_lazy("Giant"),
    Layout.REVERSE: gettext_lazy("Reverse"),
}
USUAL_PILES = 4


def name_of(rules: Rules) -> str:
    """`Classic`, `Easy, 6 waste piles`, `Giant, 5 waste piles, 1 redeal`."""
    easy = rules.layout is Layout.CLASSIC and rules.waste_piles > USUAL_PILES
    parts = [gettext("Easy") if easy else str(NAMES[rules.layout])]
    if rules.waste_piles != USUAL_PILES:
        piles = rules.waste_piles
        parts.append(ngettext("%(piles)d waste pile", "%(piles)d waste piles", piles) % {"piles": piles})
    if rules.redeals:
        redeals = rules.redeals
        parts.append(ngettext("%(redeals)d redeal", "%(redeals)d redeals", redeals) % {"redeals": redeals})
    return ", ".join(parts)
