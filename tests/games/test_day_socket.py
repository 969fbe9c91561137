"""The socket beside every page: the number that waits and the news, right on all of a member's devices."""

import datetime as dt
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator

from club import notices
from club.asgi import application
from club.models import How, Kind, Notice, Player, Way
from games import announce, day_hint, day_socket, tables
from games.consumers import FLOODING
from games.day_socket import NO_DAY
from games.messages import Resign
from games.models import Match, Seat
from games.writer import writer
from tests.games.conftest import NOON, Clock
from tests.games.socket import ORIGIN, Frame, Socket, cookie_of
from tests.games.told import DAY, HOUR, agreed, end_turn, looks_at, resign

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio, pytest.mark.usefixtures("clock")]

type View = dict[str, Any]


@pytest.fixture
def quick_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(day_socket, "EVERY_SECONDS", 0.01)


class Page(Socket):
    """An open page: reads views until one is as wanted."""

    number = 0

    async def until(self, wanted: Callable[[View], object]) -> View:
        while True:
            frame = await self.take()
            if frame["is"] != "day":
                continue
            self.number = frame["v"]
            if wanted(frame["view"]):
                view: View = frame["view"]
                return view

    async def has_shown(self) -> None:
        """Somebody looked at the page."""
        await self.send(do="seen", n=self.number)

    async def take_kind(self, kind: str) -> Frame:
        while (frame := await self.take())["is"] != kind:
            pass
        return frame

    async def closing_code_after_all(self) -> int:
        while (event := await self._communicator.receive_output(timeout=5))["type"] != "websocket.close":
            pass
        code: int = event["code"]
        return code


@asynccontextmanager
async def page_of(player: Player | None, language: bytes = b"en") -> AsyncIterator[Page]:
    headers = [ORIGIN, (b"host", b"localhost:8000"), (b"accept-language", language)]
    if player is not None:
        headers.append((b"cookie", (await sync_to_async(cookie_of)(player)).encode()))
    communicator = WebsocketCommunicator(application, "/day/socket", headers=headers)
    accepted, _ = await communicator.connect(timeout=5)
    assert accepted
    try:
        yield Page(communicator)
    finally:
        await communicator.disconnect()


async def begin(one: Player, two: Player) -> Match:
    return await writer.ask(lambda: agreed(one, two, NOON))


async def end(match: Match, player: Player, now: dt.datetime = NOON) -> None:
    await writer.ask(lambda: end_turn(match, player, now))


async def outcome_of(player: Player, kind: Kind) -> str:
    """What became of what the page was to show."""
    notice = await Notice.objects.aget(player=player, kind=kind, way=Way.PAGE)
    return notice.outcome


async def test_a_page_is_told_how_many_turns_wait_and_which_is_next(alice: Player, bob: Player) -> None:
    first = await begin(alice, bob)
    await begin(alice, bob)
    async with page_of(alice) as page:
        view = await page.until(lambda view: True)
        assert (view["waiting"], view["next"]) == (2, f"/table/{first.key}/")


async def test_nothing_waits_for_somebody_without_matches(alice: Player) -> None:
    async with page_of(alice) as page:
        assert await page.until(lambda view: True) == {"waiting": 0, "next": None, "news": []}


async def test_a_turn_ended_on_one_device_is_counted_off_on_all(alice: Player, bob: Player) -> None:
    match = await begin(alice, bob)
    async with page_of(alice) as phone, page_of(alice) as desk:
        for page in (phone, desk):
            await page.until(lambda view: view["waiting"] == 1)
        await end(match, alice)
        await day_hint.tell([alice.pk])
        for page in (phone, desk):
            view = await page.until(lambda view: view["waiting"] == 0)
            assert view["next"] is None


@pytest.mark.usefixtures("quick_rounds")
async def test_a_lost_announcement_is_made_up_for_by_the_round(alice: Player, bob: Player) -> None:
    match = await begin(alice, bob)
    async with page_of(alice) as page:
        await page.until(lambda view: view["waiting"] == 1)
        await end(match, alice)
        await page.until(lambda view: view["waiting"] == 0)


