"""The lobby's socket: who waits and who races, live; what concerns one player alone; presence that keeps a search."""

import datetime as dt
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator

from club.asgi import application
from club.models import Player
from games import lobby, lobby_socket
from games.consumers import FLOODING
from games.models import Match, Offer
from games.play import RaceWish
from games.writer import writer
from tests.games.conftest import NOON, Clock
from tests.games.offering import ANYBODY, CLASSIC, GIANT, SECOND
from tests.games.racing import Race
from tests.games.socket import ORIGIN, Socket, cookie_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio, pytest.mark.usefixtures("clock")]

type View = dict[str, Any]


@pytest.fixture(autouse=True)
def quick_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_socket, "EVERY_SECONDS", 0.01)


class InLobby(Socket):
    """A socket that reads views until one is as wanted."""

    async def until(self, wanted: Callable[[View], object]) -> View:
        while True:
            frame = await self.take()
            if frame["is"] == "lobby" and wanted(frame["view"]):
                view: View = frame["view"]
                return view

    async def take_kind(self, kind: str) -> dict[str, Any]:
        while (frame := await self.take())["is"] != kind:
            pass
        return frame

    async def closing_code_after_all(self) -> int:
        while (event := await self._communicator.receive_output(timeout=5))["type"] != "websocket.close":
            pass
        code: int = event["code"]
        return code


@asynccontextmanager
async def in_lobby(player: Player | None) -> AsyncIterator[InLobby]:
    headers = [ORIGIN, (b"host", b"localhost:8000"), (b"accept-language", b"en")]
    if player is not None:
        headers.append((b"cookie", (await sync_to_async(cookie_of)(player)).encode()))
    communicator = WebsocketCommunicator(application, "/race/socket", headers=headers)
    accepted, _ = await communicator.connect(timeout=5)
    assert accepted
    try:
        yield InLobby(communicator)
    finally:
        await communicator.disconnect()


async def wait_for_anyone(player: Player, wish: RaceWish = CLASSIC, now: dt.datetime = NOON) -> Match | None:
    return await writer.ask(lambda: lobby.race_anyone(player, wish, ANYBODY, now))


async def test_a_stranger_sees_who_waits_with_which_wishes(alice: Player) -> None:
    async with in_lobby(None) as stranger:
        empty = await stranger.until(lambda view: True)
        assert empty == {"waiting": [], "racing": [], "mine": None, "asked": [], "sent": [], "table": None}
        await wait_for_anyone(alice, GIANT)
        (waiting,) = (await stranger.until(lambda view: view["waiting"]))["waiting"]
        assert waiting["who"] == "alice"
        assert waiting["standing"] == "new"
        assert waiting["terms"] == "Giant, 5 waste piles, 1 redeal · no clock · best of 3"
        assert (waiting["rules"], waiting["minutes"], waiting["best_of"]) == ("giant-5-1", None, 3)


async def test_who_waits_is_brought_to_the_table(alice: Player, bob: Player) -> None:
    await wait_for_anyone(alice)
    async with in_lobby(alice) as socket:
        waiting = await socket.until(lambda view: True)
        assert waiting["mine"]["terms"] == "Classic · 5 minutes"
        assert waiting["table"] is None
        match = await wait_for_anyone(bob)
        assert match is not None
        paired = await socket.until(lambda view: view["table"])
        assert paired["table"] == match.key
        assert paired["mine"] is None


async def test_a_hint_after_the_commit_needs_no_round(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_socket, "EVERY_SECONDS", 3600)
    await wait_for_anyone(alice)
    async with in_lobby(alice) as socket:
        await socket.until(lambda view: view["mine"])
        await wait_for_anyone(bob)
        await lobby_socket.tell([alice.pk, None])
        assert (await socket.until(lambda view: view["table"]))["mine"] is None


async def test_a_challenge_is_seen_by_the_two_and_by_nobody_else(alice: Player, bob: Player, charlie: Player) -> None:
    async with in_lobby(alice) as maker, in_lobby(bob) as asked, in_lobby(charlie) as other, in_lobby(None) as stranger:
        for socket in (maker, asked, other, stranger):
            await socket.until(lambda view: True)
        await writer.ask(lambda: lobby.challenge(alice, bob, CLASSIC, NOON))
        (sent,) = (await maker.until(lambda view: view["sent"]))["sent"]
        (to_me,) = (await asked.until(lambda view: view["asked"]))["asked"]
        assert sent["key"] == to_me["key"]
        assert (sent["to"], to_me["who"], to_me["is_here"]) == ("bob", "alice", "is here")
        await wait_for_anyone(charlie)
        for outsider in (other, stranger):
            view = await outsider.until(lambda view: view["waiting"])
            assert (view["asked"], view["sent"]) == ([], [])


