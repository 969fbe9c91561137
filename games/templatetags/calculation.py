"""How templates write ranks, variants, opponents and results."""

from django import template
from django.utils.translation import gettext, pgettext

from club.models import Player
from games import variants
from games.engine.rules import Rules
from games.models import Seat
from games.player_pages import address_of

register = template.Library()


@register.filter
def rank(number: int) -> str:
    """The index letter of a rank 1 to 13 in the reader's language."""
    letters = {
        1: pgettext("index letter of the ace", "A"),
        11: pgettext("index letter of the jack", "J"),
        12: pgettext("index letter of the queen", "Q"),
        13: pgettext("index letter of the king", "K"),
    }
    return letters.get(number, str(number))


@register.filter
def variant(rules: Rules | str) -> str:
    """The name of the game with these rules, written `classic-4-0` or parsed already."""
    return variants.name_of(Rules.parse(str(rules)))


@register.filter
def opponent(seat: Seat) -> str:
    """Who sits at the other seat of a race. Wants the match's seats loaded."""
    return next((str(other.player) for other in seat.match.seats.all() if other.pk != seat.pk), "")


@register.filter
def opponent_page(seat: Seat) -> str:
    """The address of the opponent's page; empty for whoever has none. Wants the match's seats loaded."""
    return next((address_of(other.player) for other in seat.match.seats.all() if other.pk != seat.pk), "")


@register.filter
def is_against_the_house(seat: Seat) -> bool:
    """Whether a house player sits at the other seat. Wants the match's seats loaded."""
    return any(other.player.is_house for other in seat.match.seats.all() if other.pk != seat.pk)


@register.filter
def page_of(player: Player) -> str:
    """The address of the player's page; empty for guests and former members."""
    return address_of(player)


@register.filter
def race_result(seat: Seat) -> str:
    """How a race ended for this seat, and why: `won: first to win the board`; or that a moderator made it void."""
    match = seat.match
    if match.voided_at is not None:
        return gettext("void")
    if match.winner is None:
        result = gettext("drawn")
    else:
        result = gettext("won") if match.winner == seat.place else gettext("lost")
    return gettext("%(result)s: %(reason)s") % {"result": result, "reason": match.get_reason_display()}
