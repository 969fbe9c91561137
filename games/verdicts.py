"""How an ended game came out, in words from the viewer's side: what the table's page says by its scripts."""

from django.utils.translation import gettext, ngettext

from games.ended import EndedGame
from games.models import Match, Seat
from games.models.matches import Reason

type Figures = dict[str, object]


def headline(game: EndedGame) -> str:
    """Who won, or how a game played alone ended."""
    match = game.match
    if match.voided_at is not None:
        return gettext("The result is void")
    if match.mode == Match.Mode.SOLO:
        return _alone(game.seats[0])
    if match.winner is None:
        return gettext("A draw")
    return _about(game, match.winner, gettext("You won!"), gettext("%(name)s won"))


def reason(game: EndedGame) -> str:
    """Why, in one sentence or two."""
    match = game.match
    if match.voided_at is not None:
        return gettext("A moderator has made it void: it counts nowhere.")
    if match.mode == Match.Mode.SOLO:
        return _why_alone(game.seats[0])
    return _by_turns(game) if match.mode == Match.Mode.CORRESPONDENCE else _raced(game)


def _alone(seat: Seat) -> str:
    if seat.near_win:
        return gettext("A near win")
    return {
        Seat.EndedBy.WON: gettext("Won!"),
        Seat.EndedBy.BLOCKED: gettext("Blocked"),
        Seat.EndedBy.RESIGNED: gettext("Resigned"),
        Seat.EndedBy.LEFT: gettext("Left for the next deal"),
        Seat.EndedBy.DAY_OVER: gettext("The day is over"),
    }.get(Seat.EndedBy(seat.ended_by), seat.get_ended_by_display())


def _why_alone(seat: Seat) -> str:
    left = seat.stock_left
    in_stock = ngettext("%(left)s card was left in the stock.", "%(left)s cards were left in the stock.", left)
    return {
        Seat.EndedBy.WON: gettext("Every card is on the foundations."),
        Seat.EndedBy.BLOCKED: gettext("The stock was used up, and nothing could move any more."),
        Seat.EndedBy.RESIGNED: gettext("The game was given up.") + " " + in_stock % {"left": left},
        Seat.EndedBy.LEFT: gettext("The next deal was asked for; it counts as it stood."),
        Seat.EndedBy.DAY_OVER: gettext("It counts as it stood at 24:00 UTC."),
    }.get(Seat.EndedBy(seat.ended_by), "")


def _raced(game: EndedGame) -> str:
    winner = game.match.winner
    if winner is None:
        return _counted_because(game) + " " + _count(game)
    loser = 3 - winner
    match game.match.reason:
        case Reason.FIRST_TO_WIN:
            return _about(
                game,
                winner,
                gettext("You were the first to win the board."),
                gettext("%(name)s was the first to win the board."),
            )
        case Reason.RESIGNED:
            return _resigned(game, loser)
        case Reason.LEFT:
            return _about(
                game,
                loser,
                gettext("You were away for too long, and the race was claimed."),
                gettext("%(name)s was away for too long, and the race was claimed."),
            )
    return _counted_because(game) + " " + _count(game)


def _counted_because(game: EndedGame) -> str:
    """Why it came to counting."""
    winner, both = game.match.winner, [seat.ended_by for seat in game.seats]
    house = next((seat for seat in game.seats if seat.player.is_house), None)
    if house is not None and Seat.EndedBy.LEFT in both:
        # Away from the house it takes only one.
        own, others = gettext("You were away for too long."), gettext("%(name)s was away for too long.")
        return _about(game, 3 - house.place, own, others)
    if winner is not None and both[winner - 1] == Seat.EndedBy.DECIDED:
        own, others = gettext("You were blocked and then passed."), gettext("%(name)s was blocked and then passed.")
        return _about(game, 3 - winner, own, others)
    if Seat.EndedBy.TIME in both:
        return gettext("Time was up.")
    if Seat.EndedBy.LEFT in both:
        return gettext("Both were away for too long.")
    return gettext("Both boards were blocked.")


def _count(game: EndedGame) -> str:
    """What the count was, the winner's first."""
    more, less = reversed(game.seats) if game.match.winner == 2 else game.seats
    if game.match.reason == Reason.MORE_CARDS:
        cards = ngettext("%(more)s card against %(less)s.", "%(more)s cards against %(less)s.", more.foundation_cards)
        return cards % {"more": more.foundation_cards, "less": less.foundation_cards}
    level: Figures = {
        "cards": more.foundation_cards,
        "points": more.direct_points,
        "more": more.direct_points,
        "less": less.direct_points,
    }
    if game.match.reason == Reason.MORE_DIRECT_POINTS:
        return gettext("Cards are level at %(cards)s; direct points decide, %(more)s against %(less)s.") % level
    return gettext("Cards are level at %(cards)s, and direct points at %(points)s.") % level


def _by_turns(game: EndedGame) -> str:
    winner = game.match.winner
    if winner is None:
        out_of_time = game.match.reason == Reason.TIME
        return gettext("Both were out of time at once.") if out_of_time else _counted_turns(game)
    loser = 3 - winner
    match game.match.reason:
        case Reason.FIRST_TO_WIN:
            return _about(
                game,
                winner,
                gettext("You won the board, and your opponent did not."),
                gettext("%(name)s alone won the board."),
            )
        case Reason.FEWER_REDEALS:
            return gettext("Both won the board.") + " " + _redeals(game, winner)
        case Reason.EARLIER_TURN:
            earlier = _about(
                game,
                winner,
                gettext("You did so in an earlier turn."),
                gettext("%(name)s did so in an earlier turn."),
            )
            return gettext("Both won the board.") + " " + earlier
        case Reason.RESIGNED:
            return _resigned(game, loser)
        case Reason.TIME:
            return _about(game, loser, gettext("You were out of time."), gettext("%(name)s was out of time."))
    return _counted_turns(game)


def _counted_turns(game: EndedGame) -> str:
    if all(seat.won for seat in game.seats):
        return gettext("Both won the board in the same turn.") + " " + _count(game)
    return gettext("Both boards were played to their end.") + " " + _count(game)


def _redeals(game: EndedGame, winner: int) -> str:
    fewer, more = game.seats[winner - 1].redeals_used, game.seats[2 - winner].redeals_used
    own = ngettext(
        "You needed fewer redeals, %(fewer)s against %(more)s.",
        "You needed fewer redeals, %(fewer)s against %(more)s.",
        more,
    )
    others = ngettext(
        "%(name)s needed fewer redeals, %(fewer)s against %(more)s.",
        "%(name)s needed fewer redeals, %(fewer)s against %(more)s.",
        more,
    )
    return _about(game, winner, own, others, {"fewer": fewer, "more": more})


def _resigned(game: EndedGame, loser: int) -> str:
    return _about(game, loser, gettext("You resigned."), gettext("%(name)s resigned."))


def _about(game: EndedGame, place: int, own: str, others: str, figures: Figures | None = None) -> str:
    """A sentence about a seat: one for its own player, one for everybody else."""
    named: Figures = {"name": str(game.seats[place - 1].player)} | (figures or {})
    return (own if game.place == place else others) % named
