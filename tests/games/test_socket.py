"""The table's socket: who may say what, what is answered, and that no announcement is needed to be right."""

import asyncio

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator

from club.asgi import application
from club.models import Player
from games.models import Move
from tests.games.socket import connected, cookie_of
from tests.games.table import AtTable

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


@pytest.fixture
def table(alice: Player) -> AtTable:
    return AtTable.solo(alice)


@pytest.fixture
def cookie(alice: Player) -> str:
    return cookie_of(alice)


async def test_a_table_opens_with_its_commitment_and_deals_when_the_player_is_ready(
    table: AtTable, cookie: str
) -> None:
    async with connected(table.key, cookie) as socket:
        opening = await socket.take()
        assert opening["is"] == "view"
        assert opening["view"]["phase"] == "opening"
        assert opening["view"]["board"] is None
        dealt = await socket.say(do="ready", contribution="00" * 16)
        assert (dealt["is"], dealt["do"]) == ("accepted", "ready")
        assert dealt["v"] == opening["v"] + 1
        assert dealt["view"]["board"]["stock_left"] == 48


async def test_an_accepted_move_is_stored_when_the_answer_comes(table: AtTable, cookie: str) -> None:
    async with connected(table.key, cookie) as socket:
        await socket.take()
        await socket.say(do="ready")
        answer = await socket.say(do="move", n=1, move="W1")
        assert (answer["is"], answer["n"], answer["view"]["rows"]) == ("accepted", 1, 1)
        assert await sync_to_async(Move.objects.filter(n=1, move="W1").count)() == 1


async def test_a_refusal_names_code_rule_and_reason_and_brings_the_present_view(table: AtTable, cookie: str) -> None:
    async with connected(table.key, cookie) as socket:
        await socket.take()
        dealt = await socket.say(do="ready")
        answer = await socket.say(do="move", n=1, move="W2F1")
        assert (answer["is"], answer["error"], answer["rule"]) == ("refused", "illegal-move", "pile-empty")
        assert answer["text"] == "That waste pile is empty."
        assert (answer["v"], answer["view"]) == (dealt["v"], dealt["view"])


async def test_a_second_tab_sees_each_move_of_the_first(table: AtTable, cookie: str) -> None:
    async with connected(table.key, cookie) as one, connected(table.key, cookie) as two:
        await one.take()
        await two.take()
        dealt = await one.say(do="ready")
        assert (await two.take())["view"] == dealt["view"]
        moved = await one.say(do="move", n=1, move="W1")
        seen = await two.take()
        assert (seen["is"], seen["v"], seen["view"]) == ("view", moved["v"], moved["view"])
        assert await one.is_silent(), "the mover has its answer and needs no announcement"


async def test_two_tabs_that_play_the_same_number_make_one_move(table: AtTable, cookie: str) -> None:
    async with connected(table.key, cookie) as one, connected(table.key, cookie) as two:
        await one.take()
        await two.take()
        await one.say(do="ready")
        await two.take()
        await asyncio.gather(one.send(do="move", n=1, move="W1"), two.send(do="move", n=1, move="W2"))
        frames = [await one.take(), await two.take()]
        assert sorted(frame["is"] for frame in frames if frame["is"] != "view") in (
            ["accepted", "refused"],
            ["accepted"],
            ["refused"],
        )
        assert await sync_to_async(Move.objects.count)() == 1


async def test_the_table_stays_right_for_a_player_who_became_a_member_meanwhile(guest: Player) -> None:
    table = await sync_to_async(AtTable.solo)(guest)
    async with connected(table.key, await sync_to_async(cookie_of)(guest)) as socket:
        await socket.take()
        await socket.say(do="ready")
        guest.join("greta", "", table.now)
        guest.set_password("correct horse")
        await guest.asave()
        assert (await socket.say(do="move", n=1, move="W1"))["is"] == "accepted"


@pytest.mark.parametrize("who", ["nobody", "stranger", "guest"])
async def test_a_table_of_somebody_else_looks_like_no_table(
    table: AtTable, who: str, bob: Player, guest: Player
) -> None:
    cookie = {"nobody": None, "stranger": cookie_of, "guest": cookie_of}[who]
    other = {"stranger": bob, "guest": guest}.get(who)
    sent = await sync_to_async(cookie)(other) if cookie and other else None
    frames = []
    for key in (table.key, "no-such-table"):
        async with connected(key, sent) as socket:
            frames.append(await socket.take_raw())
            assert await socket.closing_code() == 4404
    assert frames[0] == frames[1]
    assert '"no-such-table"' in frames[0]


