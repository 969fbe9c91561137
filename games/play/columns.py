"""Some columns of a model, read from a row and written to one by hand: what its fields do, at a tenth of the cost."""

import datetime as dt
from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any

from django.db import connection, models

# Most instants of a row stay as they are from one write of it to the next.
INSTANTS_KEPT = 10_000


class Columns:
    """These columns of a model, in this order."""

    def __init__(self, model: type[models.Model], names: tuple[str, ...]) -> None:
        fields = [model._meta.get_field(name.removesuffix("_id")) for name in names]
        self.names = names
        self.quoted = [f'"{model._meta.db_table}"."{name}"' for name in names]
        self.assigned = ", ".join(f'"{name}" = %s' for name in names)
        self._values: Callable[[Any], tuple[Any, ...]] = attrgetter(*names)
        # Most columns are read and written as they are; these are not, each by its place.
        self._readers = [(i, read) for i, field in enumerate(fields) if (read := _reader(field))]
        self._instants = [i for i, field in enumerate(fields) if isinstance(field, models.DateTimeField)]
        self._texts = [i for i, field in enumerate(fields) if isinstance(field, models.CharField) and field.choices]

    def read_into(self, row: models.Model, values: Sequence[Any]) -> None:
        """Give the row these values, as the database gave them."""
        read = list(values)
        for i, reader in self._readers:
            if read[i] is not None:
                read[i] = reader(read[i])
        # Past the descriptors, which would only do the same.
        row.__dict__.update(zip(self.names, read, strict=True))

    def written(self, row: models.Model) -> list[Any]:
        """The row's values as the database takes them."""
        values = list(self._values(row))
        for i in self._instants:
            if values[i] is not None:
                values[i] = as_instant(values[i])
        for i in self._texts:
            # A member of an enumeration is not taken for the text that it is.
            values[i] = str(values[i])
        return values


@lru_cache(maxsize=INSTANTS_KEPT)
def as_instant(value: dt.datetime) -> Any:
    """The instant as the database takes it."""
    return connection.ops.adapt_datetimefield_value(value)


def _reader(field: Any) -> Callable[[Any], Any] | None:
    if isinstance(field, models.DateTimeField):
        return _aware
    return bool if isinstance(field, models.BooleanField) else None


def _aware(value: dt.datetime) -> dt.datetime:
    # SQLite gives instants in UTC without saying so.
    return value if value.tzinfo is not None else value.replace(tzinfo=dt.UTC)
