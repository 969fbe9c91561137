"""What a remark may say: plain text, and the moves that it names."""

import pytest

from club.models import Player
from games import remarks
from games.messages import NoMessage, Write, parse
from games.refusals import Refused
from tests.games.racing import Race
from tests.games.table import code_of
from tests.games.talking import ended_race, texts, write

pytestmark = pytest.mark.django_db


@pytest.fixture
def race(alice: Player, bob: Player) -> Race:
    return ended_race(alice, bob)


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("  Well played! ", "Well played!"),
        ("one\ntwo\r\n\r\nthree\tfour\u2028five", "one two three four five"),
        # Decomposed letters become one sign.
        ("Scho\u0308n gespielt", "Schön gespielt"),
        ("Отличная партия, 好局, بازی خوب, שלום", "Отличная партия, 好局, بازی خوب, שלום"),
        # One picture made of two, and signs that choose how the one before them looks.
        ("Hm \U0001f44d \U0001f937\u200d\u2640\ufe0f", "Hm \U0001f44d \U0001f937\u200d\u2640\ufe0f"),
        ("<b>bold</b> &amp; javascript:alert(1)", "<b>bold</b> &amp; javascript:alert(1)"),
        ("?", "?"),
    ],
)  # fmt: skip
def test_text_is_kept_as_one_plain_line(race: Race, written: str, kept: str) -> None:
    assert write(race.one, written).refused is None
    assert texts(race.two) == [kept]


@pytest.mark.parametrize("length", [1, 280])
def test_up_to_280_characters_are_a_remark(race: Race, length: int) -> None:
    assert write(race.one, f"  {'é' * length}\n").refused is None
    assert texts(race.two) == ["é" * length]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("x" * 281, "remark-too-long"),
        ("x" * 8000, "remark-too-long"),
        ("", "remark-empty"),
        ("  \n\t ", "remark-empty"),
        ("\u0301", "remark-empty"),
        ("\u3000", "remark-empty"),
        # Control and direction.
        ("a\x00b", "remark-unseen"),
        ("a\x1bb", "remark-unseen"),
        ("a\u202eb", "remark-unseen"),
        ("a\u2066b", "remark-unseen"),
        ("a\u200fb", "remark-unseen"),
        ("a\u061cb", "remark-unseen"),
        # Nothing to be seen.
        ("a\u200bb", "remark-unseen"),
        ("a\u200db", "remark-unseen"),
        ("a\u200cb", "remark-unseen"),
        ("a\u2060b", "remark-unseen"),
        ("a\ufeffb", "remark-unseen"),
        ("a\u00adb", "remark-unseen"),
        ("\u3164", "remark-unseen"),
        ("\u2800", "remark-unseen"),
        ("\ufe0f", "remark-unseen"),
        ("a\ufe01", "remark-unseen"),
        ("❤\ufe0f\ufe0f", "remark-unseen"),
        ("👍\u200d", "remark-unseen"),
        ("a\U000e0061", "remark-unseen"),
        ("a\ue000", "remark-unseen"),
    ],
)
def test_what_is_no_text_is_refused_and_changes_nothing(race: Race, text: str, code: str) -> None:
    before = race.one.look()
    answer = write(race.one, text, n=1)
    assert code_of(answer) == code
    assert answer.told == []
    assert race.one.look() == before


def test_half_a_sign_is_no_message() -> None:
    with pytest.raises(NoMessage, match="unreadable"):
        parse('{"do": "remark", "n": 1, "text": "\\ud83d"}')


@pytest.mark.parametrize(
    ("frame", "error"),
    [
        ('{"do": "remark", "text": "Hello"}', "missing-field"),
        ('{"do": "remark", "n": 1}', "missing-field"),
        ('{"do": "remark", "n": 0, "text": "Hello"}', "bad-field"),
        ('{"do": "remark", "n": "1", "text": "Hello"}', "bad-field"),
        ('{"do": "remark", "n": 1, "text": ["Hello"]}', "bad-field"),
        ('{"do": "remark", "n": 1, "ready_made": ""}', "bad-field"),
        ('{"do": "remark", "n": 1, "ready_made": null}', "bad-field"),
        ('{"do": "remark", "n": 1, "text": "Hello", "ready_made": "hello"}', "unknown-field"),
        ('{"do": "thank", "n": 1}', "unknown-field"),
        ('{"do": "close afterword", "now": true}', "unknown-field"),
        ('{"do": "show afterword", "shown": 1}', "bad-field"),
    ],
)
def test_a_message_that_is_none_says_what_is_wrong(frame: str, error: str) -> None:
    with pytest.raises(NoMessage) as refused:
        parse(frame)
    assert refused.value.code == error


def test_a_text_may_stand_for_nothing_but_text() -> None:
    message = parse('{"do": "remark", "n": 3, "text": "{\\"do\\": \\"resign\\"}"}')
    assert isinstance(message, Write)
    assert message.said.text == '{"do": "resign"}'


def test_every_ready_made_remark_has_a_code_that_fits_and_words() -> None:
    assert 8 <= len(remarks.READY_MADE) <= 12
    assert len({str(words) for words in remarks.READY_MADE.values()}) == len(remarks.READY_MADE)
    for code in remarks.READY_MADE:
        assert 0 < len(code) <= 16
        remarks.refuse_unless_ready_made(code)
    with pytest.raises(Refused, match="no-such-remark"):
        remarks.refuse_unless_ready_made("")


# --- moves ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Look at move 31!", [("move 31", 31)]),
        ("Move 7, then #8 and MOVE  9.", [("Move 7", 7), ("#8", 8), ("MOVE  9", 9)]),
        ("move #12", [("move #12", 12)]),
        ("#1", [("#1", 1)]),
        # None of these is the number of a move that was played.
        ("move 0, #0, move 58, #999, move 1000", []),
        ("remove 31, move 31st, move31, 31, move -3, x#3", []),
        ("move thirty-one", []),
        # Digits of other writings are none.
        ("move ٣١", []),
    ],
)
def test_a_remark_names_moves_that_were_played(text: str, named: list[tuple[str, int]]) -> None:
    assert [(one.words, one.n) for one in remarks.named_in(text, 57)] == named
