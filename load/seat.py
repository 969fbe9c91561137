"""One seat at one table, over as many sockets one after the other as it takes; every word of it is written down."""

import asyncio
import random
import time

from load.client import Frame, Lost, Socket, Visitor, contribution
from load.figures import Figures
from load.log import TAKE_BACK, Line, Log, Seen, now

BEAT_SECONDS = 5.0
# A message that waits longer for its answer is said again on another socket.
ANSWER_SECONDS = 10.0
# For one that the club could not take just now, and before connecting again: longer each time that it is in vain, since
# a club that is overrun never catches up with those who come again and again.
PAUSE_SECONDS = 0.5
LONGEST_PAUSE_SECONDS = 10.0
TOO_FAST_SECONDS = 5.0
# So long it is only listened to before what is held is compared with a fresh view, and so often that is tried.
QUIET_SECONDS = 1.5
TRIES = 5


class Closed(Exception):
    """The club shows this table to this visitor no more, or never did."""


class Seat:
    """A viewer's place at a table: a player's, a second tab of theirs, or a watcher's."""

    def __init__(self, visitor: Visitor, key: str, client: str, log: Log, figures: Figures) -> None:
        self.visitor = visitor
        self.key = key
        self.client = client
        self.view: Frame = {}
        self.version = 0
        self._log = log
        self._figures = figures
        self._socket: Socket | None = None
        self._unanswered: Frame | None = None
        self._said_at = 0.0
        self._pause = PAUSE_SECONDS

    @property
    def phase(self) -> str:
        """Empty before the first view."""
        return str(self.view.get("phase", ""))

    @property
    def is_over(self) -> bool:
        return self.phase in ("ended", "called_off")

    async def connect(self) -> None:
        """Open the socket, take the view, and say again what was not answered. Raises Lost and Closed."""
        await self.close()
        self._socket = await self.visitor.open(f"/table/{self.key}/socket")
        frame = await self._hear(ANSWER_SECONDS)
        if frame is None:
            raise Lost("no view came")
        self._refuse_error(frame)
        self._pause = PAUSE_SECONDS
        if self._unanswered is not None:
            await self.say(self._unanswered)

    async def stay_connected(self) -> None:
        """The same for as long as it takes, elsewhere each time it fails. Raises Closed."""
        while self._socket is None or not self._socket.is_open:
            try:
                await self.connect()
            except Lost as lost:
                await self.lose(lost)

    async def lose(self, lost: Lost) -> None:
        """The connection is gone: note it, and wait a moment before the next one."""
        self._figures.lost += 1
        self._write("lost", error=str(lost))
        await self.close()
        self.visitor.go_elsewhere()
        pause = TOO_FAST_SECONDS if "4429" in str(lost) else self._pause
        self._pause = min(self._pause * 2, LONGEST_PAUSE_SECONDS)
        await asyncio.sleep(pause * random.uniform(0.5, 1.5))

    async def close(self) -> None:
        if self._socket is not None:
            await self._socket.close()
            self._socket = None

    async def say(self, message: Frame, twice: bool = False) -> Frame:
        """Say it and wait for its answer; `twice`: as somebody in doubt does, who says it again at once. What was
        not answered is kept, and said again by `connect`. Raises Lost."""
        self._unanswered = message
        began = time.monotonic()
        awaited = 2 if twice else 1
        for again in range(awaited):
            await self._send(message, again=bool(again))
        while True:
            frame = await self._hear(ANSWER_SECONDS - (time.monotonic() - began))
            if frame is None:
                raise Lost("a message was not answered")
            if frame["is"] == "error" and frame["error"] == "too-many":
                await asyncio.sleep(PAUSE_SECONDS)
                await self._send(message, again=True)
            elif frame["is"] == "error":
                self._refuse_error(frame)
            elif _answers(frame, message):
                self._answered(message, frame, time.monotonic() - began, last=awaited == 1)
                awaited -= 1
                if not awaited:
                    self._unanswered = None
                    return frame

    def _answered(self, message: Frame, frame: Frame, seconds: float, *, last: bool) -> None:
        error = frame.get("error", "")
        if last:
            self._figures.answered(message["do"], error, seconds)
        seen = Seen.of(frame) if "view" in frame else None
        self._write("answered", message, error=error, ms=round(seconds * 1000, 2), seen=seen)

    async def listen(self, seconds: float, for_news: bool = False) -> None:
        """Take what comes for so long, or until there is a newer view, with a beat whenever nothing was said for 5
        seconds. Raises Lost."""
        before, until = self.version, time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0 and not (for_news and self.version > before):
            silent = self._said_at + BEAT_SECONDS - time.monotonic()
            if silent <= 0:
                await self._send({"do": "beat"}, again=False)
            else:
                await self._hear(min(left, silent))

    async def settle(self) -> None:
        """Nobody says anything any more: is a fresh view what is held already? Raises Lost."""
        for tried in range(1, TRIES + 1):
            await self.listen(QUIET_SECONDS)
            held = self.version
            await self.say({"do": "look"})
            if self.version == held:
                self._write("settled", n=tried)
                return
        self._write("unsettled", n=TRIES)

    async def ready(self) -> Frame:
        return await self.say({"do": "ready", "contribution": contribution()})

    async def _send(self, message: Frame, again: bool) -> None:
        self._write("sent", message, error="again" if again else "")
        self._figures.again += again
        await self._say_word(message)

    async def _say_word(self, message: Frame) -> None:
        if self._socket is None:
            raise Lost("no socket is open")
        self._said_at = time.monotonic()
        await self._socket.say(message)

    async def _hear(self, within: float) -> Frame | None:
        if self._socket is None:
            raise Lost("no socket is open")
        frame = await self._socket.hear(within)
        if frame is None:
            return None
        if "view" in frame and frame["v"] >= self.version:
            self.version, self.view = frame["v"], frame["view"]
        if frame["is"] == "view":
            self._write("seen", seen=Seen.of(frame))
        elif frame["is"] == "beat" and frame["v"] > self.version:
            # What the protocol asks of a client that missed something.
            self._figures.behind += 1
            await self._say_word({"do": "look"})
        return frame

    def _refuse_error(self, frame: Frame) -> None:
        if frame["is"] != "error":
            return
        if frame["error"] in ("busy", "too-many"):
            raise Lost(f"{frame['error']}: {frame['text']}")
        raise Closed(f"{self.key}: {frame['error']}: {frame['text']}")

    def _write(
        self,
        what: str,
        message: Frame | None = None,
        *,
        n: int = 0,
        error: str = "",
        ms: float = 0.0,
        seen: Seen | None = None,
    ) -> None:
        said = message or {}
        self._log.write(
            Line(
                at=now(),
                client=self.client,
                table=self.key,
                seat=int(self.view.get("seat", 0)),
                what=what,
                word=said.get("do", ""),
                n=n or said.get("n") or (said.get("turn", 0) if said.get("do") == "end turn" else 0),
                move=said.get("move", TAKE_BACK if said.get("do") == "take back" else ""),
                error=error,
                ms=ms,
                seen=seen,
            )
        )


def _answers(frame: Frame, message: Frame) -> bool:
    return (
        frame["is"] in ("accepted", "refused") and frame["do"] == message["do"] and frame.get("n") == message.get("n")
    )
