"""Members as the tests of people need them, and an instant to begin at."""

import datetime as dt

from club import partners
from club.models import Partnership, Player

NOON = dt.datetime(2026, 3, 10, 12, tzinfo=dt.UTC)
SECOND = dt.timedelta(seconds=1)
DAY = dt.timedelta(days=1)


def member(name: str, **chosen: object) -> Player:
    """A member with these choices; without any they show nothing and are asked by members."""
    made = Player.objects.create_user(name)
    for column, value in chosen.items():
        setattr(made, column, value)
    made.save()
    return made


def become_partners(one: Player, other: Player, now: dt.datetime = NOON) -> Partnership:
    return partners.accept(other, partners.ask(one, other, now).pk, now)
