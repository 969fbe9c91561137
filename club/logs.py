"""The log as lines of JSON, for what collects and searches logs; without what must not lie about in them."""

import datetime as dt
import logging
import re

import orjson

# An address of mail: servers like to repeat it in what they refuse.
MAIL_ADDRESS = re.compile(r"[\w.+%'-]+@[\w-]+(?:\.[\w-]+)*")
# Seeds, secrets and contributions are written with 64 or 32 hex digits, as many keys are.
LONG_HEX = re.compile(r"(?<![0-9A-Za-z])[0-9A-Fa-f]{32,}(?![0-9A-Za-z])")
# Three cards or more, one after the other.
CARDS = re.compile(r"(?<![0-9A-Za-z])[A2-9TJQK][CDHS](?:[^\w\n]{0,4}[A2-9TJQK][CDHS]){2,}(?![0-9A-Za-z])")
# The part of an address that lets in whoever knows it: invitations, calendars, new passwords, mails switched off.
KEY_IN_PATH = re.compile(r"(?<=/)(?=[^/\s]*[0-9A-Z])[\w:=-]{20,}(?=/|\.ics|\s|$)")


class JsonLines(logging.Formatter):
    """One object a line: `at` (UTC), `level`, `logger`, `message`, and `trace` where something was raised."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": dt.datetime.fromtimestamp(record.created, dt.UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": discreet(KEY_IN_PATH.sub("(key)", record.getMessage())),
        }
        if record.exc_info:
            line["trace"] = discreet(self.formatException(record.exc_info))
        if record.stack_info:
            line["stack"] = discreet(record.stack_info)
        return orjson.dumps(line, default=str).decode()


def discreet(text: str) -> str:
    """The text without addresses of mail, seeds and cards, whoever wrote them into it."""
    text = MAIL_ADDRESS.sub("(mail address)", text)
    return CARDS.sub("(cards)", LONG_HEX.sub("(digits)", text))
