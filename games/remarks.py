"""What a remark may say: plain text of one line, or one of the ready-made ones, and the moves that a text names."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from games.models import Remark
from games.refusals import Refused

# Each is kept by its code and read in the reader's own language.
READY_MADE: Mapping[str, Promise] = {
    "hello": _("Hello!"),
    "good-game": _("Good game!"),
    "well-played": _("Well played!"),
    "close": _("That was close!"),
    "what-a-deal": _("What a deal!"),
    "nice-chain": _("What a chain of moves!"),
    "lucky": _("I was lucky."),
    "bad-luck": _("Bad luck!"),
    "learned": _("I have learned something."),
    "again": _("Another one, some time?"),
    "must-go": _("Sorry, I have to go."),
    "bye": _("Good-bye, until next time!"),
}

# Signs that take no room although they are letters or marks to Unicode.
UNSEEN = {"\u034f", "\u115f", "\u1160", "\u17b4", "\u17b5", "\u2800", "\u3164", "\uffa0"}
# Of the signs that choose how the one before them looks, text needs these two, after a sign.
LOOKS = {"\ufe0e", "\ufe0f"}
# Between two pictures it makes one of them; anywhere else nothing is seen of it.
JOINER = "\u200d"
LINE_BREAKS = re.compile(r"[\t\n\v\f\r\x85\u2028\u2029]+")


@dataclass(frozen=True, slots=True)
class Named:
    """A move that a remark names: by which of its words, from which character on, and the move's number."""

    at: int
    words: str
    n: int


def parse(raw: str) -> str:
    """The text as it is kept: NFC, in one line, without spaces around it.

    Refused (`remark-unseen`) with control, bidirectional, zero-width or other signs that cannot be seen,
    (`remark-empty`), (`remark-too-long`).
    """
    text = unicodedata.normalize("NFC", LINE_BREAKS.sub(" ", raw)).strip()
    for before, sign, after in zip(f" {text}", text, f"{text[1:]} ", strict=False):
        if not (_joins(before, sign, after) or _is_seen(before, sign)):
            raise Refused("remark-unseen")
    if all(unicodedata.category(sign)[0] in "MZ" for sign in text):
        raise Refused("remark-empty")
    if len(text) > Remark.LONGEST:
        raise Refused("remark-too-long")
    return text


def _joins(before: str, sign: str, after: str) -> bool:
    picture = unicodedata.category(before) in ("So", "Sk") or before in LOOKS
    return sign == JOINER and picture and unicodedata.category(after) == "So"


def _is_seen(before: str, sign: str) -> bool:
    if sign in LOOKS:
        return not before.isspace() and before not in LOOKS
    chooses = "\ufe00" <= sign <= "\ufe0d" or "\U000e0100" <= sign <= "\U000e01ef" or "\u180b" <= sign <= "\u180f"
    return unicodedata.category(sign)[0] != "C" and sign not in UNSEEN and not chooses


def refuse_unless_ready_made(code: str) -> None:
    """Refused (`no-such-remark`) for any other code."""
    if code not in READY_MADE:
        raise Refused("no-such-remark")


def named_in(text: str, longest: int) -> list[Named]:
    """The moves that the text names, as `move 31`, in any of the site's languages, or `#31`, in their order; none
    beyond the longest of the lines that were played."""
    found = [Named(match.start(), match[0], int(match[1])) for match in _pattern().finditer(text)]
    return [named for named in found if 1 <= named.n <= longest]


@cache
def _pattern() -> re.Pattern[str]:
    words: set[str] = set()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            # Translators: the word before the number of a move; other forms of it may follow, each after a |
            words.update(pgettext("before the number of a move", "move").split("|"))
    either = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return re.compile(rf"(?<!\w)(?:#|(?:{either}) {{1,2}}#?)([0-9]{{1,3}})(?!\w)", re.IGNORECASE)