async def test_a_page_that_comes_back_asks_and_is_answered(alice: Player, bob: Player) -> None:
    match = await begin(alice, bob)
    async with page_of(alice) as page:
        await page.until(lambda view: view["waiting"] == 1)
        await end(match, alice)
        await page.send(do="look")
        assert (await page.take_kind("accepted"))["do"] == "look"
        await page.until(lambda view: view["waiting"] == 0)


async def test_nothing_is_sent_about_the_others_turn(alice: Player, bob: Player) -> None:
    match = await begin(alice, bob)
    async with page_of(alice) as page:
        await page.until(lambda view: True)
        await end(match, bob)
        await day_hint.tell([alice.pk, bob.pk])
        assert await page.is_silent()


async def test_news_are_a_line_with_a_link(alice: Player, bob: Player) -> None:
    match = await begin(alice, bob)
    async with page_of(alice) as page:
        (news,) = (await page.until(lambda view: view["news"]))["news"]
        assert news == {
            "kind": "your_turn",
            "text": "Your turn 1 against bob",
            "url": f"/table/{match.key}/",
        }


async def test_news_that_one_page_has_shown_go_from_all_others_and_come_no_more(alice: Player, bob: Player) -> None:
    await begin(alice, bob)
    async with page_of(alice) as phone, page_of(alice) as desk:
        for page in (phone, desk):
            await page.until(lambda view: view["news"])
        await phone.has_shown()
        for page in (phone, desk):
            await page.until(lambda view: not view["news"])
    assert await outcome_of(alice, Kind.YOUR_TURN) == "sent"
    async with page_of(alice) as later:
        view = await later.until(lambda view: True)
        assert (view["waiting"], view["news"]) == (1, [])


async def test_news_that_nobody_looked_at_wait_for_the_next_page(alice: Player, bob: Player) -> None:
    await begin(alice, bob)
    for _ in range(2):
        async with page_of(alice) as page:
            await page.until(lambda view: view["news"])
    assert await outcome_of(alice, Kind.YOUR_TURN) == ""


async def test_having_shown_an_older_view_says_nothing_of_newer_news(alice: Player, bob: Player) -> None:
    await begin(alice, bob)
    async with page_of(alice) as page:
        await page.until(lambda view: len(view["news"]) == 1)
        await begin(alice, bob)
        await day_hint.tell([alice.pk])
        await page.until(lambda view: len(view["news"]) == 2)
        assert (await page.say(do="seen", n=page.number - 1))["is"] == "accepted"
        assert await page.is_silent()
        await page.has_shown()
        await page.until(lambda view: not view["news"])


async def test_news_of_a_turn_that_was_played_meanwhile_are_never_shown(alice: Player, bob: Player) -> None:
    match = await begin(alice, bob)
    await end(match, alice)
    async with page_of(alice) as page:
        assert (await page.until(lambda view: True))["news"] == []
    assert await outcome_of(alice, Kind.YOUR_TURN) == "dropped"


async def test_nothing_about_a_match_to_somebody_who_looks_at_that_match(alice: Player, bob: Player) -> None:
    looked_at = await begin(alice, bob)
    other = await begin(alice, bob)
    await sync_to_async(looks_at)(looked_at, alice, NOON)
    async with page_of(alice) as page:
        (news,) = (await page.until(lambda view: view["news"]))["news"]
        assert news["url"] == f"/table/{other.key}/"


async def test_what_is_switched_off_on_the_page_is_not_shown(alice: Player, bob: Player) -> None:
    await begin(alice, bob)
    await sync_to_async(notices.choose)(alice, {(Kind.YOUR_TURN, Way.PAGE): How.OFF})
    async with page_of(alice) as page:
        view = await page.until(lambda view: True)
        assert (view["waiting"], view["news"]) == (1, [])
    assert await outcome_of(alice, Kind.YOUR_TURN) == "off"


@pytest.mark.usefixtures("quick_rounds")
async def test_a_reminder_comes_when_its_time_has_come(alice: Player, bob: Player, clock: Clock) -> None:
    await begin(alice, bob)
    async with page_of(alice) as page:
        await page.until(lambda view: view["news"])
        await page.has_shown()
        await page.until(lambda view: not view["news"])
        clock.now = NOON + 20 * HOUR
        (news,) = (await page.until(lambda view: view["news"]))["news"]
        assert news["kind"] == "turn_ends"


