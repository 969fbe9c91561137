"""What a browser may say at a table or beside one, parsed once into typed messages, or refused with what was wrong."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import orjson
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.afterword import Said

LARGEST_FRAME = 8 * 1024
LARGEST_NUMBER = 1_000_000
LONGEST_MOVE = 4
LONGEST_ABSENCE = 7
CONTRIBUTION = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class Ready:
    contribution: bytes | None


@dataclass(frozen=True, slots=True)
class PlayMove:
    n: int
    move: str
    # The turn in which it is meant, by correspondence.
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class TakeBack:
    n: int
    as_practice: bool
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class EndTurn:
    turn: int


@dataclass(frozen=True, slots=True)
class TakeAbsence:
    days: int


@dataclass(frozen=True, slots=True)
class Resign:
    pass


@dataclass(frozen=True, slots=True)
class Claim:
    pass


@dataclass(frozen=True, slots=True)
class Rematch:
    pass


@dataclass(frozen=True, slots=True)
class NoRematch:
    pass


@dataclass(frozen=True, slots=True)
class Write:
    said: Said


@dataclass(frozen=True, slots=True)
class Thank:
    pass


@dataclass(frozen=True, slots=True)
class CloseAfterword:
    pass


@dataclass(frozen=True, slots=True)
class ShowAfterword:
    shown: bool


@dataclass(frozen=True, slots=True)
class Look:
    pass


@dataclass(frozen=True, slots=True)
class Beat:
    pass


@dataclass(frozen=True, slots=True)
class Seen:
    # The view whose news the page has shown.
    n: int


type AfterwordMessage = Write | Thank | CloseAfterword | ShowAfterword
type Message = (
    Ready
    | PlayMove
    | TakeBack
    | EndTurn
    | TakeAbsence
    | Resign
    | Claim
    | Rematch
    | NoRematch
    | AfterwordMessage
    | Look
    | Beat
)
type DayMessage = Seen | Look | Beat
type Fields = dict[str, object]


class NoMessage(ValueError):
    """A frame that says nothing the club understands: a code for programs and a sentence for people."""

    def __init__(self, code: str, text: str | Promise) -> None:
        super().__init__(code)
        self.code = code
        self.text = text


def parse(text: str | None) -> Message:
    """One text frame at a table into one message; None stands for a binary frame. Raises NoMessage."""
    return _parse(text, READERS)


def parse_of_day(text: str | None) -> DayMessage:
    """The same for the socket of a player's day."""
    return _parse(text, DAY_READERS)


def _parse[T](text: str | None, readers: dict[str, Callable[[Fields], T]]) -> T:
    if text is None:
        raise NoMessage("unreadable", _("Frames are text."))
    # A text of n characters has at least n bytes, so the costly count is made for short ones only.
    if len(text) > LARGEST_FRAME or len(text.encode(errors="surrogatepass")) > LARGEST_FRAME:
        raise NoMessage("too-large", _("A frame holds 8 KiB at most."))
    try:
        said = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise NoMessage("unreadable", _("That is no JSON.")) from error
    if not isinstance(said, dict):
        raise NoMessage("unreadable", _("A message is a JSON object."))
    do = said.pop("do", None)
    reader = readers.get(do) if isinstance(do, str) else None
    if reader is None:
        raise NoMessage("unknown-message", _("There is no such message."))
    message = reader(said)
    if said:
        raise NoMessage("unknown-field", _("The message has a field that it does not take."))
    return message


def _read_ready(fields: Fields) -> Ready:
    raw = fields.pop("contribution", None)
    if raw is None:
        return Ready(None)
    if not isinstance(raw, str) or not CONTRIBUTION.fullmatch(raw):
        raise _bad("contribution")
    return Ready(bytes.fromhex(raw))


def _read_move(fields: Fields) -> PlayMove:
    number = _read_number(fields, "n")
    raw = _take(fields, "move")
    if not isinstance(raw, str) or not 0 < len(raw) <= LONGEST_MOVE:
        raise _bad("move")
    return PlayMove(number, raw, _read_turn(fields))


def _read_take_back(fields: Fields) -> TakeBack:
    number = _read_number(fields, "n")
    raw = fields.pop("practice", False)
    if not isinstance(raw, bool):
        raise _bad("practice")
    return TakeBack(number, raw, _read_turn(fields))


def _read_turn(fields: Fields) -> int | None:
    return _read_number(fields, "turn") if "turn" in fields else None


def _read_absence(fields: Fields) -> TakeAbsence:
    days = _read_number(fields, "days")
    if days > LONGEST_ABSENCE:
        raise _bad("days")
    return TakeAbsence(days)


def _read_write(fields: Fields) -> Write:
    """Either words of one's own, whatever they are, or the code of a ready-made remark."""
    number = _read_number(fields, "n")
    field = "ready_made" if "ready_made" in fields else "text"
    raw = _take(fields, field)
    if not isinstance(raw, str) or (field == "ready_made" and not raw):
        raise _bad(field)
    return Write(Said(number, ready_made=raw) if field == "ready_made" else Said(number, text=raw))


def _read_show(fields: Fields) -> ShowAfterword:
    raw = fields.pop("shown", True)
    if not isinstance(raw, bool):
        raise _bad("shown")
    return ShowAfterword(raw)


def _read_number(fields: Fields, name: str) -> int:
    raw = _take(fields, name)
    if isinstance(raw, bool) or not isinstance(raw, int) or not 1 <= raw <= LARGEST_NUMBER:
        raise _bad(name)
    return raw


def _take(fields: Fields, name: str) -> object:
    if name not in fields:
        raise NoMessage("missing-field", format_lazy("{}: {}", _("A field is missing"), name))
    return fields.pop(name)


def _bad(name: str) -> NoMessage:
    return NoMessage("bad-field", format_lazy("{}: {}", _("A field cannot be read"), name))


READERS: dict[str, Callable[[Fields], Message]] = {
    "ready": _read_ready,
    "move": _read_move,
    "take back": _read_take_back,
    "end turn": lambda fields: EndTurn(_read_number(fields, "turn")),
    "absence": _read_absence,
    "resign": lambda fields: Resign(),
    "claim": lambda fields: Claim(),
    "rematch": lambda fields: Rematch(),
    "no rematch": lambda fields: NoRematch(),
    "remark": _read_write,
    "thank": lambda fields: Thank(),
    "close afterword": lambda fields: CloseAfterword(),
    "show afterword": _read_show,
    "look": lambda fields: Look(),
    "beat": lambda fields: Beat(),
}
DAY_READERS: dict[str, Callable[[Fields], DayMessage]] = {
    "seen": lambda fields: Seen(_read_number(fields, "n")),
    "look": lambda fields: Look(),
    "beat": lambda fields: Beat(),
}
