"""Promise 4 by correspondence: what the other does in an open turn, and what cards are to come, shows nowhere."""

import dataclasses
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client

from club.asgi import application
from club.models import Notice, Player
from games import boards, calendar_feed, consumers, sweep
from games.engine.deal import Dealt, deal
from games.engine.rules import Rules
from games.models import Match, Move, Note, Seat, Turn, deals
from games.play import TurnsWish
from tests.games.conftest import NOON, Clock
from tests.games.eyes import MASKS, Eyes
from tests.games.open_turns import SCENES, Deed, Scene, Side
from tests.games.socket import ORIGIN, Frame, Socket, connected, cookie_of
from tests.games.turning import DAY, HOUR, SECOND, ByTurns

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

PAGES = [
    "/",
    "/day/",
    "/day/next/",
    "/games/",
    "/games/statistics/",
    "/correspondence/",
    "/notices/",
    "/table/KEY/",
    "/table/KEY/turns/1/",
    "/table/KEY/turns/2/",
    "/table/KEY/turns/3/",
    "/table/KEY/turns/7/",
    "/table/KEY/record.calc.json",
    "/table/KEY/note/",
    "/table/KEY/again/",
    "/calendar/TOKEN.ics",
]
PROBES = ["F1", "F2", "F3", "F4", "W1", "W1F1", "W2F3", "W4F2", "R", "x"]