async def test_a_link_is_seen_by_its_maker_alone(alice: Player, bob: Player) -> None:
    link = await writer.ask(lambda: lobby.offer_by_link(alice, CLASSIC, NOON))
    async with in_lobby(alice) as maker, in_lobby(bob) as other:
        assert [sent["key"] for sent in (await maker.until(lambda view: True))["sent"]] == [link.key]
        assert link.key not in str(await other.until(lambda view: True))


async def test_running_races_are_listed_where_they_may_be_watched_and_tell_nothing_of_the_boards(
    alice: Player, bob: Player, charlie: Player, guest: Player
) -> None:
    watched = await sync_to_async(Race.begun)(alice, bob)
    await sync_to_async(Race.begun)(charlie, guest, RaceWish(CLASSIC.rules, 5, watchable=False))
    async with in_lobby(None) as socket:
        (racing,) = (await socket.until(lambda view: view["racing"]))["racing"]
        assert set(racing) == {"table", "who", "page", "opponent", "opponent_page", "terms", "since"}
        assert (racing["table"], racing["who"], racing["opponent"]) == (watched.key, "alice", "bob")
        move = (await sync_to_async(watched.one.look)()).legal[0]
        await sync_to_async(watched.one.move)(move)
        await wait_for_anyone(await sync_to_async(Player.objects.create_guest)())
        assert (await socket.until(lambda view: view["waiting"]))["racing"] == [racing]
        await sync_to_async(watched.one.resign)()
        await socket.until(lambda view: not view["racing"])


async def test_a_view_is_sent_only_when_it_differs(alice: Player) -> None:
    async with in_lobby(alice) as socket:
        await socket.until(lambda view: True)
        assert await socket.is_silent()


async def test_being_in_the_lobby_keeps_a_search_alive(alice: Player, bob: Player, clock: Clock) -> None:
    await wait_for_anyone(alice)
    async with in_lobby(alice) as socket, in_lobby(None) as stranger:
        await stranger.until(lambda view: view["waiting"])
        for _ in range(4):
            clock.now += 5 * SECOND
            assert (await socket.say(do="beat"))["is"] in ("beat", "lobby", "there?")
            await heard_at(alice, clock.now)
        assert await wait_for_anyone(bob, now=clock.now) is not None


async def heard_at(player: Player, instant: dt.datetime) -> None:
    """Until the round has written down that the player was there then."""
    heard = Offer.objects.filter(player=player, heard_at=instant)
    while not await sync_to_async(heard.exists)():
        pass


async def test_who_left_is_not_shown_as_waiting(alice: Player, clock: Clock) -> None:
    await wait_for_anyone(alice)
    async with in_lobby(None) as stranger:
        await stranger.until(lambda view: view["waiting"])
        clock.now += 12 * SECOND
        await stranger.until(lambda view: not view["waiting"])


async def test_a_page_that_grew_quiet_is_asked_whether_it_is_there(alice: Player, clock: Clock) -> None:
    async with in_lobby(alice) as socket:
        await socket.until(lambda view: True)
        clock.now += 7 * SECOND
        await socket.take_kind("there?")
        await socket.send(do="beat")
        assert (await socket.take_kind("beat"))["now"].startswith("2026-03-10T12:00:07")


async def test_two_who_missed_each_other_are_paired_by_the_round(alice: Player, bob: Player, clock: Clock) -> None:
    await wait_for_anyone(alice)
    clock.now += 13 * SECOND
    await wait_for_anyone(bob, now=clock.now)
    async with in_lobby(alice) as socket, in_lobby(bob) as other:
        table = (await socket.until(lambda view: view["table"]))["table"]
        assert (await other.until(lambda view: view["table"]))["table"] == table


@pytest.mark.parametrize(
    ("said", "error"),
    [
        ("nonsense", "unreadable"),
        ("[]", "unreadable"),
        ('{"do":"dance"}', "unknown-message"),
        ('{"do":"look"}', "unknown-message"),
        ('{"do":"resign"}', "unknown-message"),
        ('{"do":"beat","n":1}', "unknown-field"),
        ('{"do":"beat","x":"' + "x" * 9000 + '"}', "too-large"),
    ],
)
async def test_what_is_no_beat_is_told_so_and_changes_nothing(said: str, error: str) -> None:
    async with in_lobby(None) as socket:
        await socket.until(lambda view: True)
        answer = await socket.send_raw(said)
        assert (answer["is"], answer["error"]) == ("error", error)
        assert answer["text"]


async def test_whoever_goes_on_flooding_is_shut_out_and_others_are_served(monkeypatch: pytest.MonkeyPatch) -> None:
    # So few that a slow machine does not earn a new allowance in between.
    monkeypatch.setattr(lobby_socket, "PATIENCE", 20)
    async with in_lobby(None) as flood, in_lobby(None) as calm:
        await calm.until(lambda view: True)
        for _ in range(700):
            await flood.send(do="beat")
        assert await flood.closing_code_after_all() == FLOODING
        assert (await calm.say(do="beat"))["is"] == "beat"
