"""Promise 4 in races: what reaches a racer, a watcher and a stranger depends on nothing that they may not know."""

import dataclasses
import datetime as dt
from contextlib import AsyncExitStack
from functools import partial
from random import Random

import orjson
import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.utils import timezone

from club.models import Player
from games import boards, clocks, consumers, play
from games.engine.board import Board
from games.engine.deal import Dealt, deal
from games.engine.move import Move
from games.engine.rules import Rules
from games.models import Match, deals
from games.play import RaceWish
from games.writer import writer
from tests.games.eyes import Eyes
from tests.games.socket import Socket, connected, cookie_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

PAGES = ["/", "/race/", "/table/KEY/", "/table/KEY/record.calc.json", "/games/", "/games/statistics/"]
PROBES = ["F1", "F2", "F3", "F4", "W1F1", "W2F3", "W4F2", "R", "W9", "x"]


@dataclasses.dataclass(frozen=True)
class Script:
    """What both players do in one world. The racer's moves are the same in both, and of the opponent's their kinds."""

    stock: Dealt
    racer: list[str]
    opponent: list[str]


def _kind(move: Move | str) -> str:
    return "".join(letter for letter in str(move) if letter.isalpha())


def _worlds(rules: Rules, cards: int, chance: Random) -> tuple[Script, Script]:
    """Two deals that differ from the card on that the racer never turns, and two opponents who show the same line."""
    dealt = deal(rules, chance.randbytes(32))
    hidden = list(dealt.stock[cards + 1 :])
    chance.shuffle(hidden)
    other = dataclasses.replace(dealt, seed=chance.randbytes(32), stock=dealt.stock[: cards + 1] + tuple(hidden))
    racer: list[str] = []
    board = Board(dealt)
    first_stock = board.stock_left
    while first_stock - board.stock_left < cards and board.outcome == "playing":
        move = chance.choice(board.legal_moves())
        if _kind(move) == "R":
            continue
        board.play(move)
        racer.append(str(move))
    one, two = Board(dealt), Board(other)
    opponents: tuple[list[str], list[str]] = ([], [])
    while True:
        kinds = {_kind(move) for move in one.legal_moves()} & {_kind(move) for move in two.legal_moves()}
        if not kinds:
            break
        kind = chance.choice(sorted(kinds))
        tried = [each.copy() for each in (one, two)]
        for each, said in zip(tried, opponents, strict=True):
            move = chance.choice([move for move in each.legal_moves() if _kind(move) == kind])
            each.play(move)
            said.append(str(move))
        # Up to the move before either board comes to rest: being stopped is seen.
        if any(each.outcome != "playing" for each in tried):
            for said in opponents:
                said.pop()
            break
        one, two = tried
    return Script(dealt, racer, opponents[0]), Script(other, racer, opponents[1])


async def _make_players(names: tuple[str, ...]) -> list[Player]:
    """A cast of the same names in each world; whoever bore them before is renamed."""
    async for before in Player.objects.filter(name__in=names):
        before.name = before.name_folded = f"before{before.pk}"
        await before.asave()
    made = []
    for name in names:
        player = await sync_to_async(Player.objects.create_user)(name, password="correct horse")
        made.append(player)
    return made


async def _take(eyes: Eyes, socket: Socket) -> None:
    eyes.see(await socket.take_raw())


async def _watch_a_race(
    monkeypatch: pytest.MonkeyPatch, rules: Rules, script: Script, chance: Random, racer_s_seat: int
) -> list[str]:
    """Let both play their parts, mixed by chance; what racer, watcher and stranger saw."""
    boards.forget_all()
    monkeypatch.setattr(deals, "deal", lambda *_: script.stock)
    racer, opponent, watcher = await _make_players(("dora", "emil", "watcher"))
    wish = RaceWish(rules, 10)
    seats = (racer, opponent) if racer_s_seat == 1 else (opponent, racer)
    match: Match = await writer.ask(partial(play.open_race, seats, wish, timezone.now()))
    eyes = Eyes(match.key)
    cookies = [await sync_to_async(cookie_of)(player) for player in (racer, opponent, watcher)]
    async with AsyncExitStack() as open_sockets:
        mine, theirs, watching = [
            await open_sockets.enter_async_context(connected(match.key, cookie)) for cookie in cookies
        ]
        # One after the other, since how versions rise at the start depends on what falls together.
        for socket in (mine, theirs, watching):
            await socket.take()
        for seat, contribution in ((mine, "ab"), (theirs, "cd")):
            await seat.send(do="ready", contribution=contribution * 16)
            while (await seat.take())["is"] != "accepted":
                pass
        for socket in (mine, watching, theirs):
            begun = await _until_it_runs(socket)
            if socket is not theirs:
                eyes.see(begun)
        todo = {"racer": list(script.racer), "opponent": list(script.opponent)}
        done = {"racer": 0, "opponent": 0}
        while any(todo.values()):
            who = chance.choice([name for name, left in todo.items() if left])
            done[who] += 1
            if who == "racer":
                await mine.send(do="move", n=done[who] + 1, move=chance.choice(PROBES))
                await _take(eyes, mine)
                await mine.send(do="claim")
                await _take(eyes, mine)
            seat = mine if who == "racer" else theirs
            await seat.send(do="move", n=done[who], move=todo[who].pop(0))
            for socket in (mine, watching):
                await _take(eyes, socket)
            await theirs.take()
        for socket in (mine, watching):
            await socket.send(do="beat")
            await _take(eyes, socket)
        await _open_pages(eyes, match.key, [cookies[0], cookies[2], None])
        # So that the lobby of the other world does not show this race.
        await theirs.say(do="resign")
    return eyes.seen


async def _until_it_runs(socket: Socket) -> str:
    """The first frame with cards. How many come before it depends on who is looked at first, and none holds a card."""
    while True:
        text = await socket.take_raw()
        if orjson.loads(text)["view"]["phase"] == "running":
            return text


async def _open_pages(eyes: Eyes, key: str, cookies: list[str | None]) -> None:
    for cookie in cookies:
        client = Client(headers={"cookie": cookie or "", "host": "localhost"})
        for address in PAGES:
            answer = await sync_to_async(client.get)(address.replace("KEY", key))
            eyes.see_page(address, answer)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("written_rules", "cards"), [("classic-4-0", 12), ("classic-4-2", 40), ("giant-8-1", 30)])
async def test_nothing_shown_depends_on_the_other_s_placements_or_on_cards_to_come(
    monkeypatch: pytest.MonkeyPatch, written_rules: str, cards: int, seed: int
) -> None:
    # The test's players are faster than any person, and wait for no countdown.
    monkeypatch.setattr(consumers, "MESSAGES_A_SECOND", 1_000_000)
    monkeypatch.setattr(clocks, "COUNTDOWN", dt.timedelta(0))
    rules = Rules.parse(written_rules)
    scripts = _worlds(rules, cards, Random(seed))
    one, other = [await _watch_a_race(monkeypatch, rules, script, Random(seed), 1 + seed % 2) for script in scripts]
    assert scripts[0].opponent != scripts[1].opponent
    assert one == other
