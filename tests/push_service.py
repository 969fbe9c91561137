"""A push service of the tests' own, and a browser's end of it, which alone can read what the club posts there."""

import json
import threading
from base64 import urlsafe_b64encode
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import SimpleQueue
from typing import Self

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

WAIT_SECONDS = 10


def in_base64url(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


@dataclass(frozen=True, slots=True)
class Posted:
    """One message as it was posted."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Browser:
    """The keys that a browser makes for its address; only it can read what is sent to there."""

    endpoint: str
    secret: bytes = b"sixteen bytes ok"
    _key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    @property
    def p256dh(self) -> str:
        return in_base64url(self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    @property
    def auth(self) -> str:
        return in_base64url(self.secret)

    @property
    def fields(self) -> dict[str, str]:
        """As its page hands them to the club."""
        return {"endpoint": self.endpoint, "p256dh": self.p256dh, "auth": self.auth}

    def read(self, posted: Posted) -> dict[str, str]:
        """The message, decrypted (RFC 8291)."""
        text = http_ece.decrypt(posted.body, private_key=self._key, auth_secret=self.secret, version="aes128gcm")
        read: dict[str, str] = json.loads(text)
        return read


class PushService:
    """Listens on a free port of this machine; `answers` is the status that whoever posts is given."""

    def __init__(self) -> None:
        self.answers = 201
        self.location = ""
        self._posted: SimpleQueue[Posted] = SimpleQueue()
        service = self

        class Desk(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                service._posted.put(Posted(self.path, headers, body))
                self.send_response(service.answers)
                if service.location:
                    self.send_header("Location", service.location)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *args: object) -> None:
                """Nobody reads it."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Desk)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def browser(self, name: str) -> Browser:
        """A browser with an address at this service."""
        return Browser(f"{self.url}/to/{name}")

    def take(self) -> Posted:
        """The next message posted here."""
        return self._posted.get(timeout=WAIT_SECONDS)

    @property
    def is_idle(self) -> bool:
        """Whether nothing was posted that was not taken."""
        return self._posted.empty()
