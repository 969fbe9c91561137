"""Every message at every socket, said by everybody who could say it, is answered as its table says."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator

from club.asgi import application
from club.models import Player
from games.messages import DAY_READERS, READERS
from games.sockets import sockets
from tests.games.allowed.messages import FIELDS, NUMBERED, OF_A_TURN, TABLE, Line
from tests.games.allowed.scene import VISITORS, Scene
from tests.games.conftest import NOON
from tests.games.moderating import DAY
from tests.games.socket import ORIGIN, Frame, Socket

pytestmark = pytest.mark.django_db(transaction=True)

# Where the table's lines are about.
ADDRESSES = {
    "race": "table/RUNNING/socket",
    "turns": "table/TURNS/socket",
    "ended": "table/ENDED/socket",
    "private": "table/PRIVATE/socket",
    "alone": "table/SOLO/socket",
    "lobby": "race/socket",
    "day": "day/socket",
}
# What comes by itself.
VIEWS = ("view", "lobby", "day")


class Speaker(Socket):
    """Says one message after the other; `view` is the first that came."""

    view: Frame
    closed: str = ""

    async def open(self) -> None:
        frame = await self.take()
        if frame["is"] == "error":
            self.closed = f"({frame['error']})"
            await self.closing_code()
        self.view = frame.get("view", {})

    async def answer_to(self, message: str) -> str:
        if self.closed:
            return self.closed
        await self.send(do=message, **self._fields(message))
        while (frame := await self.take())["is"] in VIEWS:
            pass
        return "yes" if frame["is"] in ("accepted", "beat") else str(frame["error"])

    def _fields(self, message: str) -> dict[str, object]:
        fields = dict(FIELDS.get(message, {}))
        if message in NUMBERED:
            fields["n"] = 1 if message in ("remark", "seen") else self.view.get("rows", 0) + 1
        turns: dict[str, Any] | None = self.view.get("turns")
        if message == "end turn" or (message in OF_A_TURN and turns):
            fields["turn"] = turns["turn"] if turns else 1
        return fields


@asynccontextmanager
async def speaking(scene: Scene, place: str, visitor: str) -> AsyncIterator[Speaker]:
    headers = [ORIGIN, (b"host", b"localhost:8000"), (b"accept-language", b"en")]
    if visitor in scene.cookies:
        headers.append((b"cookie", scene.cookies[visitor].encode()))
    communicator = WebsocketCommunicator(application, "/" + scene.written_out(ADDRESSES[place]), headers=headers)
    assert (await communicator.connect(timeout=5))[0]
    try:
        speaker = Speaker(communicator)
        await speaker.open()
        yield speaker
    finally:
        await communicator.disconnect()


def prepare(scene: Scene, place: str, teller: str) -> None:
    scene.restore(racing=place == "race")
    if teller in ("muted", "suspended"):
        Player.objects.filter(name="alice").update(**{f"{teller}_until": NOON + DAY})


async def said_by(scene: Scene, teller: str, visitor: str, lines: list[Line]) -> list[str]:
    """What is not answered as it stands in the table, each message said at the scene as it was."""
    wrong = []
    for place, message, answers in lines:
        await sync_to_async(prepare)(scene, place, teller)
        async with speaking(scene, place, visitor) as speaker:
            answer = await speaker.answer_to(message)
        if answer != answers[teller]:
            wrong.append(f"{place}: {message}: {answer}, not {answers[teller]}")
    return wrong


@pytest.mark.parametrize("teller", ["opponent", "owner", "muted"])
async def test_each_message_is_answered_to_the_two_as_the_table_says(scene: Scene, teller: str) -> None:
    visitor = teller if teller in VISITORS else "owner"
    assert await said_by(scene, teller, visitor, TABLE) == []


@pytest.mark.parametrize("visitor", sorted({*VISITORS} - {"opponent", "owner"}))
async def test_each_message_is_answered_to_everybody_else_as_the_table_says(scene: Scene, visitor: str) -> None:
    """At one socket all that there is to say there, since others change nothing."""
    wrong = []
    for place in ADDRESSES:
        await sync_to_async(prepare)(scene, place, "others")
        async with speaking(scene, place, visitor) as speaker:
            for line in TABLE:
                if line.place == place:
                    answer, wanted = await speaker.answer_to(line.message), to_others(line, visitor)
                    if answer != wanted:
                        wrong.append(f"{place}: {line.message}: {answer}, not {wanted}")
    assert wrong == []


async def test_whoever_is_suspended_says_nothing_anywhere(scene: Scene) -> None:
    for place in ADDRESSES:
        await sync_to_async(prepare)(scene, place, "suspended")
        async with speaking(scene, place, "owner") as speaker:
            assert speaker.closed == "(suspended)"


def to_others(line: Line, visitor: str) -> str:
    wanted = line.answers["others"]
    if wanted == "members":
        return "(no-day)" if visitor in ("nobody", "guest") else "yes"
    return wanted


def test_the_table_names_every_socket_and_every_message_and_none_that_does_not_exist() -> None:
    said = {place: {line.message for line in TABLE if line.place == place} for place in ADDRESSES}
    for place in ("race", "turns", "ended"):
        assert said[place] == set(READERS)
    assert said["day"] == set(DAY_READERS)
    assert all(said[place] and said[place] <= set(READERS) for place in ("private", "alone", "lobby"))
    assert {line.place for line in TABLE} == set(ADDRESSES)
    routes = [(socket, socket.pattern.match(address)) for socket in sockets for address in ADDRESSES.values()]
    assert {socket for socket, matched in routes if matched} == set(sockets)
