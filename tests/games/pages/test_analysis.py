"""The analysis on the summary's page and as JSON: asked for by a form, told in words, shown without scripts too."""

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from pytest_django import Settings

from club.models import Player
from games import analysing, play
from games.analysis import worker
from games.analysis.found import Found
from games.analysis.questions import Compare, Solved
from games.models import Analysis, AnalysisPiece, Seat
from tests.club.browser import page
from tests.games.analysed import analyse
from tests.games.conftest import NOON, Clock
from tests.games.pages.played import day_of, play_out
from tests.games.table import AtTable
from tests.games.talking import ended_race

pytestmark = pytest.mark.django_db(transaction=True)

DAY = dt.timedelta(days=1)
Browser = Callable[[Player | None], Client]


def summary(browser: Client, key: str) -> str:
    answer = browser.get(f"/table/{key}/summary/")
    assert answer.status_code == 200
    return page(answer).text


def asked(browser: Client, key: str) -> str:
    """Ask by the form; what the page says then."""
    answer = browser.post(f"/table/{key}/analysis/", follow=True)
    assert answer.redirect_chain == [(f"/table/{key}/summary/#analysis", 303)]
    return page(answer).text


def told(browser: Client, key: str) -> Any:
    answer = browser.get(f"/table/{key}/analysis.json")
    assert answer.status_code == 200
    return answer.json()


def test_an_ended_game_offers_its_analysis_and_takes_the_request(at: Browser, alice: Player) -> None:
    table, browser = play_out(alice), at(alice)
    before = summary(browser, table.key)
    assert "Analyse this game" in before
    assert "20 more today" in before
    after = asked(browser, table.key)
    assert "This game is being analysed." in after
    assert "Analyse this game" not in after
    assert told(browser, table.key)["state"] == "queued"


def test_the_page_shows_how_far_it_has_come_and_what_comes_first(at: Browser, alice: Player, bob: Player) -> None:
    first, second = play_out(alice), play_out(bob)
    asked(at(alice), first.key)
    Analysis.objects.update(asked_at=NOON - DAY)
    assert "Waiting: 1 game comes before this one." in asked(at(bob), second.key)
    thought = analysing.next_thought(NOON)
    assert thought is not None
    with transaction.atomic():
        thought.keep(worker.think(thought.question))
    pieces = Analysis.objects.get(seat__match__key=first.key).pieces
    assert f"1 of {pieces} questions are answered." in summary(at(alice), first.key)


def test_turning_points_are_told_in_words_with_the_way_to_the_board(at: Browser, alice: Player) -> None:
    table, browser = play_out(alice), at(alice)
    [*_, last] = turning = analyse(table.key, alice)[1]
    seen = browser.get(f"/table/{table.key}/summary/")
    text = page(seen).text
    assert "Turning points" in text
    assert "gave away 30 points (± 1)." in text
    assert "Card " in text
    assert f"/table/{table.key}/replay/?seat=1&amp;n={last - 1}" in seen.content.decode()
    assert "Find the better move" in text
    assert len(turning) == 3
    # Nobody is told that a deal was lost because no way to win it was found.
    assert "Whether there is one is unknown." in text
    assert "cannot be won" not in text


def test_the_last_winnable_moment_is_told_in_words(at: Browser, alice: Player) -> None:
    table, browser = play_out(alice), at(alice)
    analyse(table.key, alice)
    analysis = Analysis.objects.get()
    moves = Seat.objects.get().rows

    def tells(*looked: tuple[int, Found]) -> str:
        analysis.kept.filter(found__has_key="after").delete()
        AnalysisPiece.objects.bulk_create(
            AnalysisPiece(analysis=analysis, n=analysis.pieces + at, found={"after": after, "found": found})
            for at, (after, found) in enumerate(looked)
        )
        return summary(browser, table.key)

    assert "could still be won after move 12, and after the next it could not." in tells(
        (12, Found.WINNABLE), (13, Found.LOST)
    )
    assert "could still be won after move 12. Later on no way to win was found, which proves nothing" in tells(
        (12, Found.WINNABLE), (13, Found.UNKNOWN)
    )
    assert "it is proven: this deal cannot be won." in tells((0, Found.LOST))
    assert "it could be won to the very end." in tells((moves, Found.WINNABLE))


