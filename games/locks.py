"""Which rows a transaction locks first, so that those of several processes wait instead of stopping each other.

A seat is changed only by who has locked its match, and matches are locked in the order of their ids.
"""

from collections.abc import Iterable

from django.db import Error, connection

from games.models import Match

# What PostgreSQL calls a deadlock, and a transaction that cannot be put in an order with another.
IN_THE_WAY = {"40P01", "40001"}


def lock_matches(match_ids: Iterable[int]) -> None:
    """Lock these matches for this transaction; SQLite has one writer at a time and needs none. One query."""
    if not connection.features.has_select_for_update:
        return
    ids = set(match_ids)
    if ids:
        list(Match.objects.select_for_update().filter(pk__in=ids).order_by("pk").values_list("pk"))


def stood_in_the_way(error: Error) -> bool:
    """Whether it was only another transaction's doing, so that the same once more may do."""
    return getattr(error.__cause__, "sqlstate", None) in IN_THE_WAY
