"""The summary's page: what it shows to whom, what of an open deal it does not, and where one comes to it from."""

import datetime as dt
import json
import re
from collections.abc import Callable
from html import unescape
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from club.models import Audience, Player
from games import boards, play
from games.engine.board import Board
from games.engine.record import judge
from games.engine.rules import Rules
from games.models import Deal, Match, Move, Seat, deals
from games.play import SoloWish, TurnsWish
from tests.club.browser import Page, page
from tests.games.conftest import NOON, Clock
from tests.games.eyes import Eyes
from tests.games.pages.played import ended_row, play_out
from tests.games.racing import CLASSIC
from tests.games.table import AtTable
from tests.games.talking import ended_race
from tests.games.test_non_interference import World
from tests.games.turning import ByTurns

pytestmark = pytest.mark.django_db(transaction=True)

JUDGED = dt.datetime(2026, 3, 11, 0, 0, 2, tzinfo=dt.UTC)
At = Callable[[Player | None], Client]


def summary(browser: Client, key: str) -> Page:
    answer = browser.get(f"/table/{key}/summary/")
    assert answer.status_code == 200
    return page(answer)


def shows(player: Player, audience: Audience = Audience.EVERYBODY) -> None:
    Player.objects.filter(pk=player.pk).update(shows_matches=audience)


def check_of(seen: Page) -> dict[str, Any]:
    """What the page's script checks the deal by."""
    found = re.search(r'data-check="([^"]*)"', seen.markup)
    assert found
    check: dict[str, Any] = json.loads(unescape(found[1]))
    return check


# --- what it shows ----------------------------------------------------------------------------------------------------


def test_its_player_reads_how_it_went_and_where_to_go_on(at: At, alice: Player) -> None:
    table = play_out(alice)
    seen = summary(at(alice), table.key)
    seat = Seat.objects.get()
    assert seen.headings == ["Blocked"]
    assert f"{seat.foundation_cards} of 52" in seen.text
    for link in ("replay/", "record.calc.json", ""):
        assert f"/table/{table.key}/{link}" in seen.links
    assert ("post", f"/table/{table.key}/again/") in seen.forms


def test_two_boards_lie_beside_one_another_in_every_table(at: At, alice: Player, bob: Player) -> None:
    race = ended_race(alice, bob)
    for player in (alice, bob):
        seen = summary(at(player), race.key)
        assert seen.headings == ["You won!" if player == bob else "bob won"]
        assert "bob: cards" in seen.text
        assert f"/table/{race.key}/#afterword" in seen.links


def test_others_get_no_form_and_no_talk_and_the_table_only_if_they_may(
    at: At, alice: Player, bob: Player, charlie: Player
) -> None:
    watched, private = ended_race(alice, bob), ended_race(alice, bob, watchable=False)
    for player in (alice, bob):
        shows(player)
    for race, table in ((watched, True), (private, False)):
        seen = summary(at(charlie), race.key)
        assert (f"/table/{race.key}/" in seen.links) is table
        assert f"/table/{race.key}/#afterword" not in seen.links
        assert f"/table/{race.key}/again/" not in {action for _, action in seen.forms}
        assert f"/table/{race.key}/record.calc.json" in seen.links


def test_by_correspondence_time_is_told_by_the_turn(at: At, alice: Player, bob: Player) -> None:
    turns = ByTurns.begun(alice, bob, TurnsWish(CLASSIC, turn_cards=8))
    turns.play_turn()
    turns.two.resign()
    seen = summary(at(alice), turns.key)
    assert "Time per turn" in seen.text
    assert "You won!" in seen.headings


def test_a_void_result_is_said_to_be_void(at: At, alice: Player, bob: Player) -> None:
    race = ended_race(alice, bob)
    Match.objects.update(voided_at=NOON)
    seen = summary(at(alice), race.key)
    assert seen.headings == ["The result is void"]
    assert "winner" not in seen.text


def test_practice_is_said_to_be_practice(at: At, alice: Player) -> None:
    assert "practice: a numbered deal" in summary(at(alice), play_out(alice, number=7).key).text


@pytest.mark.parametrize("rules", ["classic-4-0", "classic-8-2", "giant-5-0", "broken-4-0", "reverse-6-1"])
def test_what_the_check_rests_on_is_the_deal_and_the_game(at: At, alice: Player, rules: str) -> None:
    table = play_out(alice, rules)
    check = check_of(summary(at(alice), table.key))
    deal = Match.objects.select_related("deal").get().deal
    dealt = deal.laid_out()
    assert (check["commitment"], check["secret"]) == (deal.commitment, bytes(deal.secret).hex())
    assert (check["starters"], check["steps"]) == (list(dealt.starters), list(dealt.steps))
    (played,) = check["boards"]
    board = Board.replay(dealt, boards.replayed(Seat.objects.select_related("match__deal").get()).moves)
    assert played["moves"] == [str(move) for move in board.moves]
    assert played["turned"][: len(dealt.stock)] == list(dealt.stock)


