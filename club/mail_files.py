"""Mail without a mail server: each is a file in the club's folder, and a line in the log says where."""

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

log = logging.getLogger(__name__)


class FilesThatAreTold(BaseEmailBackend):
    """One file a mail, readable by the club's own user only."""

    def __init__(self, file_path: Path, **options: Any) -> None:
        super().__init__(**options)
        self._folder = file_path

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Write them; how many. Raises OSError where the folder cannot be written."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for message in email_messages:
            path = self._folder / f"{uuid4()}.eml"
            path.touch(mode=0o600)
            path.write_bytes(message.message().as_bytes())
            log.info("a mail to %s: %s (%s)", ", ".join(message.recipients()), message.subject, path)
        return len(email_messages)
