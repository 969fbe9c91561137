"""How the summary's templates write cards, moves and lengths of time."""

from django import template

from games import move_words

register = template.Library()

register.filter("card", move_words.card_name)
register.filter("move", move_words.move_name)
register.filter("length_of", move_words.length_name)


@register.filter
def before(n: int) -> int:
    """How many moves had been made before the one of that number: the position it was made in."""
    return n - 1
