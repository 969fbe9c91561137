"""Promise 5 and the race over sockets: announcements may be lost, tabs may be several, boards open for both at once."""

import asyncio
from collections.abc import Iterator
from random import Random
from typing import Any

import orjson
import pytest
from asgiref.sync import sync_to_async
from channels.layers import channel_layers
from django.utils import timezone
from pytest_django import Settings

from club.layer import OneProcessLayer
from club.models import Player
from games import announce, consumers, presence, resync, tables
from games.clocks import COUNTDOWN
from games.messages import PlayMove
from games.models import Seat
from games.open_tables import Hint
from games.writer import writer
from tests.games.racing import Race
from tests.games.socket import Frame, Socket, connected, cookie_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


class LossyLayer(OneProcessLayer):
    """Loses so much of what is announced."""

    def __init__(self, share: float) -> None:
        super().__init__()
        self.share = share
        self.chance = Random(5)
        self.lost = 0

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        if self.chance.random() < self.share:
            self.lost += 1
        else:
            await super().group_send(group, message)


@pytest.fixture(params=[0.7, 1.0])
def lossy(request: pytest.FixtureRequest, settings: Settings) -> Iterator[LossyLayer]:
    yield from layer_of_many(request.param, settings)


@pytest.fixture
def layer(settings: Settings) -> Iterator[LossyLayer]:
    """One that loses nothing."""
    yield from layer_of_many(0, settings)


def layer_of_many(share: float, settings: Settings) -> Iterator[LossyLayer]:
    """As in a club of many processes, of which this is one and the test another."""
    settings.REDIS_URL = "redis://shared.example"
    layer = LossyLayer(share)
    before = channel_layers["default"]
    channel_layers.set("default", layer)
    yield layer
    channel_layers.set("default", before)


@pytest.fixture
def no_countdown(monkeypatch: pytest.MonkeyPatch) -> None:
    """The countdown is over as soon as it begins."""
    monkeypatch.setattr(consumers, "MESSAGES_A_SECOND", 1_000_000)
    monkeypatch.setattr("games.clocks.COUNTDOWN", COUNTDOWN * 0)


async def cookies_of(race: Race) -> list[str]:
    seats = Seat.objects.filter(match_id=race.match_id).order_by("place").select_related("player")
    return [await sync_to_async(cookie_of)(seat.player) async for seat in seats]


async def agreed(one: Player, two: Player) -> Race:
    return await sync_to_async(Race.agreed)(one, two, now=timezone.now())


async def until_running(*sockets: Socket) -> list[Frame]:
    frames = []
    for socket in sockets:
        while (frame := await socket.take())["view"]["phase"] != "running":
            pass
        frames.append(frame)
    return frames


async def moved_at_another_process(layer: OneProcessLayer, race: Race, n: int) -> None:
    """Alice moves there; it is announced as that process would."""
    answer = await writer.ask(lambda: tables.say(race.one.at, PlayMove(n, "W1"), timezone.now()))
    hints = [announce.hint_of(told) for told in answer.told]
    await layer.group_send(announce.GROUP, {"type": announce.CHANGED, "by": "another process", "hints": hints})


async def test_an_announcement_lost_is_caught_up_within_a_second(
    lossy: LossyLayer, no_countdown: None, alice: Player, bob: Player
) -> None:
    race = await agreed(alice, bob)
    mine, theirs = await cookies_of(race)
    async with connected(race.key, mine) as one, connected(race.key, theirs) as two, connected(race.key, None) as eye:
        await one.send(do="ready")
        await two.send(do="ready")
        await until_running(one, two, eye)
        for n in range(1, 6):
            await moved_at_another_process(lossy, race, n)
        for seer in (two, eye):
            async with asyncio.timeout(1):
                while (await seer.take())["view"]["race"]["lines"][0]["stock_left"] != 43:
                    pass
    assert lossy.lost


