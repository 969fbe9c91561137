"""`python -m tests.with_django bench.clubs.running_races COUNT`: so many races between guests whose boards lie open.

They are written into the club that the environment names. A line out for each race, as JSON: its table's key, and the
cookie by which each of the two players is known.
"""

import json
import sys

from django.conf import settings
from django.db import transaction
from django.test import Client
from django.utils import timezone

from club.guests import BACKEND
from club.models import Player
from games import play
from games.engine.rules import Rules
from games.play import RaceWish

RULES = Rules.parse("classic-4-0")


def main(count: int) -> None:
    now = timezone.now()
    for _ in range(count):
        one, two = Player.objects.create_guest(), Player.objects.create_guest()
        with transaction.atomic():
            match = play.open_race((one, two), RaceWish(RULES, watchable=False), now)
            table = play.load(match.pk)
            for seat in table.seats:
                play.hear(table, seat, now)
                play.ready(table, seat, None, now)
            # The countdown begins when the second is ready.
            assert match.pk == table.match.pk
            assert table.match.starts_at is not None
            play.catch_up(table, table.match.starts_at)
            table.store()
        print(json.dumps({"key": match.key, "cookies": [_cookie(one), _cookie(two)]}), flush=True)


def _cookie(player: Player) -> str:
    client = Client()
    client.force_login(player, BACKEND)
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"


if __name__ == "__main__":
    main(int(sys.argv[1]))
