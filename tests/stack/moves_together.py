"""Moves of one race that was not in memory, committed together. Told as JSON: refusals, versions, what is stored."""

import datetime as dt
import json

from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from club.models import Player
from games import boards, play, tables
from games.engine.rules import Rules
from games.messages import PlayMove
from games.models import Seat
from games.play import RaceWish
from games.tables import At, place_of


def main() -> None:
    call_command("migrate", verbosity=0)
    now = timezone.now()
    players = (Player.objects.create_guest(), Player.objects.create_guest())
    with transaction.atomic():
        match = play.open_race(players, RaceWish(Rules.parse("classic-4-0"), watchable=False), now)
        table = play.load(match.pk)
        for seat in table.seats:
            play.hear(table, seat, now)
            play.ready(table, seat, None, now)
        assert table.match.starts_at is not None
        play.catch_up(table, table.match.starts_at)
        table.store()
    one, two = (at for player in players if isinstance(at := place_of(match.key, player.pk), At))
    boards.forget_all()
    said = [(one, 1), (one, 2), (two, 1), (one, 3)]
    with transaction.atomic(), play.gathered({match.pk}):
        answers = [tables.say(at, PlayMove(n, f"W{n}"), now + dt.timedelta(seconds=5)) for at, n in said]
    stored = Seat.objects.filter(match=match).order_by("place").values_list("rows", "version")
    told = {
        "refused": [str(answer.refused) for answer in answers if answer.refused],
        "versions": [answer.version for answer in answers],
        "stored": list(stored),
    }
    print(json.dumps(told))  # noqa: T201 - what this program is run for


if __name__ == "__main__":
    main()
