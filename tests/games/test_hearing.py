"""Who is here: heard by any socket of a member, on any device, and by silence alone away."""

import asyncio
import datetime as dt
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator

from club import presence
from club.asgi import application
from club.models import Player, Presence
from games import hearing
from games.writer import writer
from tests.games.conftest import NOON, Clock
from tests.games.socket import ORIGIN, Socket, cookie_of
from tests.games.told import agreed

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio, pytest.mark.usefixtures("clock")]

SECOND = dt.timedelta(seconds=1)


@pytest.fixture(autouse=True)
def quick_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    presence.take_heard()
    monkeypatch.setattr(hearing, "EVERY_SECONDS", 0.01)


@asynccontextmanager
async def socket_of(player: Player, address: str) -> AsyncIterator[Socket]:
    headers = [ORIGIN, (b"host", b"localhost:8000"), (b"cookie", (await sync_to_async(cookie_of)(player)).encode())]
    communicator = WebsocketCommunicator(application, address, headers=headers)
    accepted, _ = await communicator.connect(timeout=5)
    assert accepted
    try:
        yield Socket(communicator)
    finally:
        await communicator.disconnect()


async def until(so: Callable[[], Awaitable[bool]]) -> None:
    """One transaction of the writer's after the other, until it is so."""
    async with asyncio.timeout(5):
        while not await so():
            await writer.ask(lambda: None)


async def is_here(player: Player, now: dt.datetime) -> bool:
    return player.pk in await sync_to_async(presence.here)([player.pk], now)


async def was_heard_at(player: Player, now: dt.datetime) -> bool:
    return await Presence.objects.filter(player=player, heard_at=now).aexists()


async def test_a_page_that_opens_says_that_its_member_is_here(alice: Player, bob: Player) -> None:
    async with socket_of(alice, "/day/socket"):
        await until(lambda: is_here(alice, NOON))
    assert not await is_here(bob, NOON)


@pytest.mark.parametrize("where", ["day", "lobby", "table"])
async def test_each_socket_of_a_member_is_heard(alice: Player, bob: Player, clock: Clock, where: str) -> None:
    match = await writer.ask(lambda: agreed(alice, bob, NOON))
    address = {"day": "/day/socket", "lobby": "/race/socket", "table": f"/table/{match.key}/socket"}[where]
    async with socket_of(alice, address) as socket:
        clock.now = NOON + 30 * SECOND
        await socket.send(do="beat")
        await until(lambda: was_heard_at(alice, clock.now))


@pytest.mark.parametrize("address", ["/day/socket", "/race/socket"])
async def test_guests_leave_no_trace(guest: Player, alice: Player, address: str) -> None:
    async with socket_of(guest, address) as socket, socket_of(alice, "/day/socket"):
        await socket.send(do="beat")
        await until(lambda: is_here(alice, NOON))
    assert await Presence.objects.acount() == 1


async def test_closing_says_nothing_and_silence_says_away(alice: Player) -> None:
    async with socket_of(alice, "/day/socket"):
        await until(lambda: is_here(alice, NOON))
    assert await is_here(alice, NOON + 11 * SECOND)
    assert not await is_here(alice, NOON + 12 * SECOND)


async def test_the_other_device_keeps_its_member_here(alice: Player, clock: Clock) -> None:
    async with socket_of(alice, "/day/socket") as phone:
        async with socket_of(alice, "/day/socket"):
            await until(lambda: is_here(alice, NOON))
        clock.now = NOON + 10 * SECOND
        await phone.send(do="beat")
        await until(lambda: is_here(alice, NOON + 20 * SECOND))


async def test_a_silent_page_is_asked_whether_it_is_there(alice: Player, clock: Clock) -> None:
    async with socket_of(alice, "/day/socket") as page:
        clock.now = NOON + 7 * SECOND
        while (await page.take())["is"] != "there?":
            pass
        await page.send(do="beat")
        await until(lambda: was_heard_at(alice, clock.now))


async def test_a_round_that_fails_is_followed_by_the_next(
    alice: Player, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted = presence.note
    failures = iter([RuntimeError("the database is away")])

    def fail_once(heard: dict[int, dt.datetime]) -> None:
        for failure in failures:
            raise failure
        noted(heard)

    monkeypatch.setattr(presence, "note", fail_once)
    async with socket_of(alice, "/day/socket") as page:
        clock.now = NOON + 2 * SECOND
        await page.send(do="beat")
        await until(lambda: was_heard_at(alice, clock.now))
