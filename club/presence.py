"""Which members are here: when each was last heard of, kept in the database, so that it outlives processes and Redis.

There is no word of goodbye: who crashes says none. Who was not heard of for twelve seconds is away, and so is whoever
nobody could hear while the club was not served; their pages are back within seconds.
"""

import datetime as dt
from collections.abc import Collection, Mapping

from club.models import Presence

# Pages say every five seconds that they are there; two may be lost.
AWAY_AFTER = dt.timedelta(seconds=12)
# So many rows a statement.
AT_ONCE = 500

# When members were heard of since the last round. Touched by the event loop's thread alone.
_heard: dict[int, dt.datetime] = {}


def heard(member_id: int, now: dt.datetime) -> None:
    """Something came from a page of that member; it is written down with the next round."""
    _heard[member_id] = now


def take_heard() -> dict[int, dt.datetime]:
    """Who was heard of since the last time, and when."""
    taken = dict(_heard)
    _heard.clear()
    return taken


def note(heard_of: Mapping[int, dt.datetime]) -> None:
    """Write down who was heard of, and when: one statement for every five hundred."""
    rows = [Presence(player_id=member_id, heard_at=at) for member_id, at in sorted(heard_of.items())]
    Presence.objects.bulk_create(
        rows, batch_size=AT_ONCE, update_conflicts=True, unique_fields=["player"], update_fields=["heard_at"]
    )


def here(member_ids: Collection[int], now: dt.datetime) -> set[int]:
    """Those of these members who are here now. One query."""
    present = Presence.objects.filter(player__in=member_ids, heard_at__gt=now - AWAY_AFTER)
    return set(present.values_list("player_id", flat=True))