def test_of_a_numbered_deal_the_number_is_checked_too(at: At, alice: Player) -> None:
    check = check_of(summary(at(alice), play_out(alice, number=2**63 - 1).key))
    assert (check["number"], check["contributions"]) == (str(2**63 - 1), [])


# --- an open deal -----------------------------------------------------------------------------------------------------


def a_day_s_try(player: Player, cards: int = 3) -> AtTable:
    """So many cards were placed, then it was given up, and the day goes on."""
    table = AtTable(player, play.open_day(player, NOON.date(), NOON))
    table.ready()
    for _ in range(cards):
        table.move("W1")
    table.resign()
    return table


def test_of_an_open_day_its_player_reads_no_card_they_did_not_turn(at: At, alice: Player) -> None:
    table = a_day_s_try(alice)
    seen = summary(at(alice), table.key)
    deal = Deal.objects.get()
    assert deal.commitment in seen.text
    assert bytes(deal.secret).hex() not in seen.markup
    for gone in ("data-check", "record.calc.json", "/again/", "Stock, from its top"):
        assert gone not in seen.markup
    assert "Until 24:00 UTC" in seen.text


def test_once_the_day_is_over_it_shows_all(at: At, alice: Player, charlie: Player, clock: Clock) -> None:
    table = a_day_s_try(alice)
    shows(alice)
    assert at(charlie).get(f"/table/{table.key}/summary/").status_code == 404
    clock.now = JUDGED
    for player in (alice, charlie):
        seen = summary(at(player), table.key)
        assert bytes(Deal.objects.get().secret).hex() in seen.text
        assert check_of(seen)["contributions"] == []


@pytest.mark.parametrize("cards", [0, 1, 9, 23, 38, 46])
def test_nothing_on_it_depends_on_cards_that_were_not_turned(
    *, at: At, alice: Player, bob: Player, clock: Clock, monkeypatch: pytest.MonkeyPatch, cards: int
) -> None:
    shown = []
    for player, shuffled in ((alice, False), (bob, True)):
        boards.forget_all()
        # So many are placed and one more lies open: those after it are hidden.
        monkeypatch.setattr(deals, "deal", World(cards + 1, shuffled).deal)
        Player.objects.filter(name="dora").update(name="elsewhere")
        player.name = "dora"
        player.save(update_fields=["name"])
        clock.now = NOON
        table = AtTable(player, play.open_day(player, NOON.date(), NOON))
        table.ready()
        chance = Random(3)
        while (board := table.look().board) is not None and board.stock_left > 48 - cards:
            table.now += dt.timedelta(seconds=chance.randrange(1, 9))
            table.move(chance.choice(table.look().legal))
        table.resign()
        clock.now = table.now
        eyes = Eyes(table.key)
        answer = at(player).get(f"/table/{table.key}/summary/")
        eyes.see_page("summary/", answer)
        shown += eyes.seen
    assert shown[0].startswith("summary/ 200")
    assert shown[0] == shown[1]


# --- cost -------------------------------------------------------------------------------------------------------------


def long_game(player: Player, rows: int) -> str:
    """A Giant game with redeals, taken back and played again until it has so many rows; its key."""
    seat = ended_row(player, variant="giant-4-2")
    board, chance = Board(seat.match.deal.laid_out()), Random(5)
    written: list[str] = []
    while len(written) < rows and (legal := board.legal_moves()):
        written.append(str(chance.choice(legal)))
        if board.moves and not board.last_move_showed_a_card and chance.random() < 0.2:
            written[-1] = Move.TAKE_BACK
            board.take_back()
        else:
            board.play(next(move for move in legal if str(move) == written[-1]))
        if not board.legal_moves():
            while len(written) < rows - 1:
                last = board.moves[-1]
                written += [Move.TAKE_BACK, str(last)]
    Move.objects.bulk_create(Move(seat=seat, n=n, move=move, at=NOON) for n, move in enumerate(written, start=1))
    Seat.objects.filter(pk=seat.pk).update(rows=len(written))
    return seat.match.key


