"""What stands in the game's addresses, parsed once: the key of a table, a day, a month."""

import datetime as dt


class KeyConverter:
    """A table's key, as `games.models.matches.new_key` makes it."""

    regex = "[A-Za-z0-9_-]{1,16}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class DayConverter:
    """A date as 2026-03-01."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> dt.date:
        return dt.date.fromisoformat(value)

    def to_url(self, value: dt.date) -> str:
        return value.isoformat()


class MonthConverter:
    """A month as 2026/03, in Python its first day."""

    regex = "[0-9]{4}/[0-9]{2}"

    def to_python(self, value: str) -> dt.date:
        return dt.date.fromisoformat(value.replace("/", "-") + "-01")

    def to_url(self, value: dt.date) -> str:
        return f"{value.year:04}/{value.month:02}"