@pytest.fixture(autouse=True)
def faster_than_any_person(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test's players are; and time goes on only where the test lets it."""
    monkeypatch.setattr(consumers, "MESSAGES_A_SECOND", 1_000_000)


class WideEyes(Eyes):
    """Instants too: the test holds the clock, and a deadline would tell of an open turn."""

    def see(self, text: str) -> Frame:
        shown = text.replace(self.key, "KEY")
        for pattern, blot in MASKS:
            if pattern.pattern.startswith(("[0-9a-f]", "(csrf")):
                shown = pattern.sub(blot, shown)
        self.seen.append(shown)
        frame: Frame = json.loads(text) if text.startswith("{") else {}
        return frame


@dataclasses.dataclass(frozen=True)
class World:
    """A deal, and what the other makes of it."""

    dealt: Dealt
    deed: Deed


def _worlds(scene: Scene, chance: Random) -> list[World]:
    """For each deed a deal of its own, alike in the cards that the viewer has turned."""
    dealt = deal(Rules.parse(scene.rules), chance.randbytes(32))
    # With cards left in the turn one more lies open.
    turned = scene.closed * scene.cards + min(scene.placed + 1, scene.cards)
    worlds = []
    for deed in scene.deeds:
        hidden = list(dealt.stock[turned:])
        chance.shuffle(hidden)
        stock = dealt.stock[:turned] + tuple(hidden)
        worlds.append(World(dataclasses.replace(dealt, seed=chance.randbytes(32), stock=stock), deed))
    return worlds


async def _make_players(names: tuple[str, ...]) -> list[Player]:
    """A cast of the same names in each world; whoever bore them before is renamed."""
    async for before in Player.objects.filter(name__in=names):
        before.name = before.name_folded = f"before{before.pk}"
        await before.asave()
    return [await sync_to_async(Player.objects.create_user)(name, password="correct horse") for name in names]


def _sit_down(players: list[Player], scene: Scene, viewer_s_seat: int) -> ByTurns:
    """The match with its closed turns, played alike in every world."""
    viewer, other = players
    seats = (viewer, other) if viewer_s_seat == 1 else (other, viewer)
    match = ByTurns.begun(*seats, TurnsWish(Rules.parse(scene.rules), scene.cards, spare_days=2))
    for _ in range(scene.closed):
        for seat in match.both:
            seat.hold_turn_back()
    Note.objects.create(
        seat_id=(match.one if viewer_s_seat == 1 else match.two).seat_id, text="kings on the third pile"
    )
    return match


async def _watch(
    monkeypatch: pytest.MonkeyPatch, clock: Clock, scene: Scene, world: World, seed: int
) -> tuple[list[str], object]:
    """What the viewer saw in that world, and what was true of the other."""
    boards.forget_all()
    clock.now = NOON
    monkeypatch.setattr(deals, "deal", lambda *_: world.dealt)
    players = await _make_players(("dora", "emil"))
    viewer, other = players
    chance, viewer_s_seat = Random(seed), 1 + seed % 2
    match = await sync_to_async(_sit_down)(players, scene, viewer_s_seat)
    eyes = WideEyes(match.key)
    cookies = [await sync_to_async(cookie_of)(player) for player in players]
    feed = await sync_to_async(calendar_feed.renew)(viewer, clock.now)
    async with AsyncExitStack() as open_sockets:
        # The page that lists the day is open beside the table, on another device.
        day = await open_sockets.enter_async_context(_day_socket(cookies[0]))
        await _see_day(eyes, day)
        mine, theirs = [
            Side(await open_sockets.enter_async_context(connected(match.key, cookie)), seen)
            for cookie, seen in zip(cookies, (eyes, None), strict=True)
        ]
        for side in (mine, theirs):
            await side.take()
        await _is_here(viewer, clock)
        if scene.late:
            await mine.absence(5)
        halves = (scene.placed // 2, scene.placed - scene.placed // 2)
        await _play(mine, halves[0], chance)
        await mine.beat()
        await _see_day(eyes, day)
        await world.deed(theirs, Random(seed + 1))
        await theirs.beat()
        await _see_day(eyes, day)
        await _probe(mine, chance)
        await _play(mine, halves[1], chance)
        if scene.viewer_ends:
            await mine.end_turn()
        for _ in range(2 if scene.late else 0):
            clock.now += DAY + 3 * SECOND
            await _is_here(viewer, clock)
            await sweep.sweep(clock.now)
            await mine.beat()
        clock.now += HOUR
        await _is_here(viewer, clock)
        await _probe(mine, chance)
        await _open_pages(eyes, cookies[0], match.key, feed.token)
        await mine.beat()
        await mine.say(do="look")
        await _see_day(eyes, day)
        truth = await sync_to_async(_truth)(other)
        told = (
            Notice.objects.filter(player=viewer)
            .order_by("pk")
            .values_list("kind", "cause", "way", "wanted_at", "outcome")
        )
        async for row in told:
            eyes.see(str(row))
    # So that the lists of the next world do not show this match.
    await Match.objects.filter(pk=match.match_id).aupdate(phase=Match.Phase.ENDED, ended_at=clock.now, deadline=None)
    return [text.replace(feed.token, "TOKEN") for text in eyes.seen], truth


async def _is_here(viewer: Player, clock: Clock) -> None:
    """Noted at once, and not with the next round of a true second: what one looks at is not told by a notice."""
    await Seat.objects.filter(player=viewer).aupdate(heard_at=clock.now)


def _truth(other: Player) -> object:
    seat = Seat.objects.get(player=other)
    moves = list(Move.objects.filter(seat=seat).values_list("move", flat=True))
    turns = list(Turn.objects.filter(seat=seat).values_list("number", "ended_at"))
    return moves, turns, seat.turn_deadline, seat.spare_days_left, seat.absence_days, seat.stopped_at


@asynccontextmanager
async def _day_socket(cookie: str) -> AsyncIterator[Socket]:
    headers = [ORIGIN, (b"host", b"localhost:8000"), (b"accept-language", b"en"), (b"cookie", cookie.encode())]
    communicator = WebsocketCommunicator(application, "/day/socket", headers=headers)
    accepted, _ = await communicator.connect(timeout=5)
    assert accepted
    try:
        yield Socket(communicator)
    finally:
        await communicator.disconnect()


async def _see_day(eyes: Eyes, day: Socket) -> None:
    """What the day's socket shows by now, if that is new. How many looks it took to get there is the true clock's."""
    shown: object = None
    await day.send(do="look")
    await day.send(do="beat")
    while (frame := await day.take())["is"] != "beat":
        shown = frame.get("view", shown)
    eyes.see(f"the day: {shown}")


async def _play(side: Side, cards: int, chance: Random) -> None:
    for _ in range(cards):
        placing = [move for move in side.view["legal"] if "W" not in move[2:] and len(move) == 2]
        await side.move(chance.choice(placing))


async def _probe(side: Side, chance: Random) -> None:
    """Much that is refused, or harmless; nothing that plays on."""
    n, turn = side.view["rows"] + 1, side.turn
    for text in chance.sample([probe for probe in PROBES if probe not in side.view["legal"]], 4):
        await side.say(do="move", n=n, move=text, turn=turn)
    for message in (
        {"do": "move", "n": n, "move": "W1", "turn": turn + 1},
        {"do": "move", "n": n, "move": "W1"},
        {"do": "end turn", "turn": turn + 1},
        {"do": "end turn", "turn": max(1, turn - 1)},
        {"do": "absence", "days": 5} if side.view["turns"]["absence_days"] else {"do": "claim"},
        {"do": "claim"},
        {"do": "rematch"},
        {"do": "ready"},
        {"do": "beat"},
        {"do": "look"},
    ):
        await side.say(**message)
    if side.view["take_back"] == "no":
        await side.say(do="take back", n=n, turn=turn)
    if not side.view["turns"]["may_end"] and side.view["turns"]["state"] == "playing":
        await side.say(do="end turn", turn=turn)


async def _open_pages(eyes: Eyes, cookie: str, key: str, token: str) -> None:
    client = Client(headers={"cookie": cookie, "host": "localhost"})
    for address in PAGES:
        answer = await sync_to_async(client.get)(address.replace("KEY", key).replace("TOKEN", token))
        eyes.see_page(address, answer)


@pytest.mark.parametrize(("seed", "named"), list(enumerate(SCENES)))
async def test_nothing_shown_depends_on_the_other_s_open_turn_or_on_cards_to_come(
    monkeypatch: pytest.MonkeyPatch, clock: Clock, seed: int, named: str
) -> None:
    scene = SCENES[named]
    worlds = _worlds(scene, Random(seed))
    seen, truths = [], []
    for world in worlds:
        transcript, truth = await _watch(monkeypatch, clock, scene, world, seed)
        seen.append(transcript)
        truths.append(truth)
    assert all(truths.count(truth) == 1 for truth in truths), "the worlds differ in what the other does"
    for deed, transcript in zip(scene.deeds, seen, strict=True):
        differ = [pair for pair in zip(seen[0], transcript, strict=False) if pair[0] != pair[1]]
        assert (differ, len(transcript)) == ([], len(seen[0])), f"the other {deed.__name__}"