def test_a_game_of_five_hundred_rows_takes_as_many_queries_as_one_of_five(at: At, alice: Player) -> None:
    browser = at(alice)
    short, long = long_game(alice, 5), long_game(alice, 500)
    assert Move.objects.filter(seat__match__key=long).count() >= 499
    asked = []
    for key in (short, long):
        with CaptureQueriesContext(connection) as queries:
            summary(browser, key)
        asked.append(len(queries))
    assert asked[0] == asked[1]


# --- to whom it opens, and from where ---------------------------------------------------------------------------------


def test_the_record_goes_to_whoever_may_see_the_game(
    at: At, alice: Player, bob: Player, charlie: Player, clock: Clock
) -> None:
    solo, private = play_out(alice), ended_race(alice, bob, watchable=False)
    addresses = [f"/table/{table.key}/record.calc.json" for table in (solo, private)]
    assert [at(charlie).get(address).status_code for address in addresses] == [404, 404]
    shows(alice)
    assert [at(charlie).get(address).status_code for address in addresses] == [200, 404]
    shows(bob, Audience.MEMBERS)
    for address in addresses:
        assert judge(at(charlie).get(address).content).holds
    assert [at(None).get(address).status_code for address in addresses] == [200, 404]


def test_the_record_of_an_open_day_goes_to_nobody(at: At, alice: Player, bob: Player, clock: Clock) -> None:
    key = a_day_s_try(alice).key
    shows(alice)
    assert [at(player).get(f"/table/{key}/record.calc.json").status_code for player in (alice, bob)] == [404, 404]
    clock.now = JUDGED
    assert [at(player).get(f"/table/{key}/record.calc.json").status_code for player in (alice, bob)] == [200, 200]


def test_my_games_lead_to_it_also_on_the_day_itself(at: At, alice: Player) -> None:
    random, day = play_out(alice), a_day_s_try(alice)
    links = page(at(alice).get("/games/")).links
    for table in (random, day):
        assert f"/table/{table.key}/summary/" in links
    assert f"/table/{day.key}/summary/" in page(at(alice).get("/daily/")).links


def test_a_player_s_page_leads_to_what_its_visitor_may_see(at: At, alice: Player, bob: Player, charlie: Player) -> None:
    solo, private, watched = play_out(alice), ended_race(alice, bob, watchable=False), ended_race(alice, bob)
    shows(alice)
    links = page(at(charlie).get("/player/alice/")).links
    led = {table.key: f"/table/{table.key}/summary/" in links for table in (solo, private, watched)}
    assert led == {solo.key: True, private.key: False, watched.key: True}
    shows(bob)
    assert f"/table/{private.key}/summary/" in page(at(charlie).get("/player/alice/")).links


def test_every_summary_that_a_player_s_page_leads_to_opens(at: At, alice: Player, bob: Player, charlie: Player) -> None:
    for watchable in (True, False):
        ended_race(alice, bob, watchable=watchable)
    play_out(alice)
    shows(alice, Audience.MEMBERS)
    for viewer in (alice, bob, charlie):
        browser = at(viewer)
        led = [link for link in page(browser.get("/player/alice/")).links if link.endswith("/summary/")]
        assert led
        assert {browser.get(link).status_code for link in led} == {200}


def test_the_day_s_table_leads_to_the_tries_of_those_who_show_them(
    at: At, alice: Player, bob: Player, charlie: Player, clock: Clock
) -> None:
    tries = [a_day_s_try(alice).key, a_day_s_try(bob).key]
    shows(alice, Audience.MEMBERS)
    clock.now = JUDGED + dt.timedelta(hours=1)
    led = {}
    for name, player in (("alice", alice), ("bob", bob), ("charlie", charlie), ("nobody", None)):
        for address in ("/daily/", "/daily/2026-03-10/"):
            links = page(at(player).get(address)).links
            led[name, address] = [f"/table/{key}/summary/" in links for key in tries]
    for address in ("/daily/", "/daily/2026-03-10/"):
        assert led["alice", address] == [True, False]
        assert led["bob", address] == [True, True]
        assert led["charlie", address] == [True, False]
        assert led["nobody", address] == [False, False]


def test_the_ended_table_leads_to_it(at: At, alice: Player, bob: Player) -> None:
    for table in (play_out(alice), ended_race(alice, bob)):
        assert f"/table/{table.key}/summary/" in page(at(alice).get(f"/table/{table.key}/")).links


def test_open_stock_is_practice_like_any_other(at: At, alice: Player) -> None:
    table = AtTable.solo(alice, SoloWish(Rules.parse("classic-4-0"), open_stock=True))
    table.ready()
    table.move("W1")
    table.resign()
    assert "the stock lies open" in summary(at(alice), table.key).text
