"""The mails of a club without a mail server: each is a file, and a line of the club's log says where."""

import re
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

from tests.served import ServedClub

SUBJECT = "The Fairest: "
SENT = r"a mail to {to}: {subject} \((?P<path>.+\.eml)\)$"


class Outbox:
    """Reads what was sent."""

    def __init__(self, club: ServedClub) -> None:
        self._club = club

    def wait_for(self, to: str, subject: str) -> EmailMessage:
        """The mail with that subject, as soon as it is sent."""
        sent = SENT.format(to=re.escape(to), subject=re.escape(SUBJECT + subject))
        path = Path(self._club.wait_until_said(sent)["path"])
        assert path.parent == self._club.folder / "mail"
        return message_from_bytes(path.read_bytes(), policy=policy.default)

    def subjects_to(self, to: str) -> list[str]:
        """Of all mails so far, the oldest first."""
        sent = SENT.format(to=re.escape(to), subject=f"{SUBJECT}(?P<subject>.+)")
        return [found["subject"] for found in self._club.said(sent)]


def link_in(mail: EmailMessage, to: str = "/") -> str:
    """The first whole line of the mail that is an address whose path begins so."""
    body = mail.get_body(("plain",))
    assert body is not None
    found = re.search(rf"^https?://[^/\s]+{to}\S*$", body.get_content(), re.MULTILINE)
    assert found is not None, body.get_content()
    return found[0]
