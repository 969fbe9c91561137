"""Whoever is suspended is shown out of every socket, and let into none."""

import datetime as dt

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.utils import timezone

from club.asgi import application
from club.models import Player
from games import suspending, turning_out
from tests.games.moderating import at_once, because, moderator
from tests.games.racing import Race
from tests.games.socket import ORIGIN, Socket, connected, cookie_of

pytestmark = pytest.mark.django_db(transaction=True)


async def suspend(player: Player, days: int = 3) -> None:
    def now() -> None:
        at_once(suspending.suspend, player, days, because(moderator()), timezone.now())

    await sync_to_async(now)()


@pytest.fixture
def race(alice: Player, bob: Player) -> Race:
    return Race.begun(alice, bob, now=timezone.now() - dt.timedelta(seconds=10))


async def test_an_open_table_is_closed_with_a_word_when_its_player_is_suspended(race: Race, bob: Player) -> None:
    async with connected(race.key, await sync_to_async(cookie_of)(bob)) as socket:
        await socket.take()
        await suspend(bob)
        await turning_out.show_out_the_suspended()
        told = await socket.take()
        while told["is"] != "error":
            told = await socket.take()
        assert told["error"] == "suspended"
        assert "Sign in to read why" in told["text"]
        assert await socket.closing_code() == 4403


async def test_others_stay(race: Race, alice: Player, bob: Player) -> None:
    async with connected(race.key, await sync_to_async(cookie_of)(alice)) as socket:
        await socket.take()
        await suspend(bob)
        await turning_out.show_out_the_suspended()
        assert (await socket.say(do="look"))["is"] in ("accepted", "view")


@pytest.mark.parametrize("path", ["table", "race", "day"])
async def test_no_socket_is_opened_with_a_session_that_outlived_it(race: Race, bob: Player, path: str) -> None:
    cookie = await sync_to_async(cookie_of)(bob)
    await suspend(bob)
    where = f"/table/{race.key}/socket" if path == "table" else f"/{path}/socket"
    headers = [ORIGIN, (b"host", b"localhost:8000"), (b"cookie", cookie.encode())]
    communicator = WebsocketCommunicator(application, where, headers=headers)
    await communicator.connect(timeout=5)
    socket = Socket(communicator)
    assert (await socket.take())["error"] == "suspended"
    assert await socket.closing_code() == 4403
    await communicator.disconnect()


async def test_a_suspension_that_is_over_closes_nothing(race: Race, bob: Player) -> None:
    await suspend(bob)
    await Player.objects.filter(pk=bob.pk).aupdate(suspended_until=timezone.now())
    cookie = await sync_to_async(cookie_of)(bob)
    async with connected(race.key, cookie) as socket:
        assert (await socket.take())["is"] == "view"
        await turning_out.show_out_the_suspended()
        assert (await socket.say(do="look"))["is"] in ("accepted", "view")
