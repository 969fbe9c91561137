"""A mail server of the tests' own, which takes mails or refuses them as it is told."""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from pytest_django import Settings


@dataclass
class MailServer:
    """What it answers to a recipient and to a whole mail, and what it has taken."""

    to_recipient: str = "250 OK"
    to_mail: str = "250 OK"
    taken: list[str] = field(default_factory=list)
    port: int = 0


@contextmanager
def mail_server(settings: Settings) -> Iterator[MailServer]:
    """The club sends its mail there meanwhile."""
    server = MailServer()

    class Session(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self._say("220 mail.club.example")
            for line in self.rfile:
                word = line.decode().split(" ")[0].strip().upper()
                if word == "RCPT":
                    self._say(server.to_recipient)
                elif word == "DATA":
                    self._say("354 go on")
                    self._take()
                elif word == "QUIT":
                    self._say("221 good-bye")
                    return
                else:
                    self._say("250 OK")

        def _take(self) -> None:
            lines = []
            for line in self.rfile:
                if line == b".\r\n":
                    break
                lines.append(line.decode())
            if server.to_mail.startswith("2"):
                server.taken.append("".join(lines))
            self._say(server.to_mail)

        def _say(self, text: str) -> None:
            self.wfile.write(f"{text}\r\n".encode())

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Session) as listening:
        listening.daemon_threads = True
        server.port = listening.server_address[1]
        serving = threading.Thread(target=listening.serve_forever, args=(0.02,))
        serving.start()
        settings.MAILERS = {
            "default": {
                "BACKEND": "django.core.mail.backends.smtp.EmailBackend",
                "OPTIONS": {"host": "127.0.0.1", "port": server.port, "timeout": 10},
            }
        }
        try:
            yield server
        finally:
            listening.shutdown()
            serving.join()
