"""Daphne as the club runs it: with the club's limits, and an end that loses nothing which was said before it."""

import asyncio
import contextlib
import gc
import resource
import sys
from collections.abc import Callable, Iterator
from typing import Any, override

from channels.routing import get_default_application
from daphne.endpoints import build_endpoint_description_strings
from daphne.server import Server
from daphne.ws_protocol import WebSocketProtocol
from django.core.management.base import OutputWrapper
from twisted.internet.defer import Deferred, maybeDeferred
from twisted.internet.tcp import Port

from games import arrival

# A socket takes a descriptor; many systems give a process 1,024 and allow far more when asked.
DESCRIPTORS_WANTED = 65_536
DESCRIPTORS_FOR_OTHERS = 100
# Above the table's own 8 KiB, so that a frame too large is answered with a sentence; far above, the socket is closed.
LARGEST_FRAME = 64 * 1024
SWITCH_SECONDS = 0.0005
# After so many new objects the youngest are looked through for garbage, every twentieth time older ones too, and every
# fiftieth of those times all: most of what is in memory are open tables.
COLLECT_AFTER = (10_000, 20, 50)
# Daphne closes even healthy sockets after this long; a year is never.
NEVER = 365 * 24 * 3600
# Within the ten seconds that most who stop a process give it before they kill it.
ANSWERED_WITHIN = 6.0
CLOSED_WITHIN = 2.0
LOOKS_EVERY_SECONDS = 0.02
# What a page takes for "connect again" (docs/protocol.md).
RESTARTING = 1012


class QuietProtocol(WebSocketProtocol):
    """Daphne's, but for autobahn's log line of each read and write: it is put into colours first and thrown away then,
    which costs a move a thirtieth of all it costs."""

    @override
    def dataReceived(self, data: bytes) -> None:
        self._dataReceived(data)

    @override
    def sendData(self, data: bytes, sync: bool = False, chopsize: int | None = None) -> None:
        if sync or chopsize or self.send_queue:
            super().sendData(data, sync, chopsize)
        else:
            self.transport.write(data)  # type: ignore[union-attr, call-arg, misc] # an open one has TCP


class WebServer(Server):
    """Pages and sockets at one address, until SIGTERM or Ctrl-C."""

    def __init__(self, host: str, port: int, when_ready: Callable[[], None]) -> None:
        super().__init__(
            # Loaded only now: the application looks for the static files when it is made.
            get_default_application(),
            endpoints=build_endpoint_description_strings(host=host, port=port),
            websocket_timeout=NEVER,
            websocket_max_message_size=LARGEST_FRAME,
            websocket_max_frame_size=LARGEST_FRAME,
            ready_callable=self._begin,
            server_name="",
            verbosity=0,
        )
        self._when_ready = when_ready
        self._ports: list[Port] = []

    def _begin(self) -> None:
        self.ws_factory.protocol = QuietProtocol
        # What was loaded so far stays as long as the process: looked through for garbage again, with nothing else
        # running meanwhile, it holds up every move for a quarter of a second.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*COLLECT_AFTER)
        self._when_ready()

    def listen_success(self, port: Port) -> None:
        super().listen_success(port)
        self._ports.append(port)

    def kill_all_applications(self) -> Deferred[None]:
        """What Daphne does first when it is told to stop; the server stops when it is done."""
        return Deferred.fromFuture(asyncio.ensure_future(self._say_goodbye()))

    async def _say_goodbye(self) -> None:
        """Let nobody in, answer what was said, tell every socket to come again, and only then end what is left."""
        loop = asyncio.get_running_loop()
        for port in self._ports:
            await maybeDeferred(port.stopListening).asFuture(loop)
        for socket in self._sockets():
            socket.transport.pauseProducing()  # type: ignore[union-attr] # an open one has a transport
        await _until(lambda: not arrival.in_hand() and not self._pages(), ANSWERED_WITHIN)
        for socket in self._sockets():
            if socket.state == WebSocketProtocol.STATE_OPEN:
                # What is said from now on is not heard here: it is said again to the next server.
                socket.muted = True
                socket.sendCloseFrame(code=RESTARTING)
                socket.transport.resumeProducing()  # type: ignore[union-attr] # as above
        await _until(lambda: not any(self._sockets()), CLOSED_WITHIN)
        left = [app for app in self._applications() if not app.done()]
        for app in left:
            app.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    def _sockets(self) -> list[WebSocketProtocol]:
        return [
            protocol
            for protocol, details in self.connections.items()
            if isinstance(protocol, WebSocketProtocol) and "disconnected" not in details
        ]

    def _pages(self) -> bool:
        """Whether any page is still being made."""
        return any(
            not details["application_instance"].done()
            for protocol, details in self.connections.items()
            if not isinstance(protocol, WebSocketProtocol) and "application_instance" in details
        )

    def _applications(self) -> Iterator[asyncio.Future[Any]]:
        for details in self.connections.values():
            if "application_instance" in details:
                yield details["application_instance"]


async def _until(met: Callable[[], bool], seconds: float) -> None:
    """Wait until that is so, but no longer than this."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while not met():  # noqa: ASYNC110 - what is waited for are states of Daphne's, which sets no events
                await asyncio.sleep(LOOKS_EVERY_SECONDS)


def make_room(stderr: OutputWrapper) -> None:
    """Let this process hold as many sockets as the system allows; says so where that is not many."""
    # The writer's thread shall not keep the sockets waiting for the interpreter's usual five milliseconds.
    sys.setswitchinterval(SWITCH_SECONDS)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = DESCRIPTORS_WANTED if hard == resource.RLIM_INFINITY else min(hard, DESCRIPTORS_WANTED)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    if soft != resource.RLIM_INFINITY and soft < DESCRIPTORS_WANTED:
        sockets = soft - DESCRIPTORS_FOR_OTHERS
        stderr.write(f"This system lets the club hold about {sockets} open sockets (ulimit -n is {soft}).")