async def test_everybody_who_was_heard_of_is_written_down_however_many_they_are(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "AT_ONCE", 1)
    race = await agreed(alice, bob)
    presence.heard((race.one.seat_id, race.two.seat_id))
    await resync.note_presence()
    assert await Seat.objects.filter(match=race.match_id, heard_at__isnull=False).acount() == 2


async def test_what_another_process_announces_is_handed_on_as_it_is(
    layer: LossyLayer, no_countdown: None, alice: Player, bob: Player
) -> None:
    race = await agreed(alice, bob)
    _, theirs = await cookies_of(race)
    async with connected(race.key, theirs) as two:
        await two.take()
        hint = Hint(match_id=race.match_id, place=2, version=1_000, frame='{"is": "told"}', wake_at=None)
        await layer.group_send(announce.GROUP, {"type": announce.CHANGED, "by": "another process", "hints": [hint]})
        assert await two.take() == {"is": "told"}


async def test_a_move_is_announced_to_other_processes_but_for_the_movers_own_view(
    layer: LossyLayer, no_countdown: None, alice: Player, bob: Player
) -> None:
    race = await agreed(alice, bob)
    mine, theirs = await cookies_of(race)
    async with connected(race.key, mine) as one, connected(race.key, theirs) as two:
        await one.send(do="ready")
        await two.send(do="ready")
        await until_running(one, two)
        another = await layer.new_channel()
        await layer.group_add(announce.GROUP, another)
        moved = await one.say(do="move", n=1, move="W1")
        told: list[Hint] = []
        async with asyncio.timeout(5):
            # What was told before the move may still be on its way.
            while not told:
                hints = (await layer.receive(another))["hints"]
                told = [hint for hint in hints if _lines_in(hint) == moved["view"]["race"]["lines"]]
    assert [(hint["match_id"], hint["place"]) for hint in told] == [(race.match_id, 0), (race.match_id, 2)]


def _lines_in(hint: Hint) -> Any:
    return orjson.loads(hint["frame"])["view"]["race"]["lines"]


async def test_no_card_leaves_the_server_before_the_start_and_then_one_for_both(
    no_countdown: None, alice: Player, bob: Player
) -> None:
    race = await agreed(alice, bob)
    mine, theirs = await cookies_of(race)
    async with connected(race.key, mine) as one, connected(race.key, theirs) as two:
        await one.send(do="ready")
        assert (await one.take())["view"]["board"] is None
        await two.send(do="ready")
        first, second = await until_running(one, two)
        assert first["view"]["board"] == second["view"]["board"]
        assert first["view"]["deadline"] == second["view"]["deadline"]


async def test_a_move_in_one_tab_is_in_the_other_at_once_and_in_the_opponent_s_line(
    no_countdown: None, alice: Player, bob: Player
) -> None:
    race = await agreed(alice, bob)
    mine, theirs = await cookies_of(race)
    async with connected(race.key, mine) as tab, connected(race.key, mine) as other, connected(race.key, theirs) as two:
        await tab.send(do="ready")
        await two.send(do="ready")
        await until_running(tab, other, two)
        moved = await tab.say(do="move", n=1, move="W1")
        seen = await other.take()
        assert (seen["v"], seen["view"]) == (moved["v"], moved["view"])
        assert (await two.take())["view"]["race"]["lines"] == moved["view"]["race"]["lines"]


async def test_a_third_person_cannot_move_and_is_told_so(
    no_countdown: None, alice: Player, bob: Player, charlie: Player
) -> None:
    race = await agreed(alice, bob)
    mine, theirs = await cookies_of(race)
    third = await sync_to_async(cookie_of)(charlie)
    async with connected(race.key, mine) as one, connected(race.key, theirs) as two, connected(race.key, third) as eye:
        await one.send(do="ready")
        await two.send(do="ready")
        await until_running(one, two, eye)
        for said in ({"do": "move", "n": 1, "move": "W1"}, {"do": "resign"}, {"do": "claim"}, {"do": "ready"}):
            answer = await eye.say(**said)
            assert (answer["is"], answer["error"]) == ("refused", "only-watching")
        assert (await eye.say(do="look"))["view"]["board"] is None
