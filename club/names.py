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

# Compared by their looks, without marks and final digits, so that "Adm1n_1" is one of them too.
RESERVED = {
    "admin", "administrator", "anonymous", "club", "deleted", "everyone", "fairest", "formermember", "guest", "help",
    "house", "houseplayer", "member", "mod", "moderator", "moderators", "nobody", "official", "operator", "owner",
    "root", "security", "staff", "support", "system", "thefairest", "webmaster", "you",
    "administratorin", "betreiber", "du", "ehemaligesmitglied", "gast", "hilfe", "leitung", "mitglied", "moderatorin",
    "niemand", "sicherheit", "verwaltung",
    "administrateur", "aide", "ancienmembre", "équipe", "invité", "membre", "modérateur", "modératrice", "personne",
    "administrador", "administradora", "antiguomiembro", "ayuda", "equipo", "invitado", "miembro", "moderador",
    "moderadora", "nadie",
    "админ", "администратор", "бывшийучастник", "вы", "гость", "клуб", "модератор", "никто", "поддержка", "помощь",
    "система", "участник",
}  # fmt: skip

# How the club itself is called at each strength at which it plays. Nobody else may bear a name that looks like the
# beginning of one.
HOUSE_NAMES = {
    "novice": "House Novice",
    "regular": "House Regular",
    "expert": "House Expert",
    "master": "House Master",
}

# Letters as they are written, and the Latin ones (or the signs) that one takes them for. Small letters that look like
# small capitals are left out: nobody reads them as the others' small letters.
LOOKS_LIKE = {
    "I": "l", "1": "l", "ǀ": "l", "0": "o", "ı": "i", "ɑ": "a", "ɡ": "g", "ɩ": "i", "ʋ": "v",
    # Cyrillic
    "а": "a", "с": "c", "ԁ": "d", "е": "e", "һ": "h", "і": "i", "ј": "j", "к": "k", "о": "o", "р": "p", "ԛ": "q",
    "ѕ": "s", "ԝ": "w", "х": "x", "у": "y", "ү": "y", "ѵ": "v", "з": "3", "ӏ": "l",
    "А": "a", "В": "b", "С": "c", "Е": "e", "Н": "h", "І": "l", "Ј": "j", "К": "k", "М": "m", "О": "o", "Р": "p",
    "Ѕ": "s", "Т": "t", "Х": "x", "У": "y", "Ү": "y", "Ԝ": "w", "З": "3", "Ӏ": "l",
    # Greek
    "α": "a", "γ": "y", "η": "n", "ι": "i", "κ": "k", "ν": "v", "ο": "o", "ρ": "p", "σ": "o", "υ": "u", "χ": "x",
    "ω": "w", "Α": "a", "Β": "b", "Ε": "e", "Ζ": "z", "Η": "h", "Ι": "l", "Κ": "k", "Μ": "m", "Ν": "n", "Ο": "o",
    "Ρ": "p", "Τ": "t", "Υ": "y", "Χ": "x",
    # Armenian
    "ո": "n", "ս": "u", "օ": "o", "հ": "h", "ց": "g", "յ": "j", "Ս": "u", "Օ": "o",
    # Katakana, and the Chinese signs or the Hiragana beside which they are hard to tell
    "ロ": "口", "ニ": "二", "カ": "力", "ハ": "八", "エ": "工", "タ": "夕", "ト": "卜", "ヘ": "へ",
    "リ": "り", "ー": "一",
}  # fmt: skip
# Two letters side by side that one takes for one.
LOOK_LIKE_ONE = {"rn": "m", "vv": "w"}
SMALL_CAPITAL = re.compile("LATIN LETTER SMALL CAPITAL ([A-Z])")


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
    looks = _looks(_bare(name))
    if looks in RESERVED_LOOKS or looks.startswith(HOUSE_LOOKS):
        raise NameRefused(_("This name is kept for the club itself."))
    return name


def fold(name: str) -> str:
    """What two names have in common when they differ only in case or in how the same letters are encoded."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def skeleton(name: str) -> str:
    """What is left of a name when whatever is hard to tell apart is made the same: two names with one skeleton are too
    like each other. Marks are left out; accents are seen, and kept."""
    seen = [_seen_as(character) for character in unicodedata.normalize("NFD", name) if character not in MARKS]
    left = unicodedata.normalize("NFC", "".join(seen))
    for two, one in LOOK_LIKE_ONE.items():
        left = left.replace(two, one)
    return left


def _seen_as(letter: str) -> str:
    small_capital = SMALL_CAPITAL.fullmatch(unicodedata.name(letter, ""))
    if small_capital is not None:
        return small_capital[1].lower()
    return LOOKS_LIKE.get(letter) or letter.casefold()


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
    return "".join(character for character in name if character not in MARKS).rstrip(string.digits)


def _looks(word: str) -> str:
    """How a word that is the club's own is compared: its i may not be written as 1 or l either."""
    return skeleton(fold(word)).replace("i", "l")


RESERVED_LOOKS = {_looks(word) for word in RESERVED}
HOUSE_LOOKS = tuple(_looks(_bare(name)) for name in HOUSE_NAMES.values())
