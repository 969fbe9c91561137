"""What a page's form says, parsed once into what the game understands, or refused with a sentence."""

import datetime as dt
import re
import unicodedata

from django.http import QueryDict
from django.utils.translation import gettext

from club.authority import Standing
from club.errors import NotUnderstood
from club.models import Report
from games.deals import CONTRIBUTION_BYTES, LARGEST_NUMBER
from games.engine.errors import InvalidRules
from games.engine.rules import Layout, Rules
from games.lobby import Welcome
from games.models import Note
from games.play import RaceWish, SoloWish, TurnsWish

DIGIT = re.compile(r"[0-9]")
NUMBER = re.compile(r"[1-9][0-9]{0,18}")
AUTHORITY = re.compile(r"[1-9][0-9]?|100")
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
CONTRIBUTION = re.compile(rf"[0-9a-f]{{{2 * CONTRIBUTION_BYTES}}}")

# What the forms of offers let one choose from.
WASTE_PILES = (4, 5, 6, 8)
REDEALS = (0, 1, 2)
LEAST_AUTHORITIES = range(50, 100, 5)
# Of a race; an empty choice is no clock, and one race.
MINUTES = {"3": 3, "5": 5, "10": 10, "": None}
BEST_OF = {"": None, "3": 3, "5": 5}
# By correspondence: cards of the stock that a turn takes, and days that one may be late by.
TURN_CARDS = {"1": 1, "2": 2, "4": 4, "8": 8}
SPARE_DAYS = {"0": 0, "1": 1, "2": 2, "3": 3}


class NoSuchNumber(ValueError):
    """No deal has this number; its text is a sentence for people."""


def least_authorities(own: Standing | None) -> list[int]:
    """What somebody of that standing may ask for in an offer to anyone: none above their own."""
    if own is None or own.is_new:
        return []
    return [least for least in LEAST_AUTHORITIES if least <= own.authority]


def read_solo_wish(form: QueryDict) -> SoloWish:
    """The form of docs/protocol.md, "Getting to a table". Raises NotUnderstood with a sentence for people."""
    rules, number = _read_rules(form), form.get("number", "").strip()
    try:
        return SoloWish(rules, read_number(number) if number else None, form.get("open_stock") == "on")
    except NoSuchNumber as error:
        raise NotUnderstood(str(error)) from error


def read_number(text: str) -> int:
    """The number of a deal, 1 to 2^63 - 1 as one writes it; NoSuchNumber for anything else."""
    if not NUMBER.fullmatch(text) or int(text) > LARGEST_NUMBER:
        raise NoSuchNumber(gettext("Deals are numbered from 1 to %(largest)d.") % {"largest": LARGEST_NUMBER})
    return int(text)


def read_day(form: QueryDict) -> dt.date:
    """The day whose deal is asked for, written 2026-03-01. Raises NotUnderstood."""
    text = form.get("day", "")
    try:
        if DAY.fullmatch(text):
            return dt.date.fromisoformat(text)
    except ValueError:
        pass
    raise NotUnderstood(gettext("That is no day."))


def read_race_wish(form: QueryDict) -> RaceWish:
    """What is to be raced, by the form of the lobby. Raises NotUnderstood with a sentence for people."""
    rules = _read_rules(form)
    minutes, best_of = form.get("minutes", ""), form.get("best_of", "")
    if minutes not in MINUTES:
        raise NotUnderstood(gettext("A race has a clock of 3, 5 or 10 minutes, or none."))
    if best_of not in BEST_OF:
        raise NotUnderstood(gettext("One race, or the best of 3 or 5, can be played."))
    return RaceWish(rules, MINUTES[minutes], BEST_OF[best_of], form.get("watchable") == "on")


def read_turns_wish(form: QueryDict) -> TurnsWish:
    """What is to be played by correspondence. Raises NotUnderstood with a sentence for people."""
    rules = _read_rules(form)
    turn_cards, spare_days = form.get("turn_cards", "4"), form.get("spare_days", "1")
    if turn_cards not in TURN_CARDS:
        raise NotUnderstood(gettext("A turn takes 1, 2, 4 or 8 cards."))
    if spare_days not in SPARE_DAYS:
        raise NotUnderstood(gettext("Each player has 0 to 3 spare days."))
    return TurnsWish(rules, TURN_CARDS[turn_cards], SPARE_DAYS[spare_days], form.get("absence_allowed") == "on")


def read_contribution(form: QueryDict) -> bytes | None:
    """The 16 bytes that a page adds to a deal; None where it adds none. Raises NotUnderstood."""
    text = form.get("contribution", "")
    if not text:
        return None
    if not CONTRIBUTION.fullmatch(text):
        raise NotUnderstood(gettext("A contribution is 32 hex digits."))
    return bytes.fromhex(text)


def read_note(form: QueryDict) -> str:
    """What a player has written down, with the line ends of the page as single ones. Raises NotUnderstood."""
    text = form.get("note", "").replace("\r\n", "\n")
    if len(text) > Note.LONGEST:
        raise NotUnderstood(
            gettext("A note holds %(most)d characters; this one has %(length)d.")
            % {"most": Note.LONGEST, "length": len(text)}
        )
    # PostgreSQL keeps no text with this character.
    if "\0" in text:
        raise NotUnderstood(gettext("The note holds a character that is no text."))
    return text


def read_report(form: QueryDict) -> str:
    """What somebody writes to the moderators, perhaps nothing. Raises NotUnderstood with a sentence for people."""
    text = form.get("text", "").replace("\r\n", "\n").strip()
    if len(text) > Report.LONGEST:
        raise NotUnderstood(
            gettext("A report holds %(most)d characters; this one has %(length)d.")
            % {"most": Report.LONGEST, "length": len(text)}
        )
    # Whoever reads it shall see what was written, in the order in which it was.
    if any(unicodedata.category(sign)[0] == "C" and sign != "\n" for sign in text):
        raise NotUnderstood(gettext("The report holds a character that cannot be seen. Take it out."))
    return text


def read_welcome(form: QueryDict) -> Welcome:
    """Whom an offer to anyone welcomes. Raises NotUnderstood with a sentence for people."""
    least = form.get("least_authority", "")
    if least and not AUTHORITY.fullmatch(least):
        raise NotUnderstood(gettext("Authority is a number from 1 to 100."))
    if not least:
        return Welcome()
    return Welcome(int(least), form.get("welcomes_new") == "on")


def _read_rules(form: QueryDict) -> Rules:
    piles, redeals = form.get("waste_piles", "4"), form.get("redeals", "0")
    if not DIGIT.fullmatch(piles) or not DIGIT.fullmatch(redeals):
        raise NotUnderstood(gettext("Waste piles and redeals are numbers: 3 to 8 piles, 0 to 2 redeals."))
    try:
        return Rules(Layout(form.get("layout", "")), int(piles), int(redeals))
    except InvalidRules as error:
        raise NotUnderstood(
            gettext("There is no such game: 3 to 8 waste piles and 0 to 2 redeals can be played.")
        ) from error
    except ValueError as error:
        raise NotUnderstood(gettext("There is no such variant.")) from error
