"""The end of a game that cannot be lost any more: one press finishes it."""

import asyncio
import threading

from playwright.sync_api import Page, expect

from games.engine.board import Board
from games.engine.deal import deal, numbered_seed
from games.engine.move import Move
from games.engine.result import Outcome
from games.engine.rules import Layout, Rules
from tests.browser.at_table import AtTable
from tests.protocol_client import Table, Visitor
from tests.served import ServedClub

RULES = Rules(Layout.CLASSIC, 6, 2)


def _line_to_the_finish() -> tuple[int, list[str]]:
    """A numbered deal, and moves after which the rest of it wins in any order."""
    for number in range(1, 500):
        board = Board(deal(RULES, numbered_seed(number)))
        while board.outcome is Outcome.PLAYING:
            if len(board.finish()) > 3:
                return number, [str(move) for move in board.moves]
            board.play(_simple_choice(board))
    raise AssertionError("the simple player wins none of these deals")


def _simple_choice(board: Board) -> Move:
    moves = board.legal_moves()
    for move in moves:
        if not move.places or move.foundation:
            return move
    return min(moves, key=lambda move: len(board.waste[move.pile - 1]))


def test_one_press_finishes_where_the_rest_wins_in_any_order(page: Page, club: ServedClub) -> None:
    number, line = _line_to_the_finish()
    table = AtTable(page)
    page.goto(f"/deal/{RULES}/{number}/")
    page.get_by_role("button", name="Play this deal").click()
    table.wait_for("running")
    cookies = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}
    _play_elsewhere(club, page.url.split("/")[-2], cookies, line)
    expect(table.table).to_have_attribute("data-rows", str(len(line)))
    page.locator("[data-action=finish]").click()
    table.wait_for("ended")
    expect(page.locator("[data-ended-word]")).to_have_text("Won!")
    expect(page.locator("[data-ended-figures]")).to_contain_text("52 cards on the foundations")


def _play_elsewhere(club: ServedClub, key: str, cookies: dict[str, str], line: list[str]) -> None:
    """The same seat in another window: a thread, since the browser's own loop runs in this one."""

    async def play() -> None:
        async with Visitor(club.url) as visitor:
            visitor.http.cookies.update(cookies)
            seat = Table(visitor, key)
            await seat.connect()
            for move in line:
                await seat.play(move)
            await seat.close()

    player = threading.Thread(target=asyncio.run, args=(play(),))
    player.start()
    player.join(60)
