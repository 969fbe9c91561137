"""How templates write ranks and variants."""

from django import template
from django.utils.translation import pgettext

from games import variants
from games.engine.rules import Rules

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
