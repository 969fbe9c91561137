"""Why the club refuses something: one exception, a code for programs and a sentence for people."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.errors import BrokenRule

SENTENCES: dict[str, Promise] = {
    "invalid-move": _("That is not a move."),
    "number-taken": _("Something else was played under that number, perhaps in another tab."),
    "number-ahead": _("A move before this one is missing."),
    "nothing-to-take-back": _("There is nothing to take back."),
    "card-was-turned": _("That move turned a card; taking it back makes this game practice."),
    "not-started": _("The board is not open yet."),
    "match-over": _("This game has ended."),
    "busy": _("The club could not store that just now. Nothing was changed."),
    "guests-play-yesterday": _(
        "The deal of the day is for members who joined before today. Yesterday's is open to you."
    ),
    "deal-not-closed": _("This deal is still being played somewhere."),
    "not-in-the-calendar": _("There is no deal of that day."),
}

RULES: dict[BrokenRule, Promise] = {
    BrokenRule.NO_SUCH_FOUNDATION: _("There is no such foundation in this game."),
    BrokenRule.NO_SUCH_PILE: _("There is no such waste pile in this game."),
    BrokenRule.STOCK_USED_UP: _("The stock is used up."),
    BrokenRule.PILE_EMPTY: _("That waste pile is empty."),
    BrokenRule.FOUNDATION_WANTS_ANOTHER_RANK: _("That foundation wants another rank."),
    BrokenRule.FOUNDATION_COMPLETE: _("That foundation is complete."),
    BrokenRule.STOCK_NOT_USED_UP: _("A redeal comes when the stock is used up."),
    BrokenRule.NO_REDEAL_LEFT: _("No redeal is left."),
    BrokenRule.NOTHING_TO_REDEAL: _("A redeal needs a card on the waste piles."),
}


class Refused(Exception):
    """Nothing was changed, and `code` says why; `rule` is the broken rule where the code is `illegal-move`."""

    def __init__(self, code: str, rule: BrokenRule | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.rule = rule

    @property
    def sentence(self) -> str | Promise:
        """The reason for people, in the language active when it is read."""
        return SENTENCES[self.code] if self.rule is None else RULES[self.rule]
