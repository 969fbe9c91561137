"""The afterword over sockets: live for both, answered by number, and nothing of it for who only watches."""

from contextlib import AsyncExitStack

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from club.models import Player
from games import consumers
from games.models import Remark
from tests.games.racing import Race
from tests.games.socket import Frame, Socket, connected, cookie_of
from tests.games.table import AtTable
from tests.games.test_race_socket import cookies_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


def just_ended(one: Player, two: Player) -> Race:
    """By the true clock, which sockets go by."""
    race = Race.agreed(one, two, now=timezone.now())
    race.begin()
    race.two.resign()
    return race


async def at_rest(*sockets: Socket) -> list[Frame]:
    """The last frame of each, once nothing more comes."""
    last = []
    for socket in sockets:
        frame = await socket.take()
        while not await socket.is_silent():
            frame = await socket.take()
        last.append(frame)
    return last


async def test_a_remark_reaches_the_other_at_once_and_is_answered_by_its_number(alice: Player, bob: Player) -> None:
    race = await sync_to_async(just_ended)(alice, bob)
    mine, theirs = await cookies_of(race)
    async with AsyncExitStack() as stack:
        one, two, eye = [
            await stack.enter_async_context(connected(race.key, cookie)) for cookie in (mine, theirs, None)
        ]
        await at_rest(one, two, eye)
        said = {"do": "remark", "n": 1, "text": "Well played, <b>Bob</b>!"}
        answer = await one.say(**said)
        assert (answer["is"], answer["do"], answer["n"]) == ("accepted", "remark", 1)
        seen = await two.take()
        assert seen["is"] == "view"
        (remark,) = seen["view"]["afterword"]["remarks"]
        assert (remark["seat"], remark["n"], remark["text"]) == (1, 1, "Well played, <b>Bob</b>!")
        again = await one.say(**said)
        assert (again["is"], again["v"], again["view"]) == ("accepted", answer["v"], answer["view"])
        refused = await one.say(do="remark", n=1, text="Something else")
        assert (refused["is"], refused["do"], refused["n"], refused["error"]) == (
            "refused",
            "remark",
            1,
            "number-taken",
        )
        for do in ("thank", "show afterword", "close afterword"):
            answer = await two.say(do=do)
            assert (answer["is"], answer["do"]) == ("accepted", do)
        watched = await eye.say(do="look")
        assert watched["view"]["afterword"] is None


async def test_what_was_said_while_away_is_there_on_coming_back(alice: Player, bob: Player) -> None:
    race = await sync_to_async(just_ended)(alice, bob)
    mine, theirs = await cookies_of(race)
    async with connected(race.key, mine) as one:
        await at_rest(one)
        await one.say(do="remark", n=1, ready_made="good-game")
    async with connected(race.key, theirs) as two:
        (frame,) = await at_rest(two)
        assert [remark["ready_made"] for remark in frame["view"]["afterword"]["remarks"]] == ["good-game"]


async def test_a_flood_of_remarks_is_ten_and_the_rest_is_not_read(
    monkeypatch: pytest.MonkeyPatch, alice: Player, bob: Player
) -> None:
    monkeypatch.setattr(consumers, "MESSAGES_AT_ONCE", 30)
    monkeypatch.setattr(consumers, "MESSAGES_A_SECOND", 0)
    race = await sync_to_async(just_ended)(alice, bob)
    mine, _ = await cookies_of(race)
    errors: list[str] = []
    async with connected(race.key, mine) as one:
        await at_rest(one)
        for n in range(1, 61):
            answer = await one.say(do="remark", n=n, text=f"Remark {n}")
            errors.append(answer.get("error", ""))
    assert errors[:10] == [""] * 10
    assert errors[10:30] == ["ten-remarks"] * 20
    assert errors[30:] == ["too-many"] * 30
    assert await Remark.objects.acount() == 10


async def test_a_refusal_is_in_the_reader_s_words_and_tells_nothing_of_a_block(alice: Player, bob: Player) -> None:
    race = await sync_to_async(just_ended)(alice, bob)
    mine, theirs = await cookies_of(race)
    await sync_to_async(alice.blocks.create)(blocked=bob, made_at=timezone.now())
    texts = set()
    for cookie in (mine, theirs):
        async with connected(race.key, cookie) as socket:
            await at_rest(socket)
            answer = await socket.say(do="remark", n=1, text="Hello")
            assert answer["error"] == "no-remarks"
            texts.add(answer["text"])
    assert texts == {"There is no talk between the two of you just now."}


async def test_at_a_solo_table_nothing_is_said(alice: Player) -> None:
    table = await sync_to_async(AtTable.solo)(alice)
    async with connected(table.key, await sync_to_async(cookie_of)(alice)) as socket:
        await socket.take()
        for do in ("thank", "close afterword", "show afterword"):
            assert (await socket.say(do=do))["error"] == "no-afterword"
