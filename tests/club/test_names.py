"""Which names may be borne."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.names import NameRefused, fold, parse_name


@pytest.mark.parametrize(
    "name",
    ["Al", "alice", "Élise", "J. R. Ewing", "Мария", "Ελένη", "anna-maria_2", "田中さくら", "x" * 24, "Ada 1815"],
)
def test_it_lets_a_plain_name_pass_as_it_is(name: str) -> None:
    assert parse_name(name) == name


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  alice ", "alice"),
        ("anna   maria", "anna maria"),
        ("ａｌｉｃｅ", "alice"),
        ("E\u0301lise", "Élise"),
        ("a\u00a0b", "a b"),
    ],
)
def test_it_keeps_one_spelling_of_what_looks_the_same(typed: str, kept: str) -> None:
    assert parse_name(typed) == kept


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("a", "2 to 24"),
        ("x" * 25, "2 to 24"),
        (" a ", "2 to 24"),
        ("", "2 to 24"),
        ("al\u200bice", "invisible"),
        ("alice\u202e", "invisible"),
        ("al\u00adice", "invisible"),
        ("al\tice", "invisible"),
        ("alice\n", "invisible"),
        ("\ufeffalice", "invisible"),
        ("한\u3164글", "invisible"),
        ("al\u2028ice", "invisible"),
        ("alice\x00", "invisible"),
        ("alice!", "“!” is none"),
        ("<b>alice", "“<” is none"),
        ("a@b.cc", "“@” is none"),
        ("alice♥", "“♥” is none"),
        ("z\u0351algo", "is none"),
        ("1234", "one letter"),
        ("- .", "one letter"),
        ("аlice", "one alphabet"),
        ("Ελa", "one alphabet"),
        ("admin", "the club itself"),
        ("ADMIN", "the club itself"),
        ("a-d_m.i n", "the club itself"),
        ("Guest 12", "the club itself"),
        ("house", "the club itself"),
        ("Moderator1", "the club itself"),
        ("the fairest", "the club itself"),
    ],
)
def test_it_refuses_a_name_with_the_reason(name: str, reason: str) -> None:
    with pytest.raises(NameRefused) as refused:
        parse_name(name)
    assert reason in refused.value.reason


@given(st.text(max_size=30))
def test_a_name_that_passed_passes_again_unchanged(text: str) -> None:
    try:
        name = parse_name(text)
    except NameRefused:
        return
    assert parse_name(name) == name
    assert fold(name) == fold(text.strip()) or " " in name


@pytest.mark.parametrize(
    ("one", "other"), [("alice", "ALICE"), ("Élise", "éLISE"), ("МАРИЯ", "мария"), ("Weiß", "WEISS")]
)
def test_names_that_differ_only_in_case_are_one(one: str, other: str) -> None:
    assert fold(one) == fold(other)


def test_names_that_differ_in_an_accent_are_two() -> None:
    assert fold("Elise") != fold("Élise")
