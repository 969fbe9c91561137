"""The log as JSON: one object a line, without mail addresses, seeds, cards and the keys of secret addresses."""

import json
import logging
import sys

import pytest

from club.logs import JsonLines, discreet

SEED = "3f" * 32


def written(message: str, *args: object, exc_info: bool = False) -> dict[str, str]:
    raised = sys.exc_info() if exc_info else None
    record = logging.LogRecord("games.writer", logging.WARNING, __file__, 1, message, args, raised)
    line = JsonLines().format(record)
    assert "\n" not in line
    said: dict[str, str] = json.loads(line)
    return said


def test_a_line_says_when_how_bad_who_and_what() -> None:
    said = written("nobody was served for %d seconds", 31)
    assert said["at"].endswith("+00:00")
    assert (said["level"], said["logger"], said["message"]) == (
        "WARNING",
        "games.writer",
        "nobody was served for 31 seconds",
    )


def test_what_was_raised_is_in_the_same_line() -> None:
    try:
        raise ValueError(f"the seed {SEED} of alice@club.example")
    except ValueError:
        said = written("a verb failed", exc_info=True)
    assert "ValueError: the seed (digits) of (mail address)" in said["trace"]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("550 5.1.1 <bob.smith+x@mail.club.example> unknown", "550 5.1.1 <(mail address)> unknown"),
        (f"seed={SEED}", "seed=(digits)"),
        ("contribution '00112233445566778899aabbccddeeff'", "contribution '(digits)'"),
        ("stock AC, 2D, TH, KS next", "stock (cards) next"),
        ("['9C', 'JD', 'QS']", "['(cards)']"),
        ("4CKS3H", "(cards)"),
        ("move F2 of seat 17 in table abcdefghijkl", "move F2 of seat 17 in table abcdefghijkl"),
        ("AD 2026 is a year", "AD 2026 is a year"),
    ],
)
def test_what_must_not_lie_about_is_left_out(text: str, left: str) -> None:
    assert discreet(text) == left


@pytest.mark.parametrize(
    "path",
    [
        "/accounts/join/Zk3v9Qw1xYtR7uPa2LmN5b/",
        "/calendar/Zk3v9Qw1xYtR7uPa2LmN5bQ-_aaaaaaaaaaaaaaaaaaa.ics",
        "/notices/off/eyJwIjoxfQ:1tAbCd:Zk3v9Qw1xYtR7uPa2LmN5b/",
        "/accounts/password/reset/key/1-cz8x4q-3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f/",
    ],
)
def test_the_key_of_a_secret_address_is_left_out(path: str) -> None:
    said = written("Not Found: %s", path)["message"]
    assert "(key)" in said
    assert not any(part in said for part in path.replace(".ics", "/").split("/") if len(part) > 15)


def test_ordinary_addresses_stay_readable() -> None:
    path = "/table/abcdefghijkl/record.calc.json"
    assert written("Not Found: %s", path)["message"] == f"Not Found: {path}"
