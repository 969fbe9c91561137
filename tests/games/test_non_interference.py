"""Promise 4: games that differ only in cards not yet turned show the same bytes, on sockets and on pages."""

import dataclasses
from collections.abc import Callable
from functools import partial
from random import Random

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.utils import timezone

from club.models import Player
from games import boards, consumers, play
from games.engine.deal import Dealt, deal
from games.engine.rules import Rules
from games.models import Match, deals
from games.play import SoloWish
from games.writer import writer
from tests.games.eyes import Eyes
from tests.games.socket import Frame, connected, cookie_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

PAGES = [
    "/",
    "/table/KEY/",
    "/table/KEY/record.calc.json",
    "/table/KEY/summary/",
    "/table/KEY/better/",
    "/table/KEY/hint.json",
    "/table/KEY/again/",
    "/games/",
    "/games/statistics/",
    "/daily/",
    "/daily/calendar/",
]
PROBES = [f"F{i}" for i in range(1, 5)] + [f"W{p}F{f}" for p in range(1, 5) for f in range(1, 5)] + ["R", "W9", "x"]


class World:
    """A club in which the cards from some place of the stock on lie in another order."""

    def __init__(self, hidden_from: int, shuffled: bool) -> None:
        self.hidden_from = hidden_from
        self.shuffled = shuffled

    def deal(self, rules: Rules, seed: bytes) -> Dealt:
        dealt = deal(rules, bytes(32))
        if not self.shuffled:
            return dealt
        hidden = list(dealt.stock[self.hidden_from :])
        Random(7).shuffle(hidden)
        # Another seed means another redeal as well.
        return dataclasses.replace(dealt, seed=bytes(31) + b"1", stock=dealt.stock[: self.hidden_from] + tuple(hidden))


async def _watch_a_game(player: Player, match: Match, cards: int) -> list[str]:
    """Play until so many cards of the stock were placed, trying much that is refused, and open every page."""
    boards.forget_all()
    eyes = Eyes(match.key)
    chance = Random(1)
    cookie = await sync_to_async(cookie_of)(player)
    async with connected(match.key, cookie) as socket:

        async def say(**message: object) -> Frame:
            await socket.send(**message)
            return eyes.see(await socket.take_raw())

        eyes.see(await socket.take_raw())
        view = (await say(do="ready", contribution="ab" * 16))["view"]
        last = view["board"]["stock_left"] - cards
        while view["board"]["stock_left"] > last:
            n = view["rows"] + 1
            for probe in chance.sample([probe for probe in PROBES if probe not in view["legal"]], 3):
                await say(do="move", n=n, move=probe)
            if view["take_back"] != "free":
                await say(do="take back", n=n)
            view = (await say(do="move", n=n, move=chance.choice(view["legal"])))["view"]
            await say(do="beat")
    client = Client(headers={"cookie": cookie, "host": "localhost"})
    for address in PAGES:
        answer = await sync_to_async(client.get)(address.replace("KEY", match.key))
        eyes.see_page(address, answer)
    return eyes.seen


def _open_random(player: Player) -> Match:
    return play.open_solo(player, SoloWish(Rules.parse("classic-4-0")), timezone.now())


def _open_redeals(player: Player) -> Match:
    return play.open_solo(player, SoloWish(Rules.parse("classic-5-2")), timezone.now())


def _open_daily(player: Player) -> Match:
    now = timezone.now()
    return play.open_day(player, now.date(), now)


@pytest.mark.parametrize(
    ("opened", "cards"),
    # The whole stock only where a redeal is still to come: else the game is over, and its deal is laid open.
    [(opened, cards) for opened in (_open_random, _open_redeals, _open_daily) for cards in (0, 1, 9, 23, 38, 46)]
    + [(_open_redeals, 48)],
)
async def test_nothing_shown_depends_on_cards_not_yet_turned(
    monkeypatch: pytest.MonkeyPatch, alice: Player, bob: Player, opened: Callable[[Player], Match], cards: int
) -> None:
    # The test's player is faster than any person.
    monkeypatch.setattr(consumers, "MESSAGES_A_SECOND", 1_000_000)
    transcripts = []
    for player, shuffled in ((alice, False), (bob, True)):
        player.name = "dora"
        await sync_to_async(Player.objects.filter(name="dora").update)(name="elsewhere")
        await player.asave()
        # So many are placed and one more lies open: those after it are hidden.
        monkeypatch.setattr(deals, "deal", World(cards + 1, shuffled).deal)
        match = await writer.ask(partial(opened, player))
        transcripts.append(await _watch_a_game(player, match, cards))
    one, other = transcripts
    assert one == other
    assert len(one) > len(PAGES)
