"""Everything one is shown, with what tells any two games apart blotted out."""

import re

import orjson

from tests.games.socket import Frame

# What differs between any two games: addresses, commitments, form tokens, instants, time left.
MASKS = [
    (re.compile(r'"now":"[^"]*"'), '"now":"*"'),
    (re.compile(r"[0-9a-f]{64}"), "*"),
    (re.compile(r'(csrfmiddlewaretoken" value=)"[^"]*"'), r'\1"*"'),
    (re.compile(r">[^<>]* left</time>"), ">*</time>"),
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[^\"<]*"), "*"),
]


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
