"""Which names may be borne."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.names import NameRefused, fold, parse_name, skeleton


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
        ("Adm1n", "the club itself"),
        ("AdmIn_2", "the club itself"),
        ("rnoderator", "the club itself"),
        ("0fficial", "the club itself"),
        ("Verwaltung", "the club itself"),
        ("Modérateur", "the club itself"),
        ("Ayuda", "the club itself"),
        ("Админ", "the club itself"),
        ("Guest12", "the club itself"),
        ("Former member 7", "the club itself"),
        ("Ancien membre 7", "the club itself"),
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


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("alice", "aIice"),
        ("alice", "Alice"),
        ("Bill", "Bi1l"),
        ("Bob", "B0b"),
        ("Ian", "lan"),
        ("Norman", "Norrnan"),
        ("Edward", "Edvvard"),
        ("anna maria", "anna-maria"),
        ("anna maria", "annamaria"),
        ("coco", "\u0441\u043e\u0441\u043e"),
        ("TOM", "\u0422\u041e\u041c"),
        ("pax", "\u0440\u0430\u0445"),
        ("KIM", "\u039a\u0399\u039c"),
        ("nova", "\u03b7\u03bf\u03bd\u03b1"),
        ("bill", "\u0299ill"),
        ("\u30a8\u30bf", "\u5de5\u5915"),
    ],
)
def test_names_that_are_hard_to_tell_apart_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Maria", "Marla"),
        ("Elise", "\u00c9lise"),
        ("bob 1", "bob 2"),
        ("anna", "hanna"),
        ("\u0432\u043e\u0432\u0430", "BOBA"),
    ],
)
def test_names_that_are_told_apart_at_a_glance_have_two(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@given(st.text(max_size=24))
def test_a_skeleton_fits_its_column(text: str) -> None:
    try:
        name = parse_name(text)
    except NameRefused:
        return
    assert len(skeleton(name)) <= 120
