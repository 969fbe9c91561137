"""Notes for oneself on a match: one a seat, read by its player alone."""

from django.utils.text import Truncator

from games.models import Note

# So much of it stands in a list.
EXCERPT = 90


def write(seat_id: int, text: str) -> None:
    """Keep the text as it is in the place of what was there; an empty one is none."""
    if text.strip():
        Note.objects.update_or_create(seat_id=seat_id, defaults={"text": text})
    else:
        Note.objects.filter(seat=seat_id).delete()


def read(seat_id: int) -> str:
    """What was written down; empty where nothing was."""
    return Note.objects.filter(seat=seat_id).values_list("text", flat=True).first() or ""


def excerpt(text: str) -> str:
    """The note's beginning on one line."""
    return Truncator(" ".join(text.split())).chars(EXCERPT)
