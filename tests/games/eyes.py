"""Everything one is shown, with what tells any two games apart blotted out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import orjson

from tests.games.socket import Frame

if TYPE_CHECKING:
    # The type has no other name, and none at all when the tests run.
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

# What differs between any two games: addresses, commitments, form tokens, instants, time left.
MASKS = [
    (re.compile(r'"now":"[^"]*"'), '"now":"*"'),
    (re.compile(r"[0-9a-f]{64}"), "*"),
    (re.compile(r'(csrfmiddlewaretoken" value=)"[^"]*"'), r'\1"*"'),
    (re.compile(r">[^<>]* left</time>"), ">*</time>"),
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[^\"<]*"), "*"),
]

# The length is that of the content, which is seen itself: what is blotted out of it is longer at one minute than at the
# next. The other is by the true clock, which a test does not hold.
UNSEEN = {"Content-Length", "Expires"}


class Eyes:
    """Everything one player is shown, in order, with what tells games apart blotted out."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.seen: list[str] = []

    def see(self, text: str) -> Frame:
        """Note what was shown; a frame is given back as read."""
        shown = text.replace(self.key, "KEY")
        for pattern, blot in MASKS:
            shown = pattern.sub(blot, shown)
        self.seen.append(shown)
        frame: Frame = orjson.loads(text) if text.startswith("{") else {}
        return frame

    def see_page(self, address: str, answer: Answer) -> None:
        """Note a page, with what its headers say."""
        assert answer.headers.get("Content-Length", str(len(answer.content))) == str(len(answer.content))
        headers = sorted(header for header in answer.headers.items() if header[0] not in UNSEEN)
        self.see(f"{address} {answer.status_code} {headers} {answer.content.decode()}")
