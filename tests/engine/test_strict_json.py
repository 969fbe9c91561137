"""Nothing a stranger's file holds gets past the edge with another type or size than it must have."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.errors import InvalidRecord
from games.engine.result import Outcome
from games.engine.strict_json import (
    Json,
    Reader,
    array_of,
    as_object,
    duration,
    hex_of,
    one_of,
    optional,
    parse_object,
    required,
    text_up_to,
    true_or_false,
    whole_number,
    whole_number_or_null,
)

LIMIT = 200_000

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda values: st.lists(values) | st.dictionaries(st.text(), values),
    max_leaves=10,
)


@given(st.dictionaries(st.text(), anything))
def test_an_object_is_read_as_it_was_written(written: dict[str, Json]) -> None:
    assert parse_object(json.dumps(written).encode(), LIMIT) == written


@given(st.binary(max_size=200))
def test_any_bytes_are_an_object_or_refused(content: bytes) -> None:
    try:
        read = parse_object(content, LIMIT)
    except InvalidRecord:
        return
    assert json.loads(content) == read


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"{} {}", "not JSON"),
        (b"\xef\xbb\xbf{}", "not JSON"),
        (b'{"a": 01}', "not JSON"),
        (b"{'a': 1}", "not JSON"),
        (b'{"a": ' + b"9" * 5000 + b"}", "not JSON"),
        (b'{"a": "\xff"}', "not UTF-8"),
        ('{"a": 1}'.encode("utf-16"), "not UTF-8"),
        (b'{"a": NaN}', "NaN is no JSON"),
        (b'{"a": -Infinity}', "-Infinity is no JSON"),
        (b'{"a": 1, "b": {"c": 1, "c": 2}}', "a key stands twice"),
        (b'{"a": 1, "\\u0061": 2}', "a key stands twice"),
        (b'{"a": ' * 30_000, "nested too deeply"),
        (b"[" * LIMIT, "nested too deeply"),
        (b"[]", "the whole is no object"),
        (b"null", "the whole is no object"),
        (b'"{}"', "the whole is no object"),
        (b"1" * 5000, "not JSON"),
        (b" " * (LIMIT + 1), f"longer than {LIMIT} bytes"),
    ],
)
def test_it_says_what_is_wrong_with_a_file(content: bytes, why: str) -> None:
    with pytest.raises(InvalidRecord, match=why):
        parse_object(content, LIMIT)


ACCEPTED: list[tuple[Reader[object], Json, object]] = [
    (as_object, {"a": 1}, {"a": 1}),
    (array_of(whole_number, most=3), [1, 2, 3], (1, 2, 3)),
    (array_of(whole_number, most=3), [], ()),
    (text_up_to(3), "äöü", "äöü"),
    (hex_of(2), "00fF", b"\x00\xff"),
    (one_of(Outcome), "won", Outcome.WON),
    (whole_number, -7, -7),
    (whole_number_or_null, None, None),
    (whole_number_or_null, 2, 2),
    (true_or_false, False, False),
    (duration, 0, 0.0),
    (duration, 1.25, 1.25),
]


@pytest.mark.parametrize(("read", "value", "result"), ACCEPTED)
def test_it_reads_what_has_the_right_type_and_size(read: Reader[object], value: Json, result: object) -> None:
    assert read(value, "it") == result


REFUSED: list[tuple[Reader[object], Json]] = [
    (as_object, []),
    (as_object, None),
    (array_of(whole_number, most=3), [1, 2, 3, 4]),
    (array_of(whole_number, most=3, least=1), []),
    (array_of(whole_number, most=3), {"1": 1}),
    (array_of(whole_number, most=3), "123"),
    (array_of(whole_number, most=3), [1, "2"]),
    (text_up_to(3), "abcd"),
    (text_up_to(3), 3),
    (text_up_to(3), None),
    (hex_of(2), "00f"),
    (hex_of(2), "00fff"),
    (hex_of(2), "00 f"),
    (hex_of(2), "0x0f"),
    (hex_of(2), "\u0660" * 4),
    (hex_of(2), 1234),
    (one_of(Outcome), "lost"),
    (one_of(Outcome), ["won"]),
    (one_of(Outcome), None),
    (whole_number, True),
    (whole_number, 1.0),
    (whole_number, "1"),
    (whole_number, None),
    (whole_number_or_null, False),
    (whole_number_or_null, "null"),
    (true_or_false, 1),
    (true_or_false, "true"),
    (true_or_false, None),
    (duration, -0.1),
    (duration, float("inf")),
    (duration, 10**400),
    (duration, True),
    (duration, "1"),
]


@pytest.mark.parametrize(("read", "value"), REFUSED)
def test_it_refuses_what_has_not(read: Reader[object], value: Json) -> None:
    with pytest.raises(InvalidRecord, match=r"^it "):
        read(value, "it")


def test_an_array_says_which_of_its_values_is_wrong() -> None:
    with pytest.raises(InvalidRecord, match="moves 2 is no text"):
        array_of(text_up_to(4), most=9)(["F1", 2], "moves")


def test_what_is_required_must_be_there_and_what_is_optional_may_be_left_out() -> None:
    fields: dict[str, Json] = {"a": 1, "b": None}
    assert required(fields, "a", whole_number) == 1
    assert optional(fields, "a", whole_number) == 1
    assert optional(fields, "c", whole_number) is None
    with pytest.raises(InvalidRecord, match="c is missing"):
        required(fields, "c", whole_number)
    with pytest.raises(InvalidRecord, match="b is no whole number"):
        optional(fields, "b", whole_number)
