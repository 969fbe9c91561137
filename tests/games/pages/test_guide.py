"""The first game with its guide: one deal for everybody, one hint for each board, to the end."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.test import Client

from club.models import Player
from games import guide
from games.deals import GUIDED_NUMBER, GUIDED_RULES
from games.engine.board import Board
from games.engine.deal import deal, numbered_seed
from games.guide import Lesson
from games.models import Match, Seat
from tests.games.table import AtTable

pytestmark = pytest.mark.django_db(transaction=True)

At = Callable[[Player | None], Client]


def first_board() -> Board:
    return Board(deal(GUIDED_RULES, numbered_seed(GUIDED_NUMBER)))


def sit_down(browser: Client, player: Player) -> AtTable:
    browser.post("/learn/")
    table = AtTable(player, Match.objects.get())
    table.ready()
    return table


def hint(browser: Client, table: AtTable, rows: int) -> dict[str, Any]:
    said: dict[str, Any] = browser.get(f"/table/{table.key}/guide.json", {"n": rows}).json()
    return said


def test_whoever_does_as_the_guide_says_learns_something_new_five_times_at_once_and_wins() -> None:
    board, lessons = first_board(), []
    while advice := guide.advise(board):
        lessons.append(advice.lesson)
        board.play(advice.move)
    assert board.foundation_cards == 52
    assert len(set(lessons[:5])) == 5


@pytest.mark.parametrize("seed", range(8))
def test_whoever_does_otherwise_is_guided_on_to_an_end(seed: int) -> None:
    board, chance = first_board(), Random(seed)
    while advice := guide.advise(board):
        board.play(chance.choice(board.legal_moves()) if chance.random() < 0.3 else advice.move)
    assert board.legal_moves() == []


def test_a_top_that_fits_goes_up_before_a_turned_card_of_the_same_rank() -> None:
    board = first_board()
    while advice := guide.advise(board):
        going_up = [move for move in board.legal_moves() if move.foundation]
        if any(move.pile for move in going_up):
            assert advice.lesson is Lesson.TOP_GOES_UP
        board.play(advice.move)


def test_the_first_game_is_practice_with_its_stock_open_and_is_gone_on_with(at: At, alice: Player) -> None:
    browser = at(alice)
    table = sit_down(browser, alice)
    view = table.look()
    assert view.practice == "guided"
    assert view.board is not None
    assert len(view.board.stock or []) == 47
    assert browser.post("/learn/")["Location"] == f"/table/{table.key}/"
    table.resign()
    assert browser.post("/learn/")["Location"] != f"/table/{table.key}/"


def test_the_page_says_so_and_no_other_table_does(at: At, alice: Player) -> None:
    browser = at(alice)
    table = sit_down(browser, alice)
    assert "data-guided" in browser.get(f"/table/{table.key}/").content.decode()
    other = browser.post("/solo/deal/", {"layout": "classic", "open_stock": "on"})["Location"]
    assert "data-guided" not in browser.get(other).content.decode()


def test_each_board_has_its_hint_in_words_and_no_other_board_any(at: At, alice: Player, bob: Player) -> None:
    browser = at(alice)
    table = sit_down(browser, alice)
    first = hint(browser, table, 0)
    assert first["do"].startswith("Tap pile ")
    assert "empty one" in first["why"]
    table.move(first["move"])
    assert hint(browser, table, 1)["n"] == 1
    address = f"/table/{table.key}/guide.json"
    assert browser.get(address, {"n": 0}).status_code == 404
    assert browser.get(address, {"n": "x"}).status_code == 400
    assert at(bob).get(address, {"n": 1}).status_code == 404


def test_a_game_that_is_not_guided_has_no_guide(at: At, alice: Player) -> None:
    table = AtTable.solo(alice)
    table.ready()
    assert at(alice).get(f"/table/{table.key}/guide.json", {"n": 0}).status_code == 404
    assert Seat.objects.get().practice == ""