async def test_another_site_cannot_open_a_socket(table: AtTable, cookie: str) -> None:
    communicator = WebsocketCommunicator(
        application,
        f"/table/{table.key}/socket",
        headers=[(b"origin", b"https://evil.example"), (b"host", b"localhost:8000"), (b"cookie", cookie.encode())],
    )
    accepted, _ = await communicator.connect(timeout=5)
    assert not accepted


@pytest.mark.parametrize("address", ["/", "/nowhere", "/table/", "/table/a/b/socket", "/day/socket/"])
async def test_at_an_address_of_no_socket_none_is_opened_and_nothing_breaks(address: str) -> None:
    headers = [(b"origin", b"http://localhost:8000"), (b"host", b"localhost:8000")]
    communicator = WebsocketCommunicator(application, address, headers=headers)
    accepted, _ = await communicator.connect(timeout=5)
    assert not accepted
    await communicator.wait(timeout=5)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "unreadable"),
        ("{", "unreadable"),
        ("[]", "unreadable"),
        ("17", "unreadable"),
        ('{"do": NaN}', "unreadable"),
        ("[" * 4000, "unreadable"),
        ("{}", "unknown-message"),
        ('{"do": ["move"]}', "unknown-message"),
        ('{"do": "shuffle"}', "unknown-message"),
        ('{"do": "look", "seat": 2}', "unknown-field"),
        ('{"do": "move", "move": "W1"}', "missing-field"),
        ('{"do": "move", "n": 1}', "missing-field"),
        ('{"do": "move", "n": true, "move": "W1"}', "bad-field"),
        ('{"do": "move", "n": 0, "move": "W1"}', "bad-field"),
        ('{"do": "move", "n": 1e99, "move": "W1"}', "bad-field"),
        ('{"do": "move", "n": 99999999999999999999999, "move": "W1"}', "bad-field"),
        ('{"do": "move", "n": 1, "move": "WWWWW"}', "bad-field"),
        ('{"do": "move", "n": 1, "move": null}', "bad-field"),
        ('{"do": "take back", "n": 1, "practice": "yes"}', "bad-field"),
        ('{"do": "ready", "contribution": "zz"}', "bad-field"),
        ('{"do": "ready", "contribution": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}', "bad-field"),
        ('{"do": "look", "pad": "' + "x" * 8200 + '"}', "too-large"),
    ],
)
async def test_a_frame_that_is_no_message_is_answered_by_what_is_wrong(
    table: AtTable, cookie: str, text: str, code: str
) -> None:
    async with connected(table.key, cookie) as socket:
        before = await socket.take()
        answer = await socket.send_raw(text)
        assert (answer["is"], answer["error"]) == ("error", code)
        assert answer["text"]
        look = await socket.say(do="look")
        assert look.pop("now") >= before["now"]
        assert look == {"is": "accepted", "do": "look", "v": before["v"], "view": before["view"]}


async def test_a_binary_frame_is_answered_by_what_is_wrong(table: AtTable, cookie: str) -> None:
    async with connected(table.key, cookie) as socket:
        await socket.take()
        assert (await socket.send_raw(binary=b"\xff\xfe"))["error"] == "unreadable"


async def test_a_flood_is_refused_then_cut_off_and_others_are_served(table: AtTable, cookie: str) -> None:
    async with connected(table.key, cookie) as flood, connected(table.key, cookie) as calm:
        await flood.take()
        await calm.take()
        for _ in range(700):
            await flood.send(do="beat")
        refused = 0
        while refused < 150:
            refused += (await flood.take()).get("error") == "too-many"
        assert (await calm.say(do="beat"))["is"] == "beat"


async def test_a_beat_is_answered_with_the_version_and_the_clock(table: AtTable, cookie: str) -> None:
    async with connected(table.key, cookie) as socket:
        view = await socket.take()
        beat = await socket.say(do="beat")
        assert (beat["is"], beat["v"]) == ("beat", view["v"])
        assert beat["now"].endswith("+00:00")
