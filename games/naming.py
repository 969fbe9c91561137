"""What tables show of the players who sit or sat there: their name, and what they may say."""

from django.db.models import F

from games.models import Match, Seat


def name_at_tables(player_id: int, name: str) -> None:
    """They are shown under that name, or under none."""
    show_at_tables(player_id)
    Seat.objects.of(player_id).update(known_as=name)


def show_at_tables(player_id: int) -> None:
    """Something that tables show of them has changed: the views' versions rise, and open pages find that by
    themselves."""
    matches = Seat.objects.of(player_id).exclude(mode=Match.Mode.SOLO).values("match_id")
    Seat.objects.filter(match__in=matches).update(version=F("version") + 1)
    Match.objects.filter(pk__in=matches).update(version=F("version") + 1)
