"""The wire between browser and club, which a test can cut: bytes stop without a word, as on a lost phone network."""

import asyncio
import threading
from contextlib import suppress
from typing import Self

# So many steps of the loop lie at most between a connection's arrival and the task that carries it.
STEPS_TO_LET_IN = 5


class Wire:
    """A port of its own that carries everything to the club's port, while it is not cut."""

    def __init__(self, club_port: int) -> None:
        self.club_port = club_port
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._whole = asyncio.Event()
        self._slowness = 0.0
        self._open: set[asyncio.StreamWriter] = set()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        self._run(self._listen())
        return self

    def __exit__(self, *exc: object) -> None:
        self._run(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def cut(self) -> None:
        """From now on nothing gets through; no end of the wire is told."""
        self._run(self._cut())

    def slow_down(self, seconds: float) -> None:
        """From now on everything takes so long in each direction."""
        self._slowness = seconds

    def mend(self) -> None:
        """New connections get through; those of before are lost, as after a change of network."""
        self._run(self._mend())

    def _run(self, work: object) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(10)  # type: ignore[arg-type] # a coroutine

    async def _listen(self) -> None:
        self._whole.set()
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open.add(writer)
        # A connection made while the wire is cut hangs; it is of no use afterwards either.
        if not self._whole.is_set():
            return
        club_reader, club_writer = await asyncio.open_connection("127.0.0.1", self.club_port)
        self._open.add(club_writer)
        await asyncio.gather(self._pump(reader, club_writer), self._pump(club_reader, writer))

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while (data := await reader.read(65536)) and self._whole.is_set():
                await asyncio.sleep(self._slowness)
                writer.write(data)
                await writer.drain()
            # Cut: swallow silently. Ended: hand the end on.
            if self._whole.is_set():
                writer.close()

    async def _cut(self) -> None:
        self._whole.clear()

    async def _mend(self) -> None:
        self._whole.set()

    async def _close(self) -> None:
        # Nobody is let in from now on; a server that is closed while somebody is would leave their socket open.
        for listening in self._server.sockets:
            self._loop.remove_reader(listening.fileno())
        quiet = 0
        while quiet < STEPS_TO_LET_IN:
            carrying = asyncio.all_tasks(self._loop) - {asyncio.current_task(self._loop)}
            # Who was let in at the last moment is among the open ones only once their task has begun.
            await asyncio.sleep(0)
            quiet = 0 if carrying else quiet + 1
            for task in carrying:
                task.cancel()
            await asyncio.gather(*carrying, return_exceptions=True)
        self._server.close()
        for writer in self._open:
            # What was not written yet would keep a connection open whose other end is gone.
            writer.transport.abort()
            with suppress(OSError):
                await writer.wait_closed()