def test_the_json_holds_every_decision_with_its_choices(at: Browser, alice: Player) -> None:
    table = play_out(alice)
    turning = analyse(table.key, alice)[1]
    analysis = told(at(alice), table.key)
    assert set(analysis) == {"state", "ahead", "left_today", "seats"}
    [seat] = analysis["seats"]
    assert seat["turning_points"] == turning
    assert (seat["seat"], seat["state"], seat["done"]) == (1, "done", seat["pieces"])
    assert seat["last_winnable"] == {"found": "unknown", "after": None, "is_last": False}
    one = next(one for one in seat["decisions"] if one["n"] == turning[0])
    assert one["lost"] == pytest.approx(0.3)
    assert one["best"] == one["choices"][0]["move"] != one["choice"]
    assert set(one["choices"][0]) == {"move", "chance", "error", "behind", "behind_error", "playouts"}


def test_the_panel_comes_with_the_json_where_it_is_asked_for(at: Browser, alice: Player) -> None:
    table = play_out(alice)
    analyse(table.key, alice)
    answer = at(alice).get(f"/table/{table.key}/analysis.json?panel").json()
    assert answer["analysis"] == told(at(alice), table.key)
    assert 'data-state="done"' in answer["panel"]
    assert "gave away 30 points" in answer["panel"]


def test_both_players_and_whoever_may_watch_see_both_seats(
    at: Browser, alice: Player, bob: Player, charlie: Player
) -> None:
    race = ended_race(alice, bob)
    asked(at(charlie), race.key)
    for viewer in (alice, bob, charlie, None):
        assert [seat["seat"] for seat in told(at(viewer), race.key)["seats"]] == [1, 2]


def test_a_visitor_who_does_not_play_here_is_told_so(at: Browser, alice: Player, bob: Player) -> None:
    race = ended_race(alice, bob)
    assert "Analyse this game" not in summary(at(None), race.key)
    assert "Analyses are for who plays here" in asked(at(None), race.key)
    assert Analysis.objects.count() == 0


def test_a_guest_may_ask(at: Browser, guest: Player) -> None:
    table = play_out(guest)
    assert "This game is being analysed." in asked(at(guest), table.key)


def test_who_has_had_enough_for_today_is_told_so(at: Browser, alice: Player, settings: Settings) -> None:
    settings.ANALYSES_A_DAY = 0
    table = play_out(alice)
    assert "0 more today" in summary(at(alice), table.key)
    assert "Ask again tomorrow." in asked(at(alice), table.key)


def test_the_deal_of_the_day_is_analysed_once_the_day_is_over(at: Browser, alice: Player, clock: Clock) -> None:
    day_of(NOON.date())
    with transaction.atomic():
        table = AtTable(alice, play.open_day(alice, NOON.date(), NOON))
    table.ready()
    table.play_out()
    text = summary(at(alice), table.key)
    assert "This game can be analysed once its deal is closed." in text
    assert "Analyse this game" not in text
    assert told(at(alice), table.key) == {"state": "not-yet", "ahead": 0, "left_today": 20, "seats": []}
    asked(at(alice), table.key)
    assert Analysis.objects.count() == 0
    clock.now = NOON + DAY
    assert "Analyse this game" in summary(at(alice), table.key)


def test_a_failed_analysis_says_so_and_offers_another_try(at: Browser, alice: Player) -> None:
    table = play_out(alice)
    asked(at(alice), table.key)
    Analysis.objects.update(state=Analysis.State.FAILED, ended_at=NOON)
    text = summary(at(alice), table.key)
    assert "failed half-way" in text
    assert "Try again" in text
    assert "This game is being analysed." in asked(at(alice), table.key)


def test_without_analyses_the_page_says_so(at: Browser, alice: Player, settings: Settings) -> None:
    settings.ANALYSIS = False
    text = summary(at(alice), play_out(alice).key)
    assert "Games are not analysed at this club just now." in text
    assert "Analyse this game" not in text


def test_a_real_analysis_of_a_short_game_is_done_and_shown(at: Browser, alice: Player) -> None:
    table = AtTable.solo(alice)
    table.ready()
    for _ in range(6):
        table.move(table.look().legal[0])
    table.resign()
    asked(at(alice), table.key)
    while (thought := analysing.next_thought(NOON)) is not None:
        answer = worker.think(thought.question)
        if isinstance(thought.question, Compare):
            assert {one.move for one in answer.choices}  # type: ignore[union-attr] # what compares is answered so
        else:
            assert isinstance(answer, Solved)
        with transaction.atomic():
            thought.keep(answer)
    text = summary(at(alice), table.key)
    assert "The analysis is done." in text
    assert "With all cards known" in text