@pytest.mark.usefixtures("quick_rounds")
async def test_a_reminder_whose_deadline_has_moved_comes_later(alice: Player, bob: Player, clock: Clock) -> None:
    match = await begin(alice, bob)
    await Seat.objects.filter(match=match, player=alice).aupdate(turn_deadline=NOON + 4 * DAY)
    async with page_of(alice) as page:
        await page.until(lambda view: view["news"])
        await page.has_shown()
        clock.now = NOON + 20 * HOUR
        await page.until(lambda view: not view["news"])
        clock.now = NOON + 80 * HOUR
        (news,) = (await page.until(lambda view: view["news"]))["news"]
        assert news["kind"] == "turn_ends"


async def test_the_end_of_a_match_is_news_to_the_other(alice: Player, bob: Player) -> None:
    match = await begin(alice, bob)
    async with page_of(alice) as page:
        await page.until(lambda view: view["waiting"] == 1)
        await writer.ask(lambda: resign(match, bob, NOON))
        await day_hint.tell([alice.pk, bob.pk])
        (news,) = (await page.until(lambda view: view["waiting"] == 0))["news"]
        assert (news["kind"], news["text"]) == ("match_over", "Your match against bob is over")


async def test_what_happens_at_the_table_is_announced_to_the_pages_of_both(alice: Player, bob: Player) -> None:
    match = await begin(alice, bob)
    async with page_of(alice) as page, page_of(bob) as other:
        for one in (page, other):
            await one.until(lambda view: view["waiting"] == 1)
        at = await writer.ask(lambda: tables.place_of(match.key, bob.pk))
        assert at is not None
        answer = await writer.ask(lambda: tables.say(at, Resign(), NOON))
        await announce.tell(answer.told)
        for one in (page, other):
            await one.until(lambda view: view["waiting"] == 0)


async def test_each_member_is_shown_their_own_day(alice: Player, bob: Player, charlie: Player) -> None:
    await begin(alice, bob)
    async with page_of(charlie) as outsider, page_of(bob) as other:
        assert await outsider.until(lambda view: True) == {"waiting": 0, "next": None, "news": []}
        (news,) = (await other.until(lambda view: True))["news"]
        assert news["text"] == "Your turn 1 against alice"


@pytest.mark.parametrize("who", ["guest", "stranger"])
async def test_who_is_no_member_is_told_so_and_shut_out(who: str, guest: Player) -> None:
    async with page_of(guest if who == "guest" else None) as page:
        assert (await page.take())["error"] == "no-day"
        assert await page.closing_code() == NO_DAY


@pytest.mark.parametrize(
    ("said", "error"),
    [
        ("nonsense", "unreadable"),
        ("[]", "unreadable"),
        ('{"do":"dance"}', "unknown-message"),
        ('{"do":"resign"}', "unknown-message"),
        ('{"do":"seen"}', "missing-field"),
        ('{"do":"seen","n":"1"}', "bad-field"),
        ('{"do":"beat","n":1}', "unknown-field"),
        ('{"do":"beat","x":"' + "x" * 9000 + '"}', "too-large"),
    ],
)
async def test_what_cannot_be_read_is_told_so_and_changes_nothing(alice: Player, said: str, error: str) -> None:
    async with page_of(alice) as page:
        await page.until(lambda view: True)
        answer = await page.send_raw(said)
        assert (answer["is"], answer["error"]) == ("error", error)
        assert answer["text"]


async def test_a_beat_is_answered(alice: Player) -> None:
    async with page_of(alice) as page:
        await page.until(lambda view: True)
        assert (await page.say(do="beat"))["is"] == "beat"


async def test_whoever_goes_on_flooding_is_shut_out_and_others_are_served(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    # So few that a slow machine does not earn a new allowance in between.
    monkeypatch.setattr(day_socket, "PATIENCE", 20)
    async with page_of(alice) as flood, page_of(bob) as calm:
        await calm.until(lambda view: True)
        for _ in range(700):
            await flood.send(do="beat")
        assert await flood.closing_code_after_all() == FLOODING
        assert (await calm.say(do="beat"))["is"] == "beat"
