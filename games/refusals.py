"""Why the club refuses something: one exception, a code for programs and a sentence for people."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.errors import BrokenRule

SENTENCES: dict[str, Promise] = {
    "invalid-move": _("That is not a move."),
    "number-taken": _("Something else was said under that number, perhaps in another tab."),
    "number-ahead": _("What comes before this one is missing."),
    "nothing-to-take-back": _("There is nothing to take back."),
    "card-was-turned": _("That move turned a card; taking it back makes this game practice."),
    "not-started": _("The board is not open yet."),
    "match-over": _("This game has ended."),
    "stopped": _("Your board has no move left; the race goes on without it."),
    "no-turns": _("This game is not played by turns."),
    "another-turn": _("That was meant for another turn. The board is shown as it is now."),
    "turn-ended": _("You have ended this turn."),
    "turn-is-placed": _("This turn's cards are placed. End the turn, or take the last one back."),
    "cards-left": _("This turn has cards left to place."),
    "deadline-passed": _("The deadline has just passed. The board shows in a moment what became of it."),
    "board-ended": _("Your board is played to its end; the match goes on without it."),
    "turn-not-closed": _("That turn is not closed yet."),
    "no-absence": _("You two have agreed on no absences in this match."),
    "absence-taken": _("You have taken your absence in this match already."),
    "not-away": _("Your opponent is here, or has not been away for long enough."),
    "called-off": _("This race was called off before it began. It cost nobody anything."),
    "not-a-race": _("There is no opponent at this table."),
    "not-over": _("The race is not over yet."),
    "in-a-race": _("One of you is in a race just now."),
    "yourself": _("A race takes two players."),
    "only-watching": _("You have no seat at this table."),
    "no-hints-here": _("There are no hints in matches and in the deal of the day."),
    "hint-makes-practice": _("A hint makes this game practice."),
    "too-many-hints": _("You have asked for many hints. The coach answers again in a minute."),
    "board-has-changed": _("The board has changed meanwhile, perhaps in another tab."),
    "nothing-to-play-on": _("There is no board of yours to play on."),
    "busy": _("The club could not store that just now. Nothing was changed."),
    "guests-play-yesterday": _(
        "The deal of the day is for members who joined before today. Yesterday's is open to you."
    ),
    "deal-not-closed": _("This deal is still being played somewhere."),
    "analysis-off": _("Games are not analysed at this club just now."),
    "analysis-for-players": _("Analyses are for who plays here: play a game first, or sign in."),
    "analyses-today": _("You have asked for as many analyses as there are in a day. Ask again tomorrow."),
    "analyses-queued": _("Many games are waiting to be analysed. Ask again later."),
    "not-in-the-calendar": _("There is no deal of that day."),
    "you-are-racing": _("You are in a race just now; finish it first."),
    "members-only": _("Games by correspondence are for members: sign up first, it takes a minute."),
    "asked-already": _("They have asked you for a game by correspondence: answer that first."),
    "they-are-racing": _("They are in a race just now. Try again in a few minutes; the challenge stays."),
    "no-such-offer": _("There is no such challenge."),
    "offer-taken": _("Somebody else has taken this challenge."),
    "offer-closed": _("This challenge is no longer open."),
    "not-welcome": _("They ask for more authority than you have, or for members only."),
    "above-your-authority": _("You can ask for as much authority as you have yourself, and for none while new."),
    "no-challenges": _("They take no challenges from you just now."),
    "enough-of-the-house": _("You have twenty matches with the house already. Play one of them to its end first."),
    "too-many-offers": _("You have too many open challenges. Withdraw one first."),
    "asked-by-many": _("They have many challenges to answer already. Try again later."),
    "no-such-player": _("No member of the club has that name."),
    "name-left-over": _("There is a name in the form: press “Challenge” to ask that member, or take it out."),
    "not-yourself": _("You cannot play against yourself."),
    "turn-too-short": _("With two packs a turn takes 4 or 8 cards."),
    "they-have-left": _("They have left the club."),
    "no-afterword": _("There is no afterword at this table."),
    "afterword-closed": _("This afterword is closed; it can still be read."),
    "ten-remarks": _("You have written ten remarks, and there are no more of them."),
    "remark-empty": _("A remark has something to read in it."),
    "remark-too-long": _("A remark has 280 characters at most."),
    "remark-unseen": _(
        "The remark has a character that cannot be seen, or turns the direction of writing. Take it out."
    ),
    "no-such-move": _("So many moves were not played."),
    "no-such-remark": _("There is no such ready-made remark."),
    "ready-made-only": _("Guests have the ready-made remarks. Sign up to write your own."),
    "muted": _("A moderator has taken the word from you for a while."),
    "no-remarks": _("There is no talk between the two of you just now."),
    "nobody-watches": _("Nobody else can look at this table."),
    "report-yourself": _("You cannot report yourself."),
    "only-own-matches": _("A match is reported by one of its two players."),
    "too-many-reports": _("You have reported many things today. The moderators will look at them first."),
    "not-just-now": _("One of your games is at a deadline, or about to begin. Try again in a few seconds."),
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
