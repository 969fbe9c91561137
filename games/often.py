"""Questions asked many times a second: made into SQL once, which takes longer than the answer takes to come."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from django.db import connection
from django.db.models import QuerySet

# So many are remembered, each with what it was told.
_REMEMBERED = 64


def ids[*Told](question: Callable[[*Told], QuerySet[Any]], *told: *Told) -> list[int]:
    """The ids of what the question asks for when it is told that, in its order. One query."""
    return numbers("pk", question, *told)


def numbers[*Told](column: str, question: Callable[[*Told], QuerySet[Any]], *told: *Told) -> list[int]:
    """The same of another column of whole numbers, none of them null.

    The question is a function of a module, which asks the same whenever it is told the same; what it is told can be
    hashed, is never empty, and seldom changes.
    """
    with connection.cursor() as cursor:
        cursor.execute(*_sql(column, question, *told))
        return [row[0] for row in cursor.fetchall()]


@lru_cache(maxsize=_REMEMBERED)
def _sql(column: str, question: Callable[..., QuerySet[Any]], *told: object) -> tuple[str, tuple[Any, ...]]:
    sql, params = question(*told).values(column).query.sql_with_params()
    return sql, tuple(params)
