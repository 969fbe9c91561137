"""JSON from a stranger, read strictly: every value has the type and size it must have, or InvalidRecord."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from enum import StrEnum
from typing import Final

from games.engine.errors import InvalidRecord

type Json = bool | int | float | str | list[Json] | dict[str, Json] | None

# Reads one value; the text says where it stands, for the message when it is not what it must be.
type Reader[T] = Callable[[Json, str], T]

_HEX: Final = re.compile(r"[0-9A-Fa-f]*")


def parse_object(content: bytes, size_limit: int) -> dict[str, Json]:
    """The one JSON object that UTF-8 bytes hold; InvalidRecord if they are anything else, or too many."""
    if len(content) > size_limit:
        raise InvalidRecord(f"longer than {size_limit} bytes")
    try:
        value = json.loads(content.decode(), object_pairs_hook=_no_key_twice, parse_constant=_no_constant)
    except UnicodeDecodeError:
        raise InvalidRecord("not UTF-8") from None
    except RecursionError:
        raise InvalidRecord("nested too deeply") from None
    except InvalidRecord:
        raise
    # Broken JSON, and numbers of more digits than Python reads.
    except ValueError as error:
        raise InvalidRecord(f"not JSON: {error}") from None
    return as_object(value, "the whole")


def _no_key_twice(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise InvalidRecord("a key stands twice in one object")
    return fields


def _no_constant(name: str) -> Json:
    raise InvalidRecord(f"{name} is no JSON")


def required[T](fields: dict[str, Json], key: str, read: Reader[T]) -> T:
    """The value of a key that must be there."""
    if key not in fields:
        raise InvalidRecord(f"{key} is missing")
    return read(fields[key], key)


def optional[T](fields: dict[str, Json], key: str, read: Reader[T]) -> T | None:
    """The value of a key that may be left out."""
    return read(fields[key], key) if key in fields else None


def as_object(value: Json, where: str) -> dict[str, Json]:
    """A JSON object, its fields still to be read."""
    if not isinstance(value, dict):
        raise InvalidRecord(f"{where} is no object")
    return value


def array_of[T](read: Reader[T], most: int, least: int = 0) -> Reader[tuple[T, ...]]:
    """Reads an array of so many values, each read alike."""

    def read_array(value: Json, where: str) -> tuple[T, ...]:
        if not isinstance(value, list) or not least <= len(value) <= most:
            raise InvalidRecord(f"{where} is no array of {least} to {most} values")
        return tuple(read(item, f"{where} {number}") for number, item in enumerate(value, start=1))

    return read_array


def text_up_to(most: int) -> Reader[str]:
    """Reads a text of at most so many characters."""

    def read_text(value: Json, where: str) -> str:
        if not isinstance(value, str) or len(value) > most:
            raise InvalidRecord(f"{where} is no text of at most {most} characters")
        return value

    return read_text


def hex_of(size: int) -> Reader[bytes]:
    """Reads so many bytes written in hex digits, two a byte, nothing between them."""

    def read_hex(value: Json, where: str) -> bytes:
        if not isinstance(value, str) or len(value) != 2 * size or not _HEX.fullmatch(value):
            raise InvalidRecord(f"{where} is not {2 * size} hex digits")
        return bytes.fromhex(value)

    return read_hex


def one_of[E: StrEnum](choices: type[E]) -> Reader[E]:
    """Reads one of the texts of an enumeration."""

    def read_choice(value: Json, where: str) -> E:
        if not isinstance(value, str) or value not in choices:
            raise InvalidRecord(f"{where} is none of {', '.join(choices)}")
        return choices(value)

    return read_choice


def whole_number(value: Json, where: str) -> int:
    """A number written without point and exponent."""
    # A bool is an int to Python, but `true` is no number.
    if not isinstance(value, int) or isinstance(value, bool):
        raise InvalidRecord(f"{where} is no whole number")
    return value


def whole_number_or_null(value: Json, where: str) -> int | None:
    """A whole number, or None for null."""
    return None if value is None else whole_number(value, where)


def true_or_false(value: Json, where: str) -> bool:
    """One of the two words, no number in their place."""
    if not isinstance(value, bool):
        raise InvalidRecord(f"{where} is neither true nor false")
    return value


def duration(value: Json, where: str) -> float:
    """Seconds, zero or more."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise InvalidRecord(f"{where} is no number")
    try:
        seconds = float(value)
    except OverflowError:
        seconds = math.inf
    if not 0 <= seconds < math.inf:
        raise InvalidRecord(f"{where} is no number of seconds")
    return seconds
