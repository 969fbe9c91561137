"""Which names a player may bear, and when two of them are one."""

import re
import string
import unicodedata

from django.utils.translation import gettext as _

LEAST, MOST = 2, 24
MARKS = " -_."

# The first word of a letter's Unicode name, and the alphabet it belongs to. Letters of other alphabets are refused:
# most of them need signs that can be stacked or hidden.
ALPHABETS = {
    "LATIN": "Latin",
    "GREEK": "Greek",
    "CYRILLIC": "Cyrillic",
    "ARMENIAN": "Armenian",
    "GEORGIAN": "Georgian",
    "HEBREW": "Hebrew",
    "ARABIC": "Arabic",
    "HANGUL": "Korean",
    "CJK": "Chinese and Japanese",
    "HIRAGANA": "Chinese and Japanese",
    "KATAKANA": "Chinese and Japanese",
    "KATAKANA-HIRAGANA": "Chinese and Japanese",
}
# Letters to Unicode, yet nothing is seen of them.
INVISIBLE_LETTERS = {"\u115f", "\u1160"}

# Compared without marks and final digits, so that "Admin_1" is one of them too.
RESERVED = {
    "admin", "administrator", "anonymous", "club", "deleted", "everyone", "fairest", "guest", "help", "house",
    "houseplayer", "mod", "moderator", "nobody", "official", "operator", "owner", "root", "security", "staff",
    "support", "system", "thefairest", "webmaster", "you",
}  # fmt: skip


class NameRefused(ValueError):
    """The name may not be borne; `reason` is a sentence for whoever asked for it, in the language of the moment."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def parse_name(text: str) -> str:
    """The name as it is kept: NFKC, without spaces around it and with single ones inside.

    Raises NameRefused when it may not be borne.
    """
    name = re.sub(" +", " ", unicodedata.normalize("NFKC", text)).strip(" ")
    _refuse_characters(name)
    if not LEAST <= len(name) <= MOST:
        raise NameRefused(_("A name has %(least)d to %(most)d characters.") % {"least": LEAST, "most": MOST})
    if not any(character.isalpha() for character in name):
        raise NameRefused(_("A name has at least one letter."))
    if len({_alphabet(character) for character in name if character.isalpha()}) > 1:
        raise NameRefused(_("A name keeps to the letters of one alphabet."))
    if _bare(name) in RESERVED:
        raise NameRefused(_("This name is kept for the club itself."))
    return name


def fold(name: str) -> str:
    """What two names have in common when they differ only in case or in how the same letters are encoded."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def _refuse_characters(name: str) -> None:
    for character in name:
        kind = unicodedata.category(character)[0]
        if kind == "C" or (kind == "Z" and character != " ") or character in INVISIBLE_LETTERS:
            raise NameRefused(_("A name has no invisible characters."))
        if character in MARKS or character in string.digits:
            continue
        if not character.isalpha() or _alphabet(character) is None:
            raise NameRefused(
                _("A name has letters, digits, spaces and - _ . only; “%(character)s” is none of them.")
                % {"character": character}
            )


def _alphabet(letter: str) -> str | None:
    return ALPHABETS.get(unicodedata.name(letter, "").split(" ")[0])


def _bare(name: str) -> str:
    return "".join(character for character in fold(name) if character not in MARKS).rstrip(string.digits)
